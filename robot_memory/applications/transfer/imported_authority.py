"""Who may approve in an imported home, and what acts in it.

A file proves nothing of who made it, so an import enrols nobody by itself. Whoever imports names
the fingerprint of each operator whom they know. The others become former ones: what they signed can
be checked, and counts for nothing.

See docs/how-to/back-up-and-move.md, "Operators".
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import yaml

from robot_memory.applications.transfer.exported_names import named
from robot_memory.applications.transfer.exporting import OF_THE_MACHINE, SETTINGS_FILE
from robot_memory.foundation.disk.files import make_private_folder, read_regular
from robot_memory.foundation.errors import Defect, InvalidInput, InvalidPacket
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.settings import flat
from robot_memory.foundation.text import yaml_reading
from robot_memory.governance import schemas
from robot_memory.governance.operators import is_name, read_operator

_FORMER = "former"  # below the operators: the keys of those who are none any more


def check_settings(home: Path) -> None:
    """Check that the settings in a new home name nothing outside it.

    Raises:
        InvalidInput: lists those that do; or the file cannot be read.
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
    """Return the file of each operator with the fingerprint; empty where it cannot be read."""
    cards = _cards_in(home).items()
    return {path: card.fingerprint if card is not None else "" for path, card in cards}


def _cards_in(home: Path) -> dict[Path, Card | None]:
    """Return the file of each operator with the keys; None where they cannot be read."""
    found: dict[Path, Card | None] = {}
    for path in sorted((home / "governance" / "operators").glob("[!.]*.json")):
        if is_name(path.stem):
            found[path] = None
            with suppress(InvalidPacket, OSError):
                found[path] = read_operator(path)
    return found


def enrol_named(home: Path, fingerprints: Collection[str]) -> list[str]:
    """Leave enrolled in a new home only the operators who are named; return a line for each.

    Args:
        home: which nobody uses yet.
        fingerprints: of the operators who may approve.

    Raises:
        InvalidInput: nobody has one of the fingerprints, or somebody else has a key of theirs, too.
    """
    found = operators_in(home)
    cards = [(path, card) for path, card in _cards_in(home).items() if card is not None]
    _check_no_other(cards, fingerprints)
    defects = [
        Defect("operator", f"{one!r:.80} is the fingerprint of nobody in the file")
        for one in fingerprints
        if not one or one not in found.values()
    ]
    if defects:
        who = ", ".join(f"{path.stem} {one or 'cannot be read'}" for path, one in found.items())
        raise InvalidInput(f"nothing was imported; operators in it: {who or 'none'}", defects)
    return [
        *(_enrol(path, one, is_named=one in fingerprints) for path, one in found.items()),
        *named("left out, as they are no files of operators", _leave_out_strays(home)),
    ]


def _check_no_other(cards: Sequence[tuple[Path, Card]], fingerprints: Collection[str]) -> None:
    defects = [
        Defect(
            f"governance/operators/{other.name}",
            f"{other.stem} has the keys of {path.stem}, {card.fingerprint}: who signed cannot be "
            "told. Import without that fingerprint; then move from governance/operators/former the "
            "file of the one whom you know to be theirs to governance/operators",
        )
        for path, card in cards
        for other, others in cards
        if other != path and card.fingerprint in fingerprints and others.shares_key(card)
    ]
    if defects:
        raise InvalidInput("nothing was imported; one set of keys is one operator's", defects)


def _leave_out_strays(home: Path) -> list[str]:
    """Delete what is beside operators and would be one on another disk; return the names."""
    folder = home / "governance" / "operators"
    used = operators_in(home)
    strays = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path not in used and path.parent != folder / _FORMER
    ]
    for path in strays:
        path.unlink()
    return [path.relative_to(home).as_posix() for path in strays]


def _enrol(path: Path, fingerprint: str, *, is_named: bool) -> str:
    if is_named:
        return f"operator {path.stem} may approve: {fingerprint}"
    digest = hashlib.sha256(read_regular(path)).hexdigest()[:8]
    former = path.parent / _FORMER / f"{path.stem}-{digest}.json"
    make_private_folder(former.parent)
    path.rename(former)
    if not fingerprint:
        return f"operator {path.stem} is not enrolled: the file of the keys cannot be read"
    return (
        f"operator {path.stem} is not enrolled: import with --operator {fingerprint} if that is "
        "the fingerprint that you know"
    )


def acting_lines(home: Path) -> Iterator[str]:
    """Yield what acts in a home, by name: approvals, settings, procedural memory."""
    enrolled = {path.stem for path in operators_in(home)}
    counting: list[str] = []
    void: list[str] = []
    for path in sorted((home / "governance" / "approvals").glob("[!.]*.json")):
        try:
            by = str(schemas.read(path, schemas.APPROVAL)["operator"])
        except (InvalidPacket, OSError):
            by = ""
        (counting if by in enrolled else void).append(f"{path.stem} ({by or 'cannot be read'})")
    files = [
        *home.glob("*.yaml"),
        *(path for path in (home / "procedural").rglob("*") if path.is_file()),
    ]
    yield from named("approvals that count where their signatures hold", counting)
    yield from named("approvals that count for nothing, as nobody is enrolled for them", void)
    names = sorted(path.relative_to(home).as_posix() for path in files)
    yield from named("files that act as they are", names)
