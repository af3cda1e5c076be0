"""The one transaction of governance: before receipt, rollback file, change, after receipt, line.

Each is on disk before the next step (rules.md §8.9). So a crash leaves nothing done, or all that
tells what was done and takes it back. What the receipts say of a target's own is the target's:
:mod:`.apply_row_changes` of rows, :mod:`.apply_file_changes` of a procedural file (document 004).

See docs/reference/governance.md, "A run".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipt_witness import note_receipts
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run_history import Run, RunLog

#: Of an operator where nobody approved: a trial needs no approval.
NOBODY = "(nobody)"
#: Why a run counts as aborted that a crash kept from changing anything.
CUT_OFF = "it was cut off before anything changed"

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class RunOrder:
    """What a run was asked to do."""

    run_id: str  # a UUID
    operator: str  # on whose word
    now: Instant
    note: str = ""
    dry_run: bool = False
    reverses: str | None = None  # the run that it is to take back; None where it is to apply
    reversed_ref: str = ""  # the rollback file of that run
    # digest and ``kid`` of the approval that it rests on; empty where on none
    approval: Mapping[str, str] = field(default_factory=dict)

    def before(self, fields: Fields) -> dict[str, Any]:
        """Return the before receipt, given the fields of the target."""
        return {
            "run_id": self.run_id,
            **_instant(self.now),
            "operator": self.operator,
            "action": "apply" if self.reverses is None else "rollback",
            "reverses": self.reverses,
            "approval": dict(self.approval),
            "policy": {"memory_mutation": "none", "writes_performed": 0},
            **fields,
        }

    def rollback(self, fields: Fields) -> dict[str, Any]:
        """Return the rollback record, given the fields of the target."""
        time = stamps.to_text(self.now.time)
        return {"run_id": self.run_id, "ts": time, "operator": self.operator, **fields}


@dataclass(frozen=True)
class RunEnding:
    """How a run ended."""

    result: str  # ``applied``, ``aborted`` or ``rolled_back``
    reason: str = ""
    violations: Sequence[ContractViolation] = ()
    rollback_ref: str | None = None  # what takes it back, or what it took back
    recovered: bool = False  # whether a crash had cut it off

    @property
    def was_written(self) -> bool:
        """Whether the target was changed."""
        return self.result != "aborted"

    def after(self, order: RunOrder, fields: Fields, now: Instant) -> dict[str, Any]:
        """Return the after receipt, given the fields of the target."""
        return {
            "run_id": order.run_id,
            **_instant(now),
            "operator": order.operator,
            "result": self.result,
            "reason": self.reason,
            "recovered": self.recovered,
            "violations": [{"rule": one.rule, "path": one.path} for one in self.violations],
            "rollback_ref": self.rollback_ref,
            **fields,
        }


def order_of(run: Run) -> RunOrder:
    """Return what a run was asked to do, by its before receipt."""
    note = str(run.before.record.get("note", ""))
    return RunOrder(run.id, run.operator, run.instant, note, run.is_dry, run.reverses)


def _instant(now: Instant) -> dict[str, Any]:
    clock = {
        "boot": now.boot,
        "uptime": now.uptime,
        "trusted": now.trusted,
        "synchronised": now.synchronised,
    }
    return {"ts": stamps.to_text(now.time), "clock": clock}


def recovered_ending(
    run: Run, ref: str | None, *, is_done: bool, reason: str = CUT_OFF
) -> RunEnding:
    """Return how a run ended that a crash cut off; ``ref`` is what takes it back."""
    if not is_done:
        return RunEnding("aborted", reason, recovered=True)
    result = "applied" if run.reverses is None else "rolled_back"
    return RunEnding(result, rollback_ref=ref, recovered=True)


@dataclass(frozen=True)
class RunOutcome:
    """How a run ended."""

    receipt: Receipt
    # what stood against it; where anything did, nothing was written
    violations: tuple[ContractViolation, ...]
    is_dry: bool = False

    @property
    def is_done(self) -> bool:
        """Whether it did what was asked; of a dry run, whether nothing stands against it."""
        return self.receipt.record["result"] != "aborted" or not self.violations

    @property
    def says(self) -> str:
        """How it ended, in words."""
        ending = ending_of(self.receipt.record, is_dry=self.is_dry)
        reason = "" if self.is_dry else self.receipt.record["reason"]
        return f"{'dry run: ' if self.is_dry else ''}{ending}{f' ({reason})' if reason else ''}"


def ending_of(after: Mapping[str, Any], *, is_dry: bool) -> str:
    """Say how a run ended, in words, by its after receipt.

    Document 004 knows only ``applied``, ``aborted`` and ``rolled_back``: a dry run is aborted
    always, so what people ask of it is said beside.
    """
    if not is_dry:
        return str(after["result"])
    if after["recovered"]:
        return "cut off"
    return "would be refused" if after["violations"] else "nothing stands against it"


@dataclass(frozen=True)
class ChangePlan:
    """What a run is to do to its target: rows of the ledger, or a file of procedural memory."""

    violations: Sequence[ContractViolation]  # what stands against it; then nothing is written
    refusal: str  # what that says of the target, in words
    # before, rollback: the target's fields of the before receipt and of the rollback record
    before: Fields
    rollback: Fields
    after: Callable[[RunEnding], dict[str, Any]]  # returns its fields of the after receipt
    write: Callable[[], None]


def run_change(
    store: GovernanceStore,
    log: RunLog,
    order: RunOrder,
    plan_for: Callable[[str], ChangePlan],
    transaction: AbstractContextManager[None] | None = None,
) -> RunOutcome:
    """Make a change, try it, or take one back. The caller holds the governance lock.

    Args:
        plan_for: reads the target and plans the change, given the name of the rollback file.
        transaction: keeps others from writing to the target; its end keeps what was written.
    """
    with transaction or nullcontext():
        ref = order.reversed_ref or log.rollback_ref(order.run_id)
        plan = plan_for(ref)
        log.append("before", order.before(plan.before))
        ending = _ending(order, plan, ref)
        if ending.was_written and not order.reversed_ref:
            log.append("rollback", order.rollback(plan.rollback))
        record = ending.after(order, plan.after(ending), order.now)
        log.check("after", record)  # nothing is done that could not be receipted
        if ending.was_written:
            plan.write()
    receipt = log.append("after", record)
    note_receipts(store.events, log.history.runs, order.now.time)
    return RunOutcome(receipt, tuple(plan.violations), order.dry_run)


def _ending(order: RunOrder, plan: ChangePlan, ref: str) -> RunEnding:
    if plan.violations:
        return RunEnding("aborted", plan.refusal, plan.violations, order.reversed_ref or None)
    if order.dry_run:
        return RunEnding("aborted", "a dry run")
    return RunEnding("rolled_back" if order.reverses else "applied", rollback_ref=ref)
