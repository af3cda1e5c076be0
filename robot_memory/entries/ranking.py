"""Which entries an agent is told of, strongest first, and which are spent (000 §4.4, §4.5)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from robot_memory.entries.entry import EntryType, MemoryEntry
from robot_memory.entries.lifecycle import decayed
from robot_memory.settings import Settings

_WORD = re.compile(r"\w{3,}")


class Ranking:
    """Entries with their numbers in arrays, so that a thousand are ranked in microseconds.

    Args:
        entries: all entries; resolved ones are never told and never pruned: they are left out.
    """

    def __init__(self, entries: Iterable[MemoryEntry]) -> None:
        self._entries = sorted(
            (entry for entry in entries if entry.type is not EntryType.RESOLVED),
            key=lambda entry: entry.id,
        )
        self._mutable = {i for i, entry in enumerate(self._entries) if "muted_until" in entry.extra}
        self._confidence = np.array([entry.confidence for entry in self._entries], float)
        self._last = np.array([entry.last_reinforced.timestamp() for entry in self._entries], float)

    def _values(self, now: datetime, settings: Settings) -> NDArray[np.float64]:
        elapsed = now.timestamp() - self._last
        values: NDArray[np.float64] = decayed(self._confidence, elapsed, settings.decay_per_day)
        return values

    def spent(self, now: datetime, settings: Settings) -> list[MemoryEntry]:
        """Return the entries that have faded below ``prune_min`` and leave the file."""
        below = np.flatnonzero(self._values(now, settings) < settings.prune_min)
        return [self._entries[index] for index in below.tolist()]

    def eligible(
        self, now: datetime, settings: Settings, min_confidence: float = 0.0
    ) -> Iterator[tuple[float, MemoryEntry]]:
        """Yield the entries worth telling now with their effective confidence.

        Strongest first, of equals the newest, of those by id. ``min_confidence`` may only raise
        the setting ``inject_min``.
        """
        values = self._values(now, settings)
        chosen = np.flatnonzero(values >= max(settings.inject_min, min_confidence))
        order = chosen[np.lexsort((-self._last[chosen], -values[chosen]))]
        for index, value in zip(order.tolist(), values[order].tolist(), strict=True):
            entry = self._entries[index]
            if index not in self._mutable or not entry.is_muted(now):
                yield value, entry


def select(
    ranked: Iterable[tuple[float, MemoryEntry]], *, tags: Collection[str] = (), query: str = ""
) -> Iterable[tuple[float, MemoryEntry]]:
    """Keep the entries that have one of the tags, and that share a word with the query."""
    if tags:
        wanted = set(tags)
        ranked = (pair for pair in ranked if wanted.intersection(pair[1].tags))
    if query:
        words = _words(query)
        ranked = (pair for pair in ranked
                  if words & _words(f"{pair[1].text} {' '.join(pair[1].tags)}"))  # fmt: skip
    return ranked


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
