"""Verifies the signatures of operators on approvals, sign-offs and runs.

A signature is checked with the present and former public keys of its named signer. If those keys
are missing, the result is unknown, which is a remark, not a defect: a former operator's approvals
stay valid, and a run's receipts, which name the operator, were written only after a check of the
signature. A signature that does not hold for existing keys is a defect. Without the package for
signatures, none counts as valid, and everything else is checked.

See docs/reference/audit.md, "What is not a defect".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.governance import schemas
from robot_memory.governance.audit.audit_report import AuditPart, defects_in
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.operators import read_operator
from robot_memory.governance.run_history import Run
from robot_memory.governance.signing import can_check_signatures, problem_with

Record = Mapping[str, Any]

_NEEDED = (
    "that needs the package cryptography, 47 or newer, which comes with the extra `federation`"
)


class SignedFolder:
    """The checked records of a folder; each file is named after the field ``names``."""

    def __init__(
        self, paths: Sequence[Path], kind: str, names: str, keyring: OperatorKeyring
    ) -> None:
        self.records: dict[str, Record] = {}  # by file name
        self.holding = 0  # valid signatures
        self.unchecked = 0  # signatures not checked: the package is missing
        self.defects: list[Defect] = []
        self.remarks: list[str] = []
        can_check = can_check_signatures()
        for path in paths:
            try:
                record = schemas.read(path, kind)
            except InvalidPacket as error:
                self.defects.extend(defects_in(path, error))
                continue
            self.records[path.stem] = record
            if record[names] != path.stem:
                self.defects.append(Defect(str(path), f"is that of another, {record[names]}"))
            if can_check:
                self._check(path, record, keyring)
            else:
                self.unchecked += 1
        if self.unchecked:
            self.remarks.insert(0, f"signatures NOT CHECKED: {self.unchecked}; {_NEEDED}")

    @property
    def counts(self) -> dict[str, int]:
        """The number of valid signatures, and of unchecked ones, if any."""
        unchecked = {"signatures not checked": self.unchecked} if self.unchecked else {}
        return {"signatures that hold": self.holding, **unchecked}

    def _check(self, path: Path, record: Record, keyring: OperatorKeyring) -> None:
        name = str(record["operator"])
        problem = signature_problem(record, keyring)
        if name not in keyring.cards:
            self.remarks.append(f"{path}: {keys_are_gone(name)}")
        elif problem:
            self.defects.append(Defect(f"{path}: signature", problem))
        else:
            self.holding += 1


def keys_are_gone(name: str) -> str:
    """Return the remark for a signature whose signer's keys are missing."""
    return (
        f"nobody can tell whether {name} signed it: their keys are neither in operators/ nor in "
        "operators/former/"
    )


def signature_problem(record: Record, keyring: OperatorKeyring) -> str:
    """Return why a signature is not its named signer's; empty if it is, or if unknown."""
    name = str(record["operator"])
    cards = keyring.cards.get(name, ()) if can_check_signatures() else ()
    problems = [problem_with(record, card) for card in cards]
    return f"is not {name}'s for what it says: {problems[0]}" if all(problems) and problems else ""


def audit_approvals(
    store: GovernanceStore, runs: Sequence[Run], keyring: OperatorKeyring
) -> AuditPart:
    """Check all approvals, and that each completed run had one."""
    paths = sorted(store.approvals.glob("[!.]*.json"))
    found = SignedFolder(paths, schemas.APPROVAL, "subject", keyring)
    by_id = {run.id: run for run in runs}
    for run in newest_on_each(runs):
        reversal = by_id[run.reverses].reversal if run.reverses in by_id else None
        sha256 = reversal.digest if reversal is not None else run.subject_sha256
        problem = _problem_with_approval(run, sha256, found.records.get(run.approval_id))
        if problem:
            path = store.approvals / f"{run.approval_id}.json"
            found.defects.append(Defect(str(path), problem))
    applied = sum(run.reverses is None for run in runs)
    counts = {"approvals": len(paths), **found.counts, "runs applied": applied}
    return AuditPart("approvals", counts, None, tuple(found.defects), tuple(found.remarks))


def newest_on_each(runs: Sequence[Run]) -> list[Run]:
    """Return for each approval the newest run that rests on it.

    After a rollback the same change may be approved again; the new approval replaces the first.
    """
    return list({run.approval_id: run for run in runs}.values())


def _problem_with_approval(run: Run, sha256: str, approval: Record | None) -> str:
    rests = f"the run {run.id} was {'applied' if run.reverses is None else 'made'} on"
    if approval is None:
        return f"is gone or cannot be read; {rests} it, by {run.operator}"
    if (approval["subject_sha256"], approval["operator"]) != (sha256, run.operator):
        return f"is not what {rests}, which was {run.operator}'s"
    return ""


def audit_gates(store: GovernanceStore, keyring: OperatorKeyring) -> AuditPart:
    """Check the sign-offs. One for an older contract is no defect: its gate is just open."""
    paths = sorted(store.gates.glob("[!.]*.json"))
    signed = [path for path in paths if path.stem != "rehearsal"]
    found = SignedFolder(signed, schemas.SIGN_OFF, "gate", keyring)
    for path in paths:
        if path not in signed:
            try:
                schemas.read(path, schemas.REHEARSAL)
            except InvalidPacket as error:
                found.defects.extend(defects_in(path, error))
    counts = {"records": len(paths), **found.counts}
    return AuditPart("gates", counts, None, tuple(found.defects), tuple(found.remarks))


@dataclass(frozen=True)
class OperatorKeyring:
    """The possible signers."""

    cards: dict[str, list[Card]]  # public keys by operators' names, the present ones first
    part: AuditPart


def read_keyring(store: GovernanceStore) -> OperatorKeyring:
    """Read all operators' keys that are no robot's."""
    cards: dict[str, list[Card]] = defaultdict(list)
    defects: list[Defect] = []
    folder = store.folder / "operators"
    enrolled: list[Card] = []
    present, former = _files(folder), _files(folder / "former")
    for path in (*present, *former):
        try:
            card = read_operator(path)
            store.operators.check_no_robot(card)
        except InvalidPacket as error:
            defects.extend(defects_in(path, error))
        except AssistRefused as error:
            defects.append(Defect(str(path), str(error)))
        else:
            if path in present and card.rrn != path.stem:
                defects.append(Defect(str(path), f"is that of another operator, {card.rrn}"))
            if path in present:
                defects += [
                    Defect(
                        str(path), f"has keys of the operator {other.rrn}: who signed is unknown"
                    )
                    for other in enrolled
                    if other.rrn != card.rrn and other.shares_key(card)
                ]
                enrolled.append(card)
            cards[card.rrn].append(card)
    for robot in TrustStore(store.home.peers).read().by_rrn.values():
        taken = (one.rrn for one in enrolled if one.shares_key(robot.card))
        defects += [
            Defect(
                f"{store.home.peers}: {robot.card.rrn}",
                f"holds a key of the operator {name}: remove that card, and ask whoever runs the "
                "robot for its own",
            )
            for name in taken
        ]
    counts = {"enrolled": len(present), "former": len(former)}
    return OperatorKeyring(dict(cards), AuditPart("operators", counts, defects=tuple(defects)))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("[!.]*.json"))
