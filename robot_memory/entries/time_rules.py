"""Corrections for entries with times from a wrong clock (rules.md §4.2 and §4.5).

See docs/explanation/time.md, "Clocks that were wrong in earlier boots".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.errors import Defect
from robot_memory.ledger.observation import Observation, stamp_from_text
from robot_memory.ledger.row_order import STEP

_PAST = ("resolved_at", "recovered_at", "known_since")  # extra fields that cannot be in the future

_FAR = timedelta(days=1)  # ahead: more than a time zone, or a clock that is slightly fast


@dataclass(frozen=True)
class RightTimes:
    """The content of a ``retime`` row.

    Attributes:
        moves: the right time for each wrong one.
        latest: the latest possible time; None if only the moves count.
    """

    moves: Mapping[datetime, datetime]
    latest: datetime | None

    @classmethod
    def of(cls, row: Observation) -> RightTimes:
        """Read the times from a row."""
        latest = row.detail.get("latest")
        moves = {stamp_from_text(old): stamp_from_text(new)
                 for old, new in row.detail["moves"].items()}  # fmt: skip
        return cls(moves, stamp_from_text(latest) if latest else None)

    def given_to(self, entry: MemoryEntry) -> MemoryEntry:
        """Return an entry with right times; nothing else changes."""
        extra = dict(entry.extra)
        for name, value in entry.extra.items():
            if isinstance(value, datetime):
                right = self.moves.get(value, value)
                extra[name] = self._past(right) if name in _PAST else right
        last = self._past(self.moves.get(entry.last_reinforced, entry.last_reinforced))
        first = self._past(self.moves.get(entry.first_seen, entry.first_seen))
        return replace(entry, first_seen=first, last_reinforced=last, extra=extra)

    def _past(self, time: datetime) -> datetime:
        return time if self.latest is None else min(time, self.latest)


def are_ahead(entries: Iterable[MemoryEntry], now: datetime) -> bool:
    """Whether entries were seen, or first seen, more than an hour after now."""
    limit = now + STEP
    return any(max(entry.first_seen, entry.last_reinforced) > limit for entry in entries)


def ahead_defects(entries: Iterable[MemoryEntry], now: datetime) -> Iterator[Defect]:
    """Yield the times of entries that are far ahead: edited, or from a wrong clock."""
    for entry in entries:
        for name in ("first_seen", "last_reinforced"):
            time: datetime = getattr(entry, name)
            if time > now + _FAR:
                problem = f"{time:%Y-%m-%d} lies ahead of now, {now:%Y-%m-%d %H:%M} UTC"
                yield Defect(f"{entry.id}.{name}", problem)
