"""Which entries changed since a time, and how, from the record of events."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.long_term.levels.entry_event_recorder import is_own_word
from robot_memory.memory import RobotMemory

_MOST_EVENTS = 5_000  # of the newest that are looked at


@dataclass
class ChangedEntry:
    """An entry that changed.

    Attributes:
        text, confidence: as they were after the last change.
        last: when that was, UTC.
        changes: how often it was created, reinforced, resolved, and so on, the newest change first.
        is_own: whether one of the changes is more than the word of an agent (rules.md §6.15).
    """

    id: str
    text: str
    confidence: float | None
    last: datetime
    changes: Counter[str] = field(default_factory=Counter)
    is_own: bool = False

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        changes = [kind if n == 1 else f"{kind} {n} times" for kind, n in self.changes.items()]
        return {
            "id": self.id, "text": self.text, "confidence": self.confidence,
            "last_change": self.last, "changes": changes,
        }  # fmt: skip


def changed_entries(memory: RobotMemory, since: datetime) -> list[ChangedEntry]:
    """Return the entries that changed since a time, the one that changed last first.

    Args:
        memory: which is not changed.
        since: UTC.
    """
    # As it is worded now: nobody notes an event where a person words it otherwise in the file.
    said = {entry.id: entry.text for _, entry in memory.entries(include_resolved=True)}
    found: dict[str, ChangedEntry] = {}
    for event in reversed(memory.long_term.levels.events.newest_of_ours(_MOST_EVENTS)):
        time, entry_id = stamps.time_of(event.get("timestamp")), event.get("id")
        what, _, kind = str(event.get("type", "")).partition("_")
        if what != "entry" or time is None or time < since or not isinstance(entry_id, str):
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
