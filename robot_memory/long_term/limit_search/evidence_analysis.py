"""Searches the evidence for limits and healed faults.

See docs/explanation/conditions.md, "When a limit is reported".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.changes_allowed import conclusion
from robot_memory.entries.resolve_rules import is_found_over
from robot_memory.foundation.repeated_looks import looks
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Ledger, Observation
from robot_memory.long_term.limit_search.healed_fault import stays_away
from robot_memory.long_term.limit_search.limit_finding import LimitFinding, compare
from robot_memory.long_term.limit_search.limit_lifecycle import (
    ReportedLimit,
    confirmed,
    contradiction,
    limit_row,
    withdrawal_row,
)
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.permutation_blocks import SeededDraws
from robot_memory.long_term.limit_search.region import FEWEST_ONSETS
from robot_memory.long_term.limit_search.risk_set import (
    FaultInterval,
    holds_any,
    intervals_of,
    risk_of,
)

INTERVAL = 600.0  # s between two analyses
_FEWEST_INTERVALS = 3
_REST = 6 * 3600.0  # the least time without a fault before testing whether it stays away


class EvidenceAnalysis:
    """Searches the ledger for limits and healed faults."""

    def __init__(
        self, ledger: Ledger, entries: Mapping[str, MemoryEntry], settings: Settings, now: Instant
    ) -> None:
        self._ledger = ledger
        self._entries = entries
        self._settings = settings
        self._now = now
        self._reported = {row.detail["explains"]: ReportedLimit.of(row) for row in ledger.limits()
                      if _is_live(entries.get(row.entry_id))}  # fmt: skip
        self._ran: OperatingHistory | None = None
        self._exercised: OperatingHistory | None = None

    def rows(self) -> Iterator[Observation]:
        """Yield new findings; none if no evidence came since the last call.

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
    def _operation(self) -> OperatingHistory:
        if self._ran is None:
            self._ran = OperatingHistory.of(self._ledger.operating_samples())
        return self._ran

    @property
    def _exercise(self) -> OperatingHistory:
        """The operation, with only the columns of reported limits: all columns may take 10 MB."""
        if self._ran is not None:
            return self._ran
        if self._exercised is None:
            told = {reported.region.variable for reported in self._reported.values()}
            self._exercised = OperatingHistory.of(self._ledger.operating_samples(), only=told)
        return self._exercised

    def _intervals(self, entry: MemoryEntry) -> list[FaultInterval]:
        component = entry.component
        return intervals_of(self._ledger.occurrences(entry.id, component))

    # -- limits ----------------------------------------------------------------------------

    def _limit(self, entry: MemoryEntry, analysed: int) -> Iterator[Observation]:
        intervals = self._intervals(entry)
        reported = self._reported.get(entry.id)
        if reported is not None:
            yield from self._judge(entry, intervals, reported)
            return
        before = sum(interval.row <= analysed for interval in intervals)
        if looks(len(intervals)) > looks(before):
            # The same evidence always gives the same random draws.
            random = SeededDraws(f"{entry.id} {len(intervals)}")
            risk = risk_of(intervals, self._operation)
            finding = compare(risk, random, look=looks(len(intervals)))
            if finding is not None:
                yield self._row(entry, finding, intervals)

    def _judge(
        self, entry: MemoryEntry, intervals: list[FaultInterval], reported: ReportedLimit
    ) -> Iterator[Observation]:
        """Yield what later onsets show about a reported limit."""
        new = [interval for interval in intervals if interval.row > reported.up_to]
        later = [interval for interval in intervals if interval.row > reported.since]
        if not new:
            return
        if len(later) >= FEWEST_ONSETS:
            against = contradiction(risk_of(later, self._operation), reported)
            if against is not None:
                withdrawal = withdrawal_row(reported, against, self._now)
                row = conclusion(withdrawal, self._entries.get(reported.entry_id))
                if row is not None:
                    yield row
                return
        finding = confirmed(risk_of(intervals, self._operation), reported)
        # A robot that obeys the limit no longer enters its region. An onset in the region as found
        # now, which may be wider than the reported one, confirms the limit.
        if finding is not None and holds_any(new, self._operation, finding.region):
            yield self._row(entry, finding, intervals, reported)

    def _row(
        self,
        entry: MemoryEntry,
        finding: LimitFinding,
        intervals: list[FaultInterval],
        reported: ReportedLimit | None = None,
    ) -> Observation:
        up_to = intervals[-1].row
        return limit_row(entry, finding, self._now, self._settings, up_to=up_to, reported=reported)

    # -- return to health ------------------------------------------------------------------

    def _may_be_away(self, entry: MemoryEntry) -> bool:
        rest = (self._now.time - entry.last_reinforced).total_seconds()
        is_known = entry.observation_count >= _FEWEST_INTERVALS and self._now.trusted
        return is_known and rest >= _REST and not is_found_over(entry)

    def _return_to_health(self, entry: MemoryEntry) -> Iterator[Observation]:
        reported = self._reported.get(entry.id)
        region = reported.region if reported else None
        now = self._now.time.timestamp()
        away = stays_away(self._intervals(entry), self._exercise, region, now)
        if away is not None:
            yield Observation(
                kind=Kind.RECOVERED,
                instant=self._now,
                summary=away.describe(),
                detector="conditions",
                component=entry.component,
                entry_id=entry.id,
                detail={"hours": round(away.seconds / 3600.0, 3),
                        "expected": round(away.expected, 3), "p": away.p},
            )  # fmt: skip


def _is_fault(entry: MemoryEntry) -> bool:
    return entry.type is EntryType.HARDWARE_OBSERVATION and entry.key is not None


def _is_live(entry: MemoryEntry | None) -> bool:
    return entry is not None and entry.type is not EntryType.RESOLVED
