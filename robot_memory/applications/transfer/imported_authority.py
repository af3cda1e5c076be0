"""Who may approve in an imported home, and which of its contents take effect.

A file does not prove who made it, so an import enrols nobody by itself. The person who imports
gives the fingerprint of each known operator, present or former. All other keys are put aside: a
stranger may have added them under any name, so none of their signatures count, and no audit
attributes them to an operator.

See docs/how-to/back-up-and-move.md, "Operators".
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import yaml

from robot_memory.applications.transfer.exported_files import named, plain_name
from robot_memory.applications.transfer.exporting import OF_THE_MACHINE, SETTINGS_FILE
from robot_memory.foundation.disk.files import (
    make_private_folder,
    read_regular,
    replace_durably,
)
from robot_memory.foundation.errors import Defect, InvalidInput, InvalidPacket
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.settings import flat
from robot_memory.foundation.text import yaml_reading
from robot_memory.governance import schemas
from robot_memory.governance.governance_store import IMPORTED
from robot_memory.governance.operators import is_name, read_operator
from robot_memory.governance.signing import can_check_signatures, problem_with
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.hash_chain import link_of
from robot_memory.long_term.levels.level_tree import LevelTree

_LARGEST_NUMBER = 2**53  # of a line in the event log
#: Subfolders of the operators: the keys of former operators, and of unconfirmed ones.
_FORMER, _UNKNOWN = "former", "unknown"
_ACTING = (SETTINGS_FILE, "names.yaml", "procedural")  # at the top of a home, in any spelling


def check_settings(home: Path) -> None:
    """Check that the settings in a new home refer to nothing outside it.

    Raises:
        InvalidInput: lists the settings that do; or the file cannot be read.
    """
    path = home / SETTINGS_FILE
    if not path.exists():
        return
    try:
        values: object = yaml_reading.load(read_regular(path).decode()) or {}
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidInput(f"nothing was imported; settings.yaml is not YAML: {error}") from error
    if not isinstance(values, dict):
        raise InvalidInput("nothing was imported; settings.yaml is not a mapping")
    given = flat(values)
    defects = [
        Defect(name, f"{given[name]!r:.80} names a path, package or address outside the home")
        for name in OF_THE_MACHINE
        if given.get(name)
    ]
    if defects:
        raise InvalidInput(
            "nothing was imported; settings.yaml in the file may not set these: export without "
            "them, and set them on this machine",
            defects,
        )


def operators_in(home: Path) -> dict[Path, str]:
    """Return each operator's file with the fingerprint; empty if it cannot be read."""
    return _fingerprints(_cards_in(home))


def former_in(home: Path) -> dict[Path, str]:
    """Return each former operator's file with the fingerprint; empty if it cannot be read."""
    return _fingerprints(_former_cards_in(home))


def _fingerprints(cards: Mapping[Path, Card | None]) -> dict[Path, str]:
    return {path: card.fingerprint if card is not None else "" for path, card in cards.items()}


def _former_cards_in(home: Path) -> dict[Path, Card | None]:
    """Return each former operator's file with the keys; None if they cannot be read."""
    folder = home / "governance" / "operators" / _FORMER
    return {path: _readable(path) for path in sorted(folder.glob("[!.]*.json"))}


def _readable(path: Path) -> Card | None:
    with suppress(InvalidPacket, OSError):
        return read_operator(path)
    return None


def _cards_in(home: Path) -> dict[Path, Card | None]:
    """Return each operator's file with the keys; None if they cannot be read.

    Keys that name another operator than their file belong to nobody.
    """
    found: dict[Path, Card | None] = {}
    for path in sorted((home / "governance" / "operators").glob("[!.]*.json")):
        if is_name(path.stem):
            card = _readable(path)
            found[path] = card if card is not None and card.rrn == path.stem else None
    return found


def enrol_named(home: Path, fingerprints: Collection[str]) -> list[str]:
    """Enrol in a new home only the operators with given fingerprints; return a line for each.

    Raises:
        InvalidInput: a fingerprint belongs to nobody, or another operator shares one of its keys.
    """
    found, former = operators_in(home), former_in(home)
    _check_no_other({**_cards_in(home), **_former_cards_in(home)}, fingerprints)
    defects = [
        Defect("operator", f"{one!r:.80} is the fingerprint of nobody in the file")
        for one in fingerprints
        if not one or one not in {*found.values(), *former.values()}
    ]
    if defects:
        everybody = {**found, **former}.items()
        who = ", ".join(f"{path.stem} {one or 'cannot be read'}" for path, one in everybody)
        raise InvalidInput(f"nothing was imported; operators in it: {who or 'none'}", defects)
    _note_imported_record(home)
    return [
        *(_enrol(path, one, is_named=one in fingerprints) for path, one in found.items()),
        *(_keep_former(path, one, is_named=one in fingerprints) for path, one in former.items()),
        *named("left out, as they are no files of operators", _leave_out_strays(home)),
    ]


def _note_imported_record(home: Path) -> None:
    """Note the line up to which the imported event log is not this home's own.

    Raises:
        InvalidInput: a line has an impossible number, so that the home would confuse its own lines
            with imported ones.
    """
    with EventLog(LevelTree(home)).snapshot() as record:
        links = [link_of(line) for _, line in record.lines([], after=0)]
    numbers = [link.seq for link in links if link is not None]
    up_to = numbers[-1] if numbers else 0
    odd = next((one for one in numbers if not 0 < one <= min(up_to, _LARGEST_NUMBER)), None)
    if odd is not None:
        problem = f"has the number {odd}, and the record ends with {up_to}"
        raise InvalidInput(
            "nothing was imported; `robot-memory audit verify` names the line, on the old machine",
            [Defect("episodic/events", f"a line {problem}")],
        )
    path = home / "governance" / IMPORTED
    make_private_folder(path.parent)
    replace_durably(path, json.dumps({"record_up_to": up_to}).encode())


def _check_no_other(found: Mapping[Path, Card | None], fingerprints: Collection[str]) -> None:
    cards = [(path, card) for path, card in found.items() if card is not None]
    defects = [
        Defect(
            f"governance/operators/{other.name}",
            f"{others.rrn} has the keys of {card.rrn}, {card.fingerprint}: who signed cannot be "
            "told. Import without that fingerprint; then move the file of the one whom you know to "
            "be theirs from governance/operators/unknown to governance/operators",
        )
        for _, card in cards
        for other, others in cards
        if others.rrn != card.rrn and card.fingerprint in fingerprints and others.shares_key(card)
    ]
    if defects:
        raise InvalidInput("nothing was imported; one set of keys is one operator's", defects)


def _leave_out_strays(home: Path) -> list[str]:
    """Delete files that could count as operators' on another disk; return their names."""
    folder = home / "governance" / "operators"
    used = operators_in(home)
    strays = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path not in used
        and path.parent not in (folder / _FORMER, folder / _UNKNOWN)
    ]
    for path in strays:
        path.unlink()
    return [path.relative_to(home).as_posix() for path in strays]


def _enrol(path: Path, fingerprint: str, *, is_named: bool) -> str:
    if is_named:
        return f"operator {path.stem} may approve: {fingerprint}"
    _put_aside(path, path.parent)
    if not fingerprint:
        return (
            f"operator {path.stem} is not enrolled: the file of the keys cannot be read, or names "
            "another operator"
        )
    return (
        f"operator {path.stem} is not enrolled: import with --operator {fingerprint} if that is "
        "the fingerprint that you know"
    )


def _keep_former(path: Path, fingerprint: str, *, is_named: bool) -> str:
    if is_named:
        return f"former operator {path.stem}, known by the fingerprint given: {fingerprint}"
    _put_aside(path, path.parent.parent)
    return (
        f"the keys of a former operator in {path.name} were put aside: what they signed counts as "
        "nobody's; import with --operator "
        f"{fingerprint or 'FINGERPRINT'} too if that is one that you know"
    )


def _put_aside(path: Path, operators: Path) -> None:
    digest = hashlib.sha256(read_regular(path)).hexdigest()[:8]
    unknown = operators / _UNKNOWN / f"{path.stem}-{digest}.json"
    make_private_folder(unknown.parent)
    path.rename(unknown)


def acting_lines(home: Path) -> Iterator[str]:
    """Yield the names of contents that take effect: approvals, settings, procedural memory."""
    enrolled = {path.stem: card for path, card in _cards_in(home).items() if card is not None}
    counting, void = _signed(home, "approvals", schemas.APPROVAL, enrolled)
    ended, unknown = _signed(home, "withdrawals", schemas.WITHDRAWAL, enrolled)
    files = sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())
    acting = [name for one in _ACTING for name in files if plain_name(name.split("/")[0]) == one]
    yield from named("approvals that count where their signatures hold", counting)
    yield from named("approvals that count for nothing, as nobody is enrolled for them", void)
    yield from named("packets that an operator withdrew, where their signatures hold", ended)
    yield from named("withdrawals by nobody who is enrolled: see who signed them", unknown)
    yield from named("files that act as they are", acting)


def _signed(
    home: Path, folder: str, kind: str, enrolled: Mapping[str, Card]
) -> tuple[list[str], list[str]]:
    """Return the statements in a folder signed by enrolled operators, and all others.

    If signatures cannot be checked here, the operator's name decides.
    """
    counting: list[str] = []
    void: list[str] = []
    can_check = can_check_signatures()
    for path in sorted((home / "governance" / folder).glob("[!.]*.json")):
        try:
            record = schemas.read(path, kind)
        except (InvalidPacket, OSError):
            void.append(f"{path.stem} (cannot be read)")
            continue
        by = str(record.get("operator") or record.get("by"))
        card = enrolled.get(by)
        is_theirs = card is not None and not (can_check and problem_with(record, card))
        (counting if is_theirs else void).append(f"{path.stem} ({by})")
    return counting, void
