"""The gates of document 004, "Approval gate": nothing is applied until all are passed.

Two gates need people: an operator signs the contract and the schemas, bound to their hashes, so a
change of either needs a new signature. Two gates need the machine: a rehearsal on a fixture
database, bound to this machine, this version and the same hashes.

Specification: rules.md §8.9.

See docs/reference/governance.md, "The gates".
"""

from __future__ import annotations

import hashlib
import platform
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory import __version__
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.foundation.time import stamps
from robot_memory.governance import schemas
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import contract_digest
from robot_memory.governance.rehearsal import Rehearsal
from robot_memory.governance.signing import check_statement, sign_statement

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys

#: The gates that a person signs, with the digest that the signature is bound to.
SIGNED = {"contract": contract_digest, "schemas": schemas.schemas_digest}
_REHEARSED = {
    "rehearsal": ("dry_run", "a packet has been rehearsed dry"),
    "rollback": ("rollback", "a rollback has been replayed on the fixture database"),
}
_REHEARSE = "robot-memory assist gate --rehearse"
_MACHINE_FILES = ("/etc/machine-id", "/var/lib/dbus/machine-id")


@dataclass(frozen=True)
class ApprovalGate:
    """One gate."""

    name: str  # ``contract``, ``schemas``, ``rehearsal`` or ``rollback``
    is_passed: bool  # in the present state
    says: str  # how it was passed, or what is missing


def read_machine() -> str:
    """Return a digest that identifies this machine."""
    for name in _MACHINE_FILES:
        path = Path(name)
        if path.exists() and (text := read_regular(path).decode("ascii").strip()):
            return hashlib.sha256(text.encode()).hexdigest()
    return hashlib.sha256(platform.node().encode()).hexdigest()


def gates(store: GovernanceStore) -> list[ApprovalGate]:
    """Return the four gates in their present state."""
    signed = [_signed(store, name) for name in SIGNED]
    return [*signed, *(_rehearsed(store, name) for name in _REHEARSED)]


def sign_off(store: GovernanceStore, gate: str, keys: RobotKeys, now: datetime) -> tuple[Path, str]:
    """Record an operator's sign-off; return its file, and the digest that it is bound to.

    Raises:
        AssistRefused: the operator is not enrolled with these keys, or they are a robot's.
    """
    store.operators.check_signer(keys.card)
    digest = SIGNED[gate]()
    statement = {
        "kind": schemas.SIGN_OFF,
        "gate": gate,
        "digest": digest,
        "operator": keys.rrn,
        "signed_at": stamps.to_text(now),
    }
    path = store.gates / f"{gate}.json"
    schemas.write(path, sign_statement(statement, keys), schemas.SIGN_OFF)
    return path, digest


def record_rehearsal(store: GovernanceStore, rehearsal: Rehearsal, now: datetime) -> Path:
    """Record the result of a rehearsal on this machine; return the file."""
    record = {
        "kind": schemas.REHEARSAL,
        **_this(store),
        "ts": stamps.to_text(now),
        "dry_run": rehearsal.dry_run,
        "rollback": rehearsal.rollback,
        "problems": [problem[:500] for problem in rehearsal.problems],
    }
    path = store.gates / "rehearsal.json"
    schemas.write(path, record, schemas.REHEARSAL)
    return path


def _this(store: GovernanceStore) -> dict[str, str]:
    return {
        "machine": store.machine,
        "version": __version__,
        "contract_sha256": contract_digest(),
        "schemas_sha256": schemas.schemas_digest(),
    }


def _signed(store: GovernanceStore, name: str) -> ApprovalGate:
    path = store.gates / f"{name}.json"
    again = f"robot-memory assist gate --sign {name} --key FILE"
    try:
        record = _read(path, schemas.SIGN_OFF)
        if record is None:
            return ApprovalGate(name, False, f"no operator has signed it: `{again}`")
        who = str(record["operator"])
        if (record["gate"], record["digest"]) != (name, SIGNED[name]()):
            says = f"{who} signed another one, it has changed since: sign anew with `{again}`"
            return ApprovalGate(name, False, says)
        if not store.operators.is_enrolled(who):
            says = f"{who}, who signed it, is not an operator any longer: sign anew with `{again}`"
            return ApprovalGate(name, False, says)
        check_statement(record, store.operators, str(path), again)
    except (InvalidPacket, AssistRefused) as error:
        return ApprovalGate(name, False, str(error))
    return ApprovalGate(name, True, f"signed by {record['operator']}, {record['signed_at']}")


def _rehearsed(store: GovernanceStore, name: str) -> ApprovalGate:
    field, meaning = _REHEARSED[name]
    try:
        record = _read(store.gates / "rehearsal.json", schemas.REHEARSAL)
    except InvalidPacket as error:
        return ApprovalGate(name, False, str(error))
    if record is None:
        return ApprovalGate(name, False, f"nothing was rehearsed: `{_REHEARSE}`")
    others = [part for part, value in _this(store).items() if record[part] != value]
    if others:
        says = f"rehearsed with another {' and '.join(others)}: rehearse anew with `{_REHEARSE}`"
        return ApprovalGate(name, False, says)
    if not record[field]:
        return ApprovalGate(name, False, f"it failed: {'; '.join(record['problems'])}")
    return ApprovalGate(name, True, f"{meaning}, {record['ts']}")


def _read(path: Path, kind: str) -> dict[str, Any] | None:
    return schemas.read(path, kind) if path.exists() else None


def check_open(all_gates: list[ApprovalGate], *, enabled: bool) -> None:
    """Raise unless packets may be applied.

    Raises:
        AssistRefused: they may not; lists all reasons.
    """
    reasons = [Defect(gate.name, gate.says) for gate in all_gates if not gate.is_passed]
    if not enabled:
        problem = "is off: settings.yaml in the home for the command line, the parameter for a node"
        reasons.insert(0, Defect("assist.enabled", problem))
    if reasons:
        lines = "".join(f"\n  {reason}" for reason in reasons)
        raise AssistRefused(
            "the assist path is parked: packets can be proposed, approved and tried with dry-run, "
            f"and no row was changed:{lines}"
        )
