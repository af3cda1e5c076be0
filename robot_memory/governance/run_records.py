"""What the receipts of every run say, whatever the run changes (document 004).

A target adds its own fields: :mod:`.apply_row_changes` those of rows, :mod:`.apply_file_changes`
those of a procedural file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.run import Run

#: Of an operator where nobody approved: a trial needs no approval.
NOBODY = "(nobody)"
#: Why a run counts as aborted that a crash kept from changing anything.
CUT_OFF = "it was cut off before anything changed"

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class RunOrder:
    """What a run was asked to do.

    Attributes:
        run_id: a UUID.
        operator: on whose word.
        reverses: the run that it is to take back; None where it is to apply.
        reversed_ref: the rollback file of that run.
        approval: digest and ``kid`` of the approval that it rests on; empty where on none.
    """

    run_id: str
    operator: str
    now: Instant
    note: str = ""
    dry_run: bool = False
    reverses: str | None = None
    reversed_ref: str = ""
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
    """How a run ended.

    Attributes:
        result: ``applied``, ``aborted`` or ``rolled_back``.
        rollback_ref: what takes it back, or what it took back.
        recovered: whether a crash had cut it off.
    """

    result: str
    reason: str = ""
    violations: Sequence[ContractViolation] = ()
    rollback_ref: str | None = None
    recovered: bool = False

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
