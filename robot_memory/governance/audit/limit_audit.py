"""Whether the approvals of limits, and what acts, are what the record of events says.

See docs/reference/audit.md, "Limits that were cut off".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.governance import schemas
from robot_memory.governance.audit.record_notes import RecordLine, RecordNotes
from robot_memory.governance.audit.signature_audit import OperatorKeyring, signature_problem
from robot_memory.governance.governance_store import (
    LIMIT_ID,
    LIMIT_LINES,
    LIMIT_WITHDRAWN,
    GovernanceStore,
)

_END = "withdrawn"  # the scope of an approval in whose place an end was signed

Record = Mapping[str, Any]


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
    store: GovernanceStore, notes: RecordNotes, found: LimitFiles, keyring: OperatorKeyring, *,
    is_all: bool,
) -> Iterator[Defect]:  # fmt: skip
    """Yield the approvals and ends of limits, and what acts, that are not those of the record.

    A line that does not hold what its operator signed counts for nothing, and is told.

    Args:
        is_all: whether the record is kept from its first line on.
    """
    signed: dict[str, list[RecordLine]] = {}
    for name, lines in sorted(notes.by("id", *LIMIT_LINES).items()):
        if not LIMIT_ID.fullmatch(name):
            continue
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


def _signed(line: RecordLine) -> Record:
    """Return what was signed; empty where the line does not have it."""
    signed = line.data.get("approval")
    return signed if isinstance(signed, dict) else {}


def _is_end(line: RecordLine) -> bool:
    return bool(line.data["type"] == LIMIT_WITHDRAWN)


def _forgery(name: str, line: RecordLine, keyring: OperatorKeyring) -> str:
    """Return why a line does not hold what its operator signed; empty where nobody can tell."""
    signed, why = _signed(line), f"does not hold what {line.says('operator')} signed of {name}"
    if signed.get("subject") != name:
        return why
    try:
        schemas.check(signed, schemas.APPROVAL, line.place)
    except InvalidPacket as error:
        return f"{why}: {error.defects[0].problem}"
    problem = signature_problem(signed, keyring)
    return f"its signature {problem}" if problem else ""


def _problem(approval: Record | None, line: RecordLine) -> str:
    done, verb = ("ended", "withdraw") if _is_end(line) else ("approved", "approve")
    what = f"{line.place} says that {line.says('operator')} {done} the limit"
    to_do = f"{what}: sign that anew with `robot-memory limits {verb}`"
    if approval is None:
        return f"is gone, or was not written, and {to_do}"
    if approval and (approval["scope"] == _END) != _is_end(line):
        return f"{'holds the limit still' if _is_end(line) else 'ends the limit'}, and {to_do}"
    if approval and approval != _signed(line):
        return f"is not the newest signature, and {to_do}"
    return ""


def _is_unapproved(what: Record, lines: Sequence[RecordLine], *, is_all: bool) -> bool:
    """Tell whether the record is known to have no line that approves a limit as it acts."""
    approved = [_signed(line) for line in lines if not _is_end(line)]
    if not approved:
        return is_all
    whole = ({**terms, **(terms.get("limit") or {})} for terms in approved)
    return not any(all(one.get(k) == value for k, value in what.items()) for one in whole)


def _speeds(data: Record) -> dict[str, Record]:
    return {str(one): {"variable": "speed", "value": data["speed_m_s"]} for one in data["limits"]}


def _places(data: Record) -> dict[str, Record]:
    return {
        str(one["id"]): {"value": one["value"], "place": one["place"]} for one in data["places"]
    }
