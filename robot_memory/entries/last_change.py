"""The last change of an entry, and what takes it back (rules.md §1.18). Pure.

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from robot_memory.entries.fold import Fold
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.resolve_rules import without_resolve
from robot_memory.entries.undo_rules import BEFORE, EVIDENCE, UNDOES, fields_of, with_before
from robot_memory.foundation.errors import InvalidInput, NotYours
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind, Observation, Source

_REFUSAL = "nothing was stored"


@dataclass(frozen=True)
class Undone:
    """The answer to who takes the last change of an entry back.

    Attributes:
        entry: as it is now, or as it was when it left.
        change: the row that was taken back.
        has_left: whether that was the note that had made the entry, which is in the archive now.
    """

    entry: MemoryEntry
    change: Observation
    has_left: bool

    @property
    def words(self) -> str:
        """What was done, in words."""
        change = self.change
        what = (
            f"took back: {change.kind.value} by {change.author}, {change.time:%Y-%m-%d %H:%M} UTC"
        )
        return f"{what}; it is in the archive" if self.has_left else f"{what}: {self.entry.text}"


def last_change(
    entry: MemoryEntry, rows: Iterable[Observation], settings: Settings, *, is_live: bool
) -> tuple[Observation, dict[str, Any] | None]:
    """Return the last change of an entry, and the values of the fields that take it back.

    None in their place: it is the note that made the entry. There are none for an entry that was
    forgotten: it comes back as a whole.

    Args:
        entry: as it is now, or as it was when it was forgotten.
        rows: what was said of it.
        settings: as of the fold.
        is_live: whether it is in the file; else only what forgot it can be taken back.

    Raises:
        InvalidInput: there is no change, or all that it changed was changed since.
    """
    for change in _standing_changes(rows):
        if not is_live and change.kind is Kind.FORGET:
            return change, {}
        if not is_live:
            raise InvalidInput(f"nobody forgot {entry.id} last: it faded, or left with the file")
        if change.kind is Kind.FORGET:
            continue  # it came back since
        if change.kind is Kind.NOTE and BEFORE not in change.detail:
            return change, None
        earlier = _before(entry, change)
        fold = Fold({entry.id: earlier}, settings)
        fold.add([change])  # what it did is what it does again
        values = _values(entry, earlier, fold.entries.get(entry.id, earlier))
        if values is None and change.source is Source.PERSON:
            raise InvalidInput(f"what {change.author} changed was changed since; {_REFUSAL}")
        if values:  # else it changed nothing, or nothing is left of what others changed
            return change, values
    raise InvalidInput(f"nobody has changed {entry.id}: there is nothing to take back")


def _standing_changes(rows: Iterable[Observation]) -> Iterator[Observation]:
    """Yield the changes that people or agents made and nobody has taken back, newest first."""
    known = sorted(rows, key=lambda row: -row.id)
    undone = {row.detail.get(UNDOES) for row in known}
    for row in known:
        is_said = row.source is not Source.DETECTOR
        if is_said and UNDOES not in row.detail and row.id not in undone:
            yield row


def check_undoer(by_whom: Source) -> None:
    """Check that a person asks: what an agent takes back, it would say anew (rules.md §2.7).

    Raises:
        NotYours: it is none, or nobody can check it.
    """
    if by_whom is not Source.PERSON:
        raise NotYours(
            f"{by_whom.value!r} takes nothing back; {_REFUSAL}: at the robot's machine a person "
            "can, with robot-memory undo"
        )


def check_made(entry: MemoryEntry, change: Observation) -> None:
    """Check that an entry rests on nothing but the note that made it, so that it may go with that.

    Raises:
        InvalidInput: it has other evidence too.
    """
    if entry.key is not None or entry.observation_count > 1 or entry.first_seen != change.time:
        raise InvalidInput(
            f"{entry.id} has other evidence than the note of {change.author}; {_REFUSAL}: resolve "
            "it, or forget it"
        )


def _before(entry: MemoryEntry, change: Observation) -> MemoryEntry:
    """Return an entry as it was before a change.

    Raises:
        InvalidInput: an earlier version stored the change, without that.
    """
    if change.kind is Kind.REPAIRED:
        return without_resolve(entry)
    if BEFORE not in change.detail:
        raise InvalidInput(
            f"{change.kind.value} of {change.time:%Y-%m-%d %H:%M} UTC was stored by an earlier "
            f"version, which did not note what it changed; {_REFUSAL}: change it by hand"
        )
    return with_before(entry, change)


def _values(
    entry: MemoryEntry, earlier: MemoryEntry, changed: MemoryEntry
) -> dict[str, Any] | None:
    """Return the values that take a change back, if any; None where they were changed since.

    Args:
        entry: as it is now.
        earlier: before the change.
        changed: after it.
    """
    now, old, new = fields_of(entry), fields_of(earlier), fields_of(changed)
    differ = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    stays = {name for name in differ if now.get(name) != new.get(name)}
    if stays - {*EVIDENCE}:
        return None
    if any(now.get(name) != new.get(name) for name in EVIDENCE):
        differ -= {*EVIDENCE}  # what came since stays
    return {name: old.get(name) for name in differ}
