"""Ranks own entries for agents, and selects entries that leave the file (000 §4.4, §4.5).

Specification: rules.md §2.14.

See docs/explanation/confidence.md, "Too many entries".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from robot_memory.entries.confidence import decayed, effective
from robot_memory.entries.context_filter import ALL_TOLD, ContextFilter
from robot_memory.entries.known_rules import is_known_unproven
from robot_memory.entries.memory_entry import KEPT_UNTIL, EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.persons_decision import has_persons_word
from robot_memory.entries.priority import (
    OLD,
    RECENT,
    is_done_on_purpose,
    is_fault,
    is_setup,
    lasting_factor,
    novelty,
)
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.settings import Settings

#: The detector whose entries are made of log messages.
LOG = "log"


class Ranking:
    """Ranks entries by effective confidence; vectorised, as there may be a thousand.

    Resolved entries are neither eligible nor pruned, whatever their confidence (document 000 §3.5).
    """

    def __init__(self, entries: Iterable[MemoryEntry]) -> None:
        self._entries = sorted(entries, key=lambda entry: entry.id)
        self._muted = {i for i, entry in enumerate(self._entries) if "muted_until" in entry.extra}
        self._kept = [i for i, entry in enumerate(self._entries) if KEPT_UNTIL in entry.extra]
        self._confidence = np.array([entry.confidence for entry in self._entries], float)
        self._last = np.array([entry.last_reinforced.timestamp() for entry in self._entries], float)
        keys = self._keys = [entry.key for entry in self._entries]
        self._is_log = np.array([key is not None and key.detector == LOG for key in keys], bool)
        self._is_live = np.array([e.type is not EntryType.RESOLVED for e in self._entries], bool)

    # Needed only for an agent's block or to make room, not for each save:

    @cached_property
    def _worth_keeping(self) -> NDArray[np.int_]:
        return np.array(list(map(_worth_keeping, self._entries)), int)

    @cached_property
    def _is_fault(self) -> NDArray[np.bool_]:
        return np.array([is_fault(key) for key in self._keys], bool)

    @cached_property
    def _is_setup(self) -> NDArray[np.bool_]:
        return np.array([is_setup(entry) for entry in self._entries], bool)

    @cached_property
    def _weight(self) -> NDArray[np.float64]:
        """The product of the priority factors that do not depend on time."""
        return np.array(list(map(lasting_factor, self._entries)), float)

    def all(self, now: datetime, settings: Settings) -> list[tuple[float, MemoryEntry]]:
        """Return all entries with their effective confidence, strongest first; ties by id."""
        values = self._values(now, settings)
        return self._pick(values, np.argsort(-values, kind="stable"))

    def decayed(self, now: datetime, settings: Settings) -> list[MemoryEntry]:
        """Return the entries that have decayed below ``prune_min`` and leave the file."""
        below = self._is_live & (self._values(now, settings) < settings.prune_min)
        return [self._entries[index] for index in np.flatnonzero(below).tolist()]

    def over_capacity(self, now: datetime, settings: Settings) -> list[MemoryEntry]:
        """Return the entries to evict because there are too many, the weakest first.

        First log entries, down to ``log_entries_max``, then any, down to ``entries_max``: agents'
        words first, entries that persons said or decided about last. Resolved entries neither leave
        nor count.
        """
        values = self._values(now, settings)
        live = np.flatnonzero(self._is_live & (values >= settings.prune_min))
        logs = live[self._is_log[live]]
        if len(live) <= settings.entries_max and len(logs) <= settings.log_entries_max:
            return []
        order = live[np.lexsort((self._last[live], values[live], self._worth_keeping[live]))]
        logs = order[self._is_log[order]]
        leaving = logs[: max(0, len(logs) - settings.log_entries_max)]
        staying = self._without(order, leaving)
        more = staying[: max(0, len(staying) - settings.entries_max)]
        return [self._entries[index] for index in (*leaving.tolist(), *more.tolist())]

    def weakest_first(self, now: datetime, settings: Settings) -> Iterator[MemoryEntry]:
        """Yield all entries in the order in which they leave a file without room.

        As in :meth:`over_capacity`, but within each kind resolved entries come first, the oldest
        first.
        """
        values = np.where(self._is_live, self._values(now, settings), 0.0)
        order = np.lexsort((self._last, values, self._is_live, self._worth_keeping))
        yield from (self._entries[index] for index in order.tolist())

    def eligible(
        self,
        now: datetime,
        settings: Settings,
        asked: ContextFilter = ALL_TOLD,
        *,
        hours: RunningHours | None = None,
    ) -> Iterator[tuple[float, MemoryEntry]]:
        """Return the entries for an agent now, with their effective confidence.

        Present faults come first (rules.md §1.15), each part in the order of :mod:`.priority`; ties
        by the newest, then by id.

        Args:
            now: the present time, UTC.
            asked: the request; only whether it has words or tags matters here.
            hours: when the robot ran, for usualness and presence; None: unknown.
        """
        values = self._values(now, settings)
        is_told = self._is_live & (values >= asked.least(settings))
        if not asked.is_specific:
            is_told &= ~self._is_setup
        chosen = np.flatnonzero(is_told)
        first = np.round(values * self._weight * self._recency(now), 9)
        is_alarm = np.zeros(len(chosen), bool)
        if hours is not None:
            first[chosen] *= self._novelty(chosen, hours)
            is_alarm[:] = [self._is_alarm(one, now, hours) for one in chosen.tolist()]
        order = chosen[np.lexsort((-self._last[chosen], -first[chosen], ~is_alarm))]
        muted = [i for i in self._muted if is_silenced(self._entries[i], now)]
        return iter(self._pick(values, self._without(order, muted)))

    def _recency(self, now: datetime) -> NDArray[np.float64]:
        elapsed = np.maximum(0.0, now.timestamp() - self._last)
        limits = [elapsed <= limit for limit in RECENT]
        factors = np.select(limits, list(RECENT.values()), OLD)
        return np.where(self._is_fault, factors, 1.0)

    def _novelty(self, chosen: NDArray[np.intp], hours: RunningHours) -> NDArray[np.float64]:
        return np.array([
            novelty(hours.usualness_of(self._entries[one].id)) if self._is_fault[one] else 1.0
            for one in chosen.tolist()
        ])  # fmt: skip

    def _is_alarm(self, number: int, now: datetime, hours: RunningHours) -> bool:
        """Whether a fault is present that no person knows of, and that nobody caused on purpose."""
        entry = self._entries[number]
        if not hours.is_there(entry) or is_done_on_purpose(entry):
            return False
        return not entry.is_known(now) or is_known_unproven(entry, now)

    def _values(self, now: datetime, settings: Settings) -> NDArray[np.float64]:
        elapsed = now.timestamp() - self._last
        values = decayed(self._confidence, elapsed, settings.decay_per_day)
        for i in self._kept:
            values[i] = effective(self._entries[i], now, settings.decay_per_day)
        return values

    def _without(
        self, order: NDArray[np.intp], left_out: NDArray[np.intp] | list[int]
    ) -> NDArray[np.intp]:
        stays = np.ones(len(self._entries), bool)  # np.isin would import numpy.ma
        stays[left_out] = False
        return order[stays[order]]

    def _pick(
        self, values: NDArray[np.float64], order: NDArray[np.intp]
    ) -> list[tuple[float, MemoryEntry]]:
        entries = map(self._entries.__getitem__, order.tolist())
        return list(zip(values[order].tolist(), entries, strict=True))


def _worth_keeping(entry: MemoryEntry) -> int:
    """Return the rank for making room: agents' words leave first, persons' words last."""
    if has_persons_word(entry):
        return 2
    return 0 if entry.is_agents_word else 1


def choose(
    ranked: Iterable[tuple[float, MemoryEntry]],
    *,
    types: Collection[str],
    include_resolved: bool,
    min_confidence: float,
) -> Iterator[tuple[float, MemoryEntry]]:
    """Filter by type and confidence; resolved entries need ``include_resolved`` or their type."""
    return (
        (value, entry)
        for value, entry in ranked
        if value >= min_confidence
        and (not types or entry.type.value in types)
        and (include_resolved or types or entry.type is not EntryType.RESOLVED)
    )
