"""Looks through the evidence for limits, and for faults that stay away (docs/conditions.md)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

import numpy as np

from robot_memory.clock import Instant
from robot_memory.consolidation.case import holds_any, risk_of
from robot_memory.consolidation.comparison import compare
from robot_memory.consolidation.finding import Finding
from robot_memory.consolidation.health_return import stays_away
from robot_memory.consolidation.limits import (
    Told,
    borne_out,
    contradiction,
    limit_row,
    withdrawal_row,
)
from robot_memory.consolidation.looks import looks
from robot_memory.consolidation.operation import Operation
from robot_memory.consolidation.scan import FEWEST_ONSETS
from robot_memory.consolidation.spell import Spell, spells_of
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.ledger import Kind, Ledger, Observation
from robot_memory.settings import Settings

_FEWEST_SPELLS = 3
_REST = 6 * 3600.0  # how long a fault must be away before anybody asks whether it stays away


class Analysis:
    """Reads the ledger, and says what follows from many pieces of evidence.

    Args:
        ledger: the evidence.
        entries: all entries, as the ledger makes them.
        settings: first confidences.
        now: when it is.
    """

    def __init__(
        self,
        ledger: Ledger,
        entries: Mapping[str, MemoryEntry],
        settings: Settings,
        now: Instant,
    ) -> None:
        self._ledger = ledger
        self._entries = entries
        self._settings = settings
        self._now = now
        self._told = {row.detail["explains"]: Told.of(row) for row in ledger.limits()
                      if _is_live(entries.get(row.entry_id))}  # fmt: skip
        self._ran: Operation | None = None

    def rows(self) -> Iterator[Observation]:
        """Yield what is new; nothing where no evidence came since the last time.

        The rows of limits have no entry_id yet.
        """
        last, analysed = self._ledger.last(), self._ledger.analysed()
        for entry_id in self._ledger.with_onsets(after=analysed):
            entry = self._entries.get(entry_id)
            if entry is not None and _is_fault(entry):
                yield from self._limit(entry, analysed)
        for entry in self._entries.values():
            if _is_fault(entry) and self._may_be_away(entry):
                yield from self._return_to_health(entry)
        if last > analysed:
            self._ledger.note_analysed(last)

    @property
    def _operation(self) -> Operation:
        if self._ran is None:
            self._ran = Operation.of(self._ledger.moments())
        return self._ran

    def _spells(self, entry: MemoryEntry) -> list[Spell]:
        component = entry.key.component if entry.key else ""
        return spells_of(self._ledger.occurrences(entry.id, component))

    # -- limits ----------------------------------------------------------------------------

    def _limit(self, entry: MemoryEntry, analysed: int) -> Iterator[Observation]:
        spells = self._spells(entry)
        told = self._told.get(entry.id)
        if told is not None:
            yield from self._judge(entry, spells, told)
            return
        before = sum(spell.row <= analysed for spell in spells)
        if looks(len(spells)) > looks(before):
            # The same evidence always meets the same chance.
            random = np.random.default_rng([zlib.crc32(entry.id.encode()), len(spells)])
            risk = risk_of(spells, self._operation)
            finding = compare(risk, random, look=looks(len(spells)))
            if finding is not None:
                yield self._row(entry, finding, spells)

    def _judge(self, entry: MemoryEntry, spells: list[Spell], told: Told) -> Iterator[Observation]:
        """Tell what later onsets make of a limit that was told."""
        new = [spell for spell in spells if spell.row > told.up_to]
        later = [spell for spell in spells if spell.row > told.since]
        if not new:
            return
        if len(later) >= FEWEST_ONSETS:
            against = contradiction(risk_of(later, self._operation), told)
            if against is not None:
                yield withdrawal_row(told, against, self._now)
                return
        finding = borne_out(risk_of(spells, self._operation), told)
        if finding is not None and holds_any(new, self._operation, told.region):
            yield self._row(entry, finding, spells, told)

    def _row(
        self, entry: MemoryEntry, finding: Finding, spells: list[Spell], told: Told | None = None
    ) -> Observation:
        up_to = spells[-1].row
        return limit_row(entry, finding, self._now, self._settings, up_to=up_to, told=told)

    # -- return to health ------------------------------------------------------------------

    def _may_be_away(self, entry: MemoryEntry) -> bool:
        rest = (self._now.time - entry.last_reinforced).total_seconds()
        is_known = entry.observation_count >= _FEWEST_SPELLS and self._now.trusted
        return is_known and rest >= _REST and "recovered_at" not in entry.extra

    def _return_to_health(self, entry: MemoryEntry) -> Iterator[Observation]:
        told = self._told.get(entry.id)
        region = told.region if told else None
        now = self._now.time.timestamp()
        away = stays_away(self._spells(entry), self._operation, region, now)
        if away is not None:
            yield Observation(
                kind=Kind.RECOVERED,
                instant=self._now,
                summary=away.describe(),
                detector="conditions",
                component=entry.key.component if entry.key else "",
                entry_id=entry.id,
                detail={"hours": round(away.seconds / 3600.0, 3),
                        "expected": round(away.expected, 3), "p": away.p},
            )  # fmt: skip


def _is_fault(entry: MemoryEntry) -> bool:
    return entry.type is EntryType.HARDWARE_OBSERVATION and entry.key is not None


def _is_live(entry: MemoryEntry | None) -> bool:
    return entry is not None and entry.type is not EntryType.RESOLVED
