"""Which entries changed since a time, and how, from the record of events."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.period import Period
from robot_memory.long_term.levels.entry_event_recorder import is_own_word
from robot_memory.memory import RobotMemory

_MOST_EVENTS = 5_000  # of the newest that are looked at


@dataclass
class ChangedEntry:
    """An entry that changed."""

    id: str
    # text, confidence: as they were after the last change
    text: str
    confidence: float | None
    last: datetime  # when that was, UTC
    # how often it was created, reinforced, resolved, and so on, the newest change first
    changes: Counter[str] = field(default_factory=Counter)
    # whether one of the changes is more than the word of an agent (rules.md §6.15)
    is_own: bool = False

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "id": self.id, "text": self.text, "confidence": self.confidence,
            "last_change": self.last, "changes": self._ways(),
        }  # fmt: skip

    @property
    def how(self) -> str:
        """Its changes in words: 'resolved, reinforced 3 times'."""
        return ", ".join(self._ways())

    def _ways(self) -> list[str]:
        return [kind if n == 1 else f"{kind} {n} times" for kind, n in self.changes.items()]


def changed_entries(memory: RobotMemory, period: Period) -> list[ChangedEntry]:
    """Return the entries that changed in a period, the one that changed last first."""
    # As it is worded now: nobody notes an event where a person words it otherwise in the file.
    said = {entry.id: entry.text for _, entry in memory.entries(include_resolved=True)}
    found: dict[str, ChangedEntry] = {}
    for event in reversed(memory.long_term.levels.events.newest_of_ours(_MOST_EVENTS)):
        time, entry_id = stamps.time_of(event.get("timestamp")), event.get("id")
        what, _, kind = str(event.get("type", "")).partition("_")
        if what != "entry" or time is None or not isinstance(entry_id, str):
            continue
        if not period.holds(time):
            continue
        if kind == "reinforced" and (event.get("known") or event.get("muted")):
            continue  # it alarms no one (rules.md §1.13)
        value = event.get("confidence")
        confidence = float(value) if isinstance(value, (int, float)) else None
        text = said.get(entry_id, str(event.get("text", "")))
        one = ChangedEntry(entry_id, text, confidence, time)
        one = found.setdefault(entry_id, one)
        one.changes[kind] += 1
        one.is_own |= is_own_word(event, "")
    return list(found.values())
