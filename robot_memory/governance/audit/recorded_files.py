"""Whether keys, sign-offs, rehearsals and approvals are those that record and receipts tell of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from robot_memory.errors import Defect
from robot_memory.governance.audit.record_notes import RecordNotes
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.run import Run


def check_files(store: GovernanceStore, notes: RecordNotes, folder: str) -> Iterator[Defect]:
    """Yield the files of a folder in whose place another was put since the record told of them.

    One that is gone opens nothing: an operator's that was moved, or a gate that is closed again.

    Args:
        store: where they are.
        notes: the newest line of each file.
        folder: ``operators`` or ``gates``.
    """
    for path in sorted((store.folder / folder).glob("[!.]*.json")):
        note = notes.files.get(f"{folder}/{path.name}")
        if note is not None and path.is_file() and _digest(path) != note.sha256:
            yield Defect(str(path), f"is not the one that {note.place} tells of")


def check_approvals(
    store: GovernanceStore, runs: Sequence[Run], known: Sequence[Defect]
) -> Iterator[Defect]:
    """Yield the approvals that are not those that applied runs rested on.

    Args:
        store: where they are.
        runs: those that were applied.
        known: what is wrong with approvals by themselves, which is not told twice.
    """
    for run in runs:
        path = store.approvals / f"{run.subject}.json"
        is_told = any(one.path.startswith(str(path)) for one in known)
        rests_on = run.approval.get("sha256")
        if rests_on and not is_told and path.is_file() and _digest(path) != rests_on:
            yield Defect(str(path), f"is not the one that the run {run.id} rested on")


def check_keys(
    store: GovernanceStore,
    runs: Sequence[Run],
    enrolled: Mapping[str, Mapping[str, int]],
    *,
    is_all: bool,
) -> Iterator[Defect]:
    """Yield the runs that rested on keys which nobody is told to have been enrolled with.

    Of an operator who was enrolled before the record told of that, it is asked from the first line
    on that does.

    Args:
        store: where receipts are.
        runs: those that were applied.
        enrolled: the kids that the record tells of, with the numbers of its lines, by operators.
        is_all: whether the record is kept from its first line on.
    """
    for run in runs:
        kids = enrolled.get(run.operator, {})
        kid, seen = run.approval.get("kid"), run.before.record["witness"]["seq"]
        is_asked = is_all and kid is not None and bool(kids) and min(kids.values()) <= seen
        if is_asked and kid not in kids:
            problem = (
                f"rests on keys {kid}, with which no line says that {run.operator} was enrolled"
            )
            yield Defect(str(store.receipts.folder / run.before.ref), problem)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
