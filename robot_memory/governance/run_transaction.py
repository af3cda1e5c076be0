"""The one transaction of governance: before receipt, rollback file, change, after receipt, line.

Each is on disk before the next step (rules.md §8.9). So a crash leaves nothing done, or all that
tells what was done and takes it back.

See docs/reference/governance.md, "A run".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipt_witness import note_receipts
from robot_memory.governance.run_history import RunLog
from robot_memory.governance.run_outcome import RunOutcome
from robot_memory.governance.run_records import Fields, RunEnding, RunOrder


@dataclass(frozen=True)
class ChangePlan:
    """What a run is to do to its target: rows of the ledger, or a file of procedural memory.

    Attributes:
        violations: what stands against it; then nothing is written.
        refusal: what that says of the target, in words.
        before, rollback: the target's fields of the before receipt and of the rollback record.
        after: returns its fields of the after receipt.
    """

    violations: Sequence[ContractViolation]
    refusal: str
    before: Fields
    rollback: Fields
    after: Callable[[RunEnding], dict[str, Any]]
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
