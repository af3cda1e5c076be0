"""Which entries changed since a time, and how, according to the event log."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, TypedDict

from robot_memory.entries import MemoryEntry
from robot_memory.entries.entry_readings import text_of_row
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.period import Period
from robot_memory.ledger import Kind
from robot_memory.long_term.levels.entry_event_recorder import is_own_word
from robot_memory.memory import RobotMemory

_MOST_EVENTS = 5_000  # newest events that are read
_MOST_ROWS = 200  # rows of an entry that are searched for its earlier texts


class _TextBefore(TypedDict, total=False):
    said_before: Annotated[str, "Its text before a person changed that in the file."]


class EntryChangeRecord(_TextBefore):
    """An entry that changed; its text and confidence are those of now, or the last ones."""

    id: str
    text: str
    confidence: Annotated[float | None, "0 to 1; null where it is not known."]
    last_change: datetime
    changes: Annotated[list[str], "What became of it, in words, the newest change first."]


@dataclass
class ChangedEntry:
    """An entry that changed."""

    id: str
    # current values; for an entry that left, those after its last change
    text: str
    confidence: float | None
    last: datetime  # time of the last change, UTC
    # numbers of creations, reinforcements, resolutions and so on, the newest change first
    changes: Counter[str] = field(default_factory=Counter)
    # whether any change is more than an agent's word (rules.md §6.15)
    is_own: bool = False
    said_before: str = ""  # its text before a person changed it in the file; else empty

    def as_record(self) -> EntryChangeRecord:
        """Return the entry as JSON data."""
        record: EntryChangeRecord = {
            "id": self.id, "text": self.text, "confidence": self.confidence,
            "last_change": self.last, "changes": self._ways(),
        }  # fmt: skip
        if self.said_before:
            record["said_before"] = self.said_before
        return record

    @property
    def how(self) -> str:
        """The changes in words: 'resolved, reinforced 3 times'."""
        was = one_line(self.said_before)
        edit = [f"text changed in the file, was '{was}'"] if was else []
        return ", ".join([*self._ways(), *edit])

    def _ways(self) -> list[str]:
        return [kind if n == 1 else f"{kind} {n} times" for kind, n in self.changes.items()]


def changed_entries(memory: RobotMemory, period: Period) -> list[ChangedEntry]:
    """Return the entries that changed in a period, the latest change first."""
    # Use the current texts: no event records that a person rewords an entry in the file.
    said = {one[1].id: one for one in memory.entries(include_resolved=True)}
    found: dict[str, ChangedEntry] = {}
    for event in reversed(memory.long_term.levels.events.newest_of_ours(_MOST_EVENTS)):
        time, entry_id = stamps.time_of(event.get("timestamp")), event.get("id")
        what, _, kind = str(event.get("type", "")).partition("_")
        if what != "entry" or time is None or not isinstance(entry_id, str):
            continue
        if not period.holds(time):
            continue
        if kind == "reinforced" and (event.get("known") or event.get("muted")):
            continue  # it alarms nobody (rules.md §1.13)
        value = event.get("confidence")
        confidence = float(value) if isinstance(value, (int, float)) else None
        if entry_id not in found:
            text, was = str(event.get("text", "")), ""
            if entry_id in said:
                confidence, now = said[entry_id]
                text, was = now.text, words_before_edit(memory, now)
            found[entry_id] = ChangedEntry(entry_id, text, confidence, time, said_before=was)
        one = found[entry_id]
        one.changes[kind] += 1
        one.is_own |= is_own_word(event, "")
    return list(found.values())


def words_before_edit(memory: RobotMemory, entry: MemoryEntry) -> str:
    """Return an entry's text before a person changed it in the file; else empty.

    An edit makes no row (rules.md §1.4): it shows as a text that no row has.
    """
    if entry.has_words_of_id or not memory.has_ledger:
        return ""
    seen = memory.ledger.rows_about((entry.id,), _MOST_ROWS, (Kind.NOTE, Kind.CORRECT, Kind.ONSET))
    said = [text_of_row(row) for row in sorted(seen, key=lambda row: row.id, reverse=True)]
    return said[0] if said and entry.text not in said else ""
