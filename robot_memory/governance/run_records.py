"""What receipts say of a run (document 004, "Before/after receipt schema expectations")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from robot_memory import stamps
from robot_memory.clock import Instant
from robot_memory.governance import schemas
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.mutation_contract import CAPS
from robot_memory.governance.packet import Packet
from robot_memory.governance.row_detail import detail_text, differences, digest

#: Of an operator where nobody approved: a trial needs no approval.
NOBODY = "(nobody)"


@dataclass(frozen=True)
class RunOrder:
    """What a run was asked to do.

    Attributes:
        run_id: a UUID.
        packet: what it is about.
        operator: on whose word.
        db: the ledger's file.
        now: when.
        dry_run: whether it is to change nothing.
        reverses: the run that it is to take back; None where it is to apply.
        approval: digest and ``kid`` of the approval that it rests on; empty where on none.
    """

    run_id: str
    packet: Packet
    operator: str
    db: Path
    now: Instant
    dry_run: bool = False
    reverses: str | None = None
    approval: Mapping[str, str] = field(default_factory=dict)

    def before(self, texts: Mapping[int, str]) -> dict[str, Any]:
        """Return the before receipt, given the rows that there are."""
        return {
            "kind": schemas.BEFORE,
            "run_id": self.run_id,
            **when(self.now),
            "operator": self.operator,
            "db": str(self.db),
            "scope": self.packet.scope,
            "action": "apply" if self.reverses is None else "rollback",
            "reverses": self.reverses,
            "packet": self.packet.as_record(),
            "packet_sha256": self.packet.digest,
            "caps": asdict(CAPS),
            "target_rows": self.packet.rows,
            "before_hashes": hashes(self.packet.rows, texts),
            "dry_run": self.dry_run,
            "approval": dict(self.approval),
            "policy": {"memory_mutation": "none", "writes_performed": 0},
        }

    def rollback(self, mutations: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the rollback record."""
        return {
            "kind": schemas.ROLLBACK,
            "run_id": self.run_id,
            "ts": stamps.to_text(self.now.time),
            "db": str(self.db),
            "operator": self.operator,
            "mutations": [dict(mutation) for mutation in mutations],
        }


@dataclass(frozen=True)
class RunEnding:
    """How a run ended.

    Attributes:
        run_id, operator: as in its before receipt.
        result: ``applied``, ``aborted`` or ``rolled_back``.
        reason: why it was aborted.
        rows: the rows that it was about.
        texts: what they hold now.
        violations: the lines of the contract that stood against it.
        mutations: what it changed, or would have.
        rollback_ref: what takes it back, or what it took back.
        recovered: whether a crash had cut it off.
    """

    run_id: str
    operator: str
    result: str
    rows: Sequence[int]
    texts: Mapping[int, str]
    reason: str = ""
    violations: Sequence[ContractViolation] = ()
    mutations: Sequence[Mapping[str, Any]] = ()
    rollback_ref: str | None = None
    recovered: bool = False

    def after(self, now: Instant) -> dict[str, Any]:
        """Return the after receipt."""
        was_written = self.result != "aborted"
        written = [one["observation_id"] for one in self.mutations] if was_written else []
        return {
            "kind": schemas.AFTER,
            "run_id": self.run_id,
            **when(now),
            "operator": self.operator,
            "result": self.result,
            "reason": self.reason,
            "recovered": self.recovered,
            "applied_rows": written,
            "skipped_rows": [row for row in self.rows if row not in written],
            "blocked_by_caps": sorted({one.rule for one in self.violations if one.is_cap}),
            "violations": [{"rule": one.rule, "path": one.path} for one in self.violations],
            "after_hashes": hashes(self.rows, self.texts),
            "rollback_ref": self.rollback_ref,
            "diff_summary": [
                change for mutation in self.mutations for change in self._changes(mutation)
            ],
            "policy": {
                "memory_mutation": "observations.detail_json" if written else "none",
                "writes_performed": len(written),
            },
        }

    def _changes(self, mutation: Mapping[str, Any]) -> list[dict[str, Any]]:
        states = [mutation["before_detail_json"], mutation["after_detail_json"]]
        if self.result == "rolled_back":
            states.reverse()
        return differences(mutation["observation_id"], *states)


def mutation(
    row: int, proposal_id: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, Any]:
    """Return one row of a rollback record."""
    return {
        "observation_id": row,
        "proposal_id": proposal_id,
        "before_detail_json": dict(before),
        "after_detail_json": dict(after),
        "before_sha256": digest(detail_text(before)),
        "after_sha256": digest(detail_text(after)),
    }


def hashes(rows: Sequence[int], texts: Mapping[int, str]) -> dict[str, str]:
    """Return each row's hash by its number; empty for a row that there is not."""
    return {str(row): digest(texts[row]) if row in texts else "" for row in rows}


def when(now: Instant) -> dict[str, Any]:
    """Return the instant of a receipt."""
    clock = {
        "boot": now.boot,
        "uptime": now.uptime,
        "trusted": now.trusted,
        "synchronised": now.synchronised,
    }
    return {"ts": stamps.to_text(now.time), "clock": clock}
