"""What the receipts of a change of procedural memory say, read beside ``run_records.py``.

The texts stand in the rollback file alone; receipts hold their digests and sizes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from robot_memory import stamps
from robot_memory.clock import Instant
from robot_memory.governance import schemas
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.file_change import FileChange, digest_of
from robot_memory.governance.run_records import when


@dataclass(frozen=True)
class ChangeOrder:
    """What a run was asked to do.

    Attributes:
        run_id: a UUID.
        change: what it is about.
        operator: on whose word.
        now: when.
        note: what the operator said to it.
        reverses: the run that it is to take back; None where it is to apply.
        approval: digest and ``kid`` of the approval that it rests on; empty where on none.
    """

    run_id: str
    change: FileChange
    operator: str
    now: Instant
    note: str = ""
    reverses: str | None = None
    approval: Mapping[str, str] = field(default_factory=dict)

    def before(self, found: bytes | None) -> dict[str, Any]:
        """Return the before receipt, given what the file holds; None where there is none."""
        return {
            "kind": schemas.PROCEDURAL_BEFORE,
            "run_id": self.run_id,
            **when(self.now),
            "operator": self.operator,
            "scope": self.change.scope,
            "action": "apply" if self.reverses is None else "rollback",
            "reverses": self.reverses,
            "proposal_id": self.change.id,
            "target": self.change.target,
            "change_sha256": self.change.digest,
            "before_sha256": digest_of(found),
            "note": self.note,
            "approval": dict(self.approval),
            "policy": {"memory_mutation": "none", "writes_performed": 0},
        }

    def rollback(self) -> dict[str, Any]:
        """Return the rollback record."""
        return {
            "kind": schemas.PROCEDURAL_ROLLBACK,
            "run_id": self.run_id,
            "ts": stamps.to_text(self.now.time),
            "operator": self.operator,
            "proposal_id": self.change.id,
            "target": self.change.target,
            "before_text": self.change.previous,
            "after_text": self.change.content,
            "before_sha256": digest_of(self.change.previous),
            "after_sha256": digest_of(self.change.content),
        }


@dataclass(frozen=True)
class ChangeEnding:
    """How a run ended.

    Attributes:
        order: what it was asked to do.
        result: ``applied``, ``aborted`` or ``rolled_back``.
        found: the digest of the file now; empty where there is none.
        rollback_ref: what takes it back, or what it took back.
        reason: why it was aborted.
        violations: what stood against it.
        recovered: whether a crash had cut it off.
    """

    order: ChangeOrder
    result: str
    found: str
    rollback_ref: str | None = None
    reason: str = ""
    violations: Sequence[ContractViolation] = ()
    recovered: bool = False

    def after(self, now: Instant) -> dict[str, Any]:
        """Return the after receipt."""
        was_written = self.result != "aborted"
        change = self.order.change
        return {
            "kind": schemas.PROCEDURAL_AFTER,
            "run_id": self.order.run_id,
            **when(now),
            "operator": self.order.operator,
            "result": self.result,
            "reason": self.reason,
            "recovered": self.recovered,
            "proposal_id": change.id,
            "target": change.target,
            "violations": [{"rule": one.rule, "path": one.path} for one in self.violations],
            "after_sha256": self.found,
            "rollback_ref": self.rollback_ref,
            "diff_summary": [self._summary()] if was_written else [],
            "policy": {
                "memory_mutation": "procedural" if was_written else "none",
                "writes_performed": int(was_written),
            },
        }

    def _summary(self) -> dict[str, Any]:
        texts = [self.order.change.previous, self.order.change.content]
        if self.result == "rolled_back":
            texts.reverse()
        old, new = texts
        op = "add" if old is None else "remove" if new is None else "replace"
        sizes = [0 if text is None else len(text.encode()) for text in texts]
        return {"target": self.order.change.target, "op": op,
                "from_size": sizes[0], "to_size": sizes[1]}  # fmt: skip
