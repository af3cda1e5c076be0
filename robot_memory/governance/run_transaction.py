"""The only transaction of governance: before receipt, rollback file, change, after receipt, line.

Each step is on disk before the next (rules.md §8.9). So after a crash, either nothing was done, or
there is all the data about the change and its rollback. The target's own fields in the receipts
come from :mod:`.apply_row_changes` for rows, and from :mod:`.apply_file_changes` for a procedural
file (document 004).

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

#: The operator of a run without approval: a trial needs none.
NOBODY = "(nobody)"
#: The reason for aborting a run that a crash interrupted before its change.
CUT_OFF = "it was cut off before anything changed"

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class RunOrder:
    """The order for a run."""

    run_id: str  # a UUID
    operator: str  # on whose approval
    now: Instant
    note: str = ""
    dry_run: bool = False
    reverses: str | None = None  # the run to roll back; None for a run that applies a change
    reversed_ref: str = ""  # the rollback file of that run
    # digest and ``kid`` of its approval; empty without one
    approval: Mapping[str, str] = field(default_factory=dict)

    def before(self, fields: Fields) -> dict[str, Any]:
        """Return the before receipt, from the target's fields."""
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
        """Return the rollback record, from the target's fields."""
        time = stamps.to_text(self.now.time)
        return {"run_id": self.run_id, "ts": time, "operator": self.operator, **fields}


@dataclass(frozen=True)
class RunEnding:
    """The ending of a run."""

    result: str  # ``applied``, ``aborted`` or ``rolled_back``
    reason: str = ""
    violations: Sequence[ContractViolation] = ()
    rollback_ref: str | None = None  # the rollback file of the change that was made or rolled back
    recovered: bool = False  # whether a crash had interrupted it

    @property
    def was_written(self) -> bool:
        """Whether the target was changed."""
        return self.result != "aborted"

    def after(self, order: RunOrder, fields: Fields, now: Instant) -> dict[str, Any]:
        """Return the after receipt, from the target's fields."""
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
    """Return the order of a run, from its before receipt."""
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
    """Return the ending of an interrupted run; ``ref`` is its rollback file."""
    if not is_done:
        return RunEnding("aborted", reason, recovered=True)
    result = "applied" if run.reverses is None else "rolled_back"
    return RunEnding(result, rollback_ref=ref, recovered=True)


@dataclass(frozen=True)
class RunOutcome:
    """The result of a run."""

    receipt: Receipt
    # the violations; if there are any, nothing was written
    violations: tuple[ContractViolation, ...]
    is_dry: bool = False

    @property
    def is_done(self) -> bool:
        """Whether it did what was ordered; for a dry run, whether there are no violations."""
        return self.receipt.record["result"] != "aborted" or not self.violations

    @property
    def says(self) -> str:
        """The ending in words."""
        ending = ending_of(self.receipt.record, is_dry=self.is_dry)
        reason = "" if self.is_dry else self.receipt.record["reason"]
        return f"{'dry run: ' if self.is_dry else ''}{ending}{f' ({reason})' if reason else ''}"


def ending_of(after: Mapping[str, Any], *, is_dry: bool) -> str:
    """Return the ending of a run in words, from its after receipt.

    Document 004 knows only ``applied``, ``aborted`` and ``rolled_back``. A dry run is always
    aborted, so its real result is put into words here.
    """
    if not is_dry:
        return str(after["result"])
    if after["recovered"]:
        return "cut off"
    return "would be refused" if after["violations"] else "nothing stands against it"


@dataclass(frozen=True)
class ChangePlan:
    """The plan for a change of the target: ledger rows, or a procedural file."""

    violations: Sequence[ContractViolation]  # if there are any, nothing is written
    refusal: str  # the reason for refusing, in words
    # before, rollback: the target's fields in the before receipt and in the rollback record
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
    """Make a change, try it, or roll one back. The caller holds the governance lock.

    Args:
        plan_for: reads the target and plans the change; its argument is the rollback file's name.
        transaction: locks out other writers of the target; its end commits the changes.
    """
    with transaction or nullcontext():
        ref = order.reversed_ref or log.rollback_ref(order.run_id)
        plan = plan_for(ref)
        log.append("before", order.before(plan.before))
        ending = _ending(order, plan, ref)
        if ending.was_written and not order.reversed_ref:
            log.append("rollback", order.rollback(plan.rollback))
        record = ending.after(order, plan.after(ending), order.now)
        log.check("after", record)  # nothing is done without a valid receipt
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
