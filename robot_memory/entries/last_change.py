"""The last change of an entry, and how to undo it (rules.md §1.18). Pure.

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from robot_memory.entries.entry_rules import new_entry
from robot_memory.entries.fold import Fold
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.persons_decision import DECIDED_BY
from robot_memory.entries.undo_rules import EVIDENCE, fields_of, with_before
from robot_memory.foundation.errors import InvalidInput, NotYours
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.checked_detail import FIELDS_BEFORE, UNDOES

_REFUSAL = "nothing was stored"
#: Requests, in people's words.
_REQUESTS = {
    Kind.RECOVERED: "request to end it", Kind.KNOWN_DOUBTED: "request to withdraw that it is known",
    Kind.MUTE_ASKED: "request to mute it", Kind.KNOWN_ASKED: "request to declare it known",
}  # fmt: skip


@dataclass(frozen=True)
class Undone:
    """The answer to an undo of an entry's last change.

    Attributes:
        entry: its present state, or its last one before it left.
        change: the row that was undone.
        has_left: whether that was the note that had made the entry, which is now in the archive.
        was_over: whether nothing was left of the change, so that the undo changed nothing.
    """

    entry: MemoryEntry
    change: Observation
    has_left: bool
    was_over: bool

    @property
    def words(self) -> str:
        """The undone change in words, and the entry's present text."""
        what = change_words(self.change)
        if self.has_left:
            return f"{what}; it is in the archive"
        over = ", of which nothing was left" if self.was_over else ""
        return f"{what}{over}: {self.entry.text}"


def change_words(change: Observation) -> str:
    """Return a change in words: its kind, author and time."""
    what = _REQUESTS.get(change.kind, change.kind.value)
    return f"{what} by {change.author}, {change.time:%Y-%m-%d %H:%M} UTC"


def last_change(
    entry: MemoryEntry, rows: Iterable[Observation], settings: Settings, *, is_live: bool
) -> tuple[Sequence[Observation], dict[str, Any] | None]:
    """Return the rows of the last change of an entry, newest first, and the values that undo it.

    The values are those of fields. They are empty for a forgotten entry, which returns as a whole,
    and None if the change is the note that made the entry. Successive requests of one kind are one
    change. So are the last changes without any remaining effect: older changes are not undone
    instead of them. A person's note that made an entry is not undone once another of its changes
    was.

    Args:
        entry: its present state, or its last one before it was forgotten.
        rows: the rows about it.
        is_live: whether it is in the file; if not, only its forgetting can be undone.

    Raises:
        InvalidInput: there is no change, or its values were changed since.
    """
    rows = list(rows)
    over: list[Observation] = []  # changes without remaining effect
    for change in _changes(rows):
        if not is_live and change[0].kind is not Kind.FORGET:
            raise InvalidInput(f"nobody forgot {entry.id} last: it faded, or left with the file")
        if change[0].kind is Kind.FORGET and is_live:
            continue  # the entry has come back since
        try:
            values = _values_back(entry, change, settings)
        except InvalidInput:
            if not over:
                raise
            break
        if values is None and not over and _is_persons_with_more(change[0], rows):
            raise InvalidInput(
                f"all that was changed of {entry.id} is taken back; {_REFUSAL}: forget it, if the "
                "note itself is to go"
            )
        if values or values is None or not is_live:
            return (over, {}) if over else (change, values)
        over += change
    if over:
        return over, {}
    raise InvalidInput(f"nobody has changed {entry.id}: there is nothing to take back")


def _is_persons_with_more(note: Observation, rows: Iterable[Observation]) -> bool:
    """Whether a person's note made an entry, and another change was undone since."""
    is_persons = note.source is Source.PERSON
    return is_persons and any(UNDOES in row.detail and row.id > note.id for row in rows)


def _values_back(
    entry: MemoryEntry, change: Sequence[Observation], settings: Settings
) -> dict[str, Any] | None:
    """Return the values that undo a change; empty if nothing is left of it; None for a first note.

    Raises:
        InvalidInput: an earlier version stored it; or a person's change was changed since.
    """
    newest, oldest = change[0], change[-1]
    if newest.kind is Kind.FORGET:
        return {}
    if newest.kind is Kind.NOTE and FIELDS_BEFORE not in newest.detail:
        return None
    earlier = with_before(entry, oldest)
    if earlier is None:
        raise InvalidInput(
            f"{oldest.kind.value} of {oldest.time:%Y-%m-%d %H:%M} UTC was stored by an earlier "
            f"version, which did not note what it changed; {_REFUSAL}: change it by hand"
        )
    fold = Fold({entry.id: earlier}, settings)
    fold.add(reversed(change))  # the change has the same effect again
    values = _values(entry, earlier, fold.entries.get(entry.id, earlier))
    if values is None and newest.source is Source.PERSON:
        raise InvalidInput(f"what {newest.author} changed was changed since; {_REFUSAL}")
    return values or {}


def _changes(rows: Iterable[Observation]) -> Iterator[list[Observation]]:
    """Yield the changes by people and agents that nobody has undone, newest first."""
    known = sorted(rows, key=lambda row: -row.id)
    undone = {number for row in known for number in row.detail.get(UNDOES, ())}
    standing = (
        row for row in known
        if row.source is not Source.DETECTOR and not row.detector  # the memory's own conclusions
        and UNDOES not in row.detail and row.id not in undone
    )  # fmt: skip
    for is_asked, group in groupby(standing, key=_asks):
        if is_asked:
            yield list(group)
        else:
            yield from ([row] for row in group)


def _asks(row: Observation) -> Kind | None:
    """Return what an agent's row requests, declares or withdraws; None for other changes."""
    if row.kind is Kind.UNMUTE and not row.source.is_proven:
        return Kind.MUTE_ASKED
    if row.kind in (Kind.KNOWN, Kind.KNOWN_ASKED, Kind.NOT_KNOWN) and not row.source.is_proven:
        return Kind.KNOWN  # an agent's declarations and their withdrawals
    return row.kind if row.kind in _REQUESTS else None


def check_undoer(by_whom: Source) -> None:
    """Raise NotYours unless a proven person undoes it: an agent could repeat it (rules.md §2.7)."""
    if by_whom is not Source.PERSON:
        raise NotYours(
            f"{by_whom.value!r} takes nothing back; {_REFUSAL}: at the robot's machine a person "
            "can, with robot-memory undo"
        )


def check_made(entry: MemoryEntry, change: Observation) -> None:
    """Raise InvalidInput if an entry holds more than the note that made it, so must not leave."""
    if entry.key is not None or entry.observation_count > 1 or entry.first_seen != change.time:
        raise InvalidInput(
            f"{entry.id} has other evidence than the note of {change.author}; {_REFUSAL}: resolve "
            "it, or forget it"
        )
    now, made = fields_of(entry), fields_of(new_entry(change))
    differ = {name for name in now.keys() | made.keys() if now.get(name) != made.get(name)}
    if differ - {*EVIDENCE, DECIDED_BY}:
        raise InvalidInput(
            f"what {change.author} noted was changed since: {entry.id} says now: {entry.text}; "
            f"{_REFUSAL}: correct it, or forget it"
        )


def _values(
    entry: MemoryEntry, earlier: MemoryEntry, changed: MemoryEntry
) -> dict[str, Any] | None:
    """Return the values that undo a change, if any; None if they were changed since."""
    now, old, new = fields_of(entry), fields_of(earlier), fields_of(changed)
    differ = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    differ.discard(DECIDED_BY)  # a person's decision stays, whatever is undone
    stays = {name for name in differ if now.get(name) != new.get(name)}
    if stays - {*EVIDENCE}:
        return None
    if any(now.get(name) != new.get(name) for name in EVIDENCE):
        differ -= {*EVIDENCE}  # later evidence stays
    return {name: old.get(name) for name in differ}
