"""Whether the approvals of limits, and what acts, are what the record of events says.

See docs/reference/audit.md, "Limits that were cut off".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.governance import schemas
from robot_memory.governance.audit.signature_audit import OperatorKeyring, signature_problem
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.record_lines import LIMIT_ID, LIMIT_WITHDRAWN

_END = "withdrawn"  # the scope of an approval in whose place an end was signed

Record = Mapping[str, Any]


class LimitNote(NamedTuple):
    """A line of the record about a limit.

    Attributes:
        is_end: whether it says that the end was signed; otherwise, that the limit was approved.
        approval: what was signed; empty where the line does not have it.
    """

    place: str
    operator: str
    is_end: bool
    approval: Record


class LimitNotes:
    """Gathers what the record says of limits.

    Attributes:
        by_id: the lines by limit, oldest first.
    """

    def __init__(self) -> None:
        self.by_id: dict[str, list[LimitNote]] = defaultdict(list)

    def take(self, place: str, data: Record) -> None:
        """Take in a line of those types."""
        name, signed = str(data.get("id")), data.get("approval")
        if LIMIT_ID.fullmatch(name):
            is_end, operator = data["type"] == LIMIT_WITHDRAWN, str(data.get("operator"))
            signed = signed if isinstance(signed, dict) else {}
            self.by_id[name].append(LimitNote(place, operator, is_end, signed))


class LimitFiles(NamedTuple):
    """What governance holds of limits.

    Attributes:
        approvals: by their names; empty one that cannot be read.
        acting: what acts by ``governance/in_force``: the file, the limit, and as what it acts.
        defects: files of ``in_force`` that cannot be read.
    """

    approvals: Mapping[str, Record]
    acting: Sequence[tuple[Path, str, Record]]
    defects: Sequence[Defect]


def read_limits(store: GovernanceStore) -> LimitFiles:
    """Read the files; before the record, which names what acts first."""
    approvals: dict[str, Record] = {}
    for path in store.approvals.glob("mem-*.json"):
        try:
            approvals[path.stem] = schemas.read(path, schemas.APPROVAL)
        except InvalidPacket:  # told with all approvals
            approvals[path.stem] = {}
    acting: list[tuple[Path, str, Record]] = []
    defects: list[Defect] = []
    for name, read in (("speed.json", _speeds), ("places.json", _places)):
        path = store.folder / "in_force" / name
        try:
            data = files.read_existing(path)
            held = {} if data is None else read(read_json(data))
            acting += [(path, entry_id, what) for entry_id, what in held.items()]
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            defects.append(Defect(str(path), f"cannot be read: {type(error).__name__}: {error}"))
    return LimitFiles(approvals, acting, defects)


def check_limits(
    store: GovernanceStore,
    notes: LimitNotes,
    found: LimitFiles,
    keyring: OperatorKeyring,
    *,
    is_all: bool,
) -> Iterator[Defect]:
    """Yield the approvals and ends of limits, and what acts, that are not those of the record.

    A line that does not hold what its operator signed counts for nothing, and is told.

    Args:
        keyring: who may have signed.
        is_all: whether the record is kept from its first line on.
    """
    signed: dict[str, list[LimitNote]] = {}
    for name, lines in sorted(notes.by_id.items()):
        told = [(line, _forgery(name, line, keyring)) for line in lines]
        yield from (Defect(line.place, why) for line, why in told if why)
        signed[name] = [line for line, why in told if not why]
        problem = _problem(found.approvals.get(name), signed[name][-1]) if signed[name] else ""
        if problem:
            yield Defect(str(store.approvals / f"{name}.json"), problem)
    yield from found.defects
    for path, entry_id, what in found.acting:
        if _is_unapproved(what, signed.get(entry_id, ()), is_all=is_all):
            problem = f"holds {entry_id}, and no line of the record says that it was approved so"
            yield Defect(str(path), problem)


def _forgery(name: str, line: LimitNote, keyring: OperatorKeyring) -> str:
    """Return why a line does not hold what its operator signed; empty where nobody can tell."""
    if line.approval.get("subject") != name:
        return f"does not hold what {line.operator} signed of {name}"
    try:
        schemas.check(line.approval, schemas.APPROVAL, line.place)
    except InvalidPacket as error:
        return f"does not hold what {line.operator} signed of {name}: {error.defects[0].problem}"
    problem = signature_problem(line.approval, keyring)
    return f"its signature {problem}" if problem else ""


def _problem(approval: Record | None, note: LimitNote) -> str:
    what = f"{note.operator} {'ended' if note.is_end else 'approved'} the limit"
    verb = "withdraw" if note.is_end else "approve"
    to_do = f"{note.place} says that {what}: sign that anew with `robot-memory limits {verb}`"
    if approval is None:
        return f"is gone, or was not written, and {to_do}"
    if approval and (approval["scope"] == _END) != note.is_end:
        return f"{'holds the limit still' if note.is_end else 'ends the limit'}, and {to_do}"
    if approval and approval != note.approval:
        return f"is not the newest signature, and {to_do}"
    return ""


def _is_unapproved(what: Record, lines: Sequence[LimitNote], *, is_all: bool) -> bool:
    """Tell whether the record is known to have no line that approves a limit as it acts."""
    approved = [line.approval for line in lines if not line.is_end]
    if not approved:
        return is_all
    return not any(_has(terms, what) for terms in approved)


def _has(terms: Record, what: Record) -> bool:
    terms = {**terms, **(terms.get("limit") or {})}
    return all(terms.get(name) == value for name, value in what.items())


def _speeds(data: Record) -> dict[str, Record]:
    return {str(one): {"variable": "speed", "value": data["speed_m_s"]} for one in data["limits"]}


def _places(data: Record) -> dict[str, Record]:
    return {
        str(one["id"]): {"value": one["value"], "place": one["place"]} for one in data["places"]
    }
