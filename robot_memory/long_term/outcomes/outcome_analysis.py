"""Decides when attempts make, confirm or withdraw an entry: the tests and their results.

Specification: rules.md §13.2, §13.3 and §13.4.

See docs/explanation/outcomes.md, "Confidence of such an entry".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from robot_memory.entries.changes_allowed import conclusion
from robot_memory.entries.confidence import effective
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.repeated_looks import FEWEST, SOON, looks
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Ledger, Observation, Source
from robot_memory.long_term.outcomes.past_attempt import PastAttempt, newest_of, past_attempts
from robot_memory.long_term.outcomes.reported_outcome import (
    END_KINDS,
    ReportedOutcome,
    faded_row,
    is_end,
    is_proven_end,
    outcome_key,
    outcome_row,
    withdrawal_row,
)
from robot_memory.long_term.outcomes.task_finding import (
    SINCE_CONFIRMED,
    SINCE_REPORTED,
    TaskFinding,
    confirmed,
    find,
    holds_in,
    is_contradicted,
    suspected,
)

NEWEST = 200  # attempts to compare; older ones are only counted
#: Sources to test together, by the source of the finding, the most reliable first.
_SEEN = {Source.DETECTOR: (Source.DETECTOR,)}
_REPORTED = {
    Source.PERSON: (Source.PERSON,),
    Source.AGENT: (Source.PERSON, Source.AGENT, Source.CLAIMED),
}
_SUREST = (Source.DETECTOR, Source.PERSON, Source.AGENT)
_MOST_ROWS = 100  # rows of an entry to search for its end


@dataclass(frozen=True)
class _TaskLook:
    """The attempts at a task after new ones came, to be tested."""

    task: str
    rows: Sequence[Observation]  # all attempts that count, in order of time
    known: int  # the newest row of the ledger at the last look
    reported: ReportedOutcome | None  # what was reported about these attempts; None: nothing
    was: str  # the last reported sentence, also if it was withdrawn

    @cached_property
    def _earlier(self) -> int:
        return sum(row.id <= self.known for row in self.rows)

    @cached_property
    def _attempts(self) -> list[PastAttempt]:
        return past_attempts(self.rows)

    @property
    def is_due(self) -> bool:
        return self._is_test_due or self._is_suspicion_due

    @property
    def is_contradicted(self) -> bool:
        """Whether later attempts contradict what was reported; False also if no test is due.

        A suspicion fades instead, and a certain finding beside it is tested again after that.
        """
        told = self.reported
        if told is None or told.is_suspected or not self._is_test_due:
            return False
        return any(
            is_contradicted(self._after(row), told.condition, helps=told.helps, proof=proof)
            for row, proof in ((told.since, SINCE_REPORTED), (told.up_to, SINCE_CONFIRMED))
        )

    def finding(self, *, may_suspect: bool) -> TaskFinding | None:
        """Return the finding from the attempts; None also if new ones do not confirm the report.

        A difference that may be chance is returned only if ``may_suspect`` and there is no other.
        """
        sure = self._sure()
        may_suspect &= self._is_suspicion_due and (sure is None or sure.condition is None)
        told = self.reported
        doubt = suspected(self._newest) if may_suspect else None
        if doubt is not None or sure is not None:
            return doubt or sure
        is_often = told is not None and told.is_suspected and told.is_often
        return confirmed(self._newest, None) if is_often else None

    def _sure(self) -> TaskFinding | None:
        if not self._is_test_due:
            return None
        found, told = find(self._newest, looks(len(self.rows))), self.reported
        if told is None or told.is_suspected:
            return found
        found = found or confirmed(self._newest, told.condition)
        if found is None or (found.condition is not None and not told.is_of(found)):
            return found  # old attempts may be one side of a new condition
        return found if holds_in(self._after(told.up_to), found) else None

    @property
    def _is_test_due(self) -> bool:
        """Every six attempts if something certain was reported, else after half as many more."""
        told, count = self.reported, len(self.rows)
        if told is None or not told.is_sure:
            return looks(count) > looks(self._earlier)
        since = told.since if told.is_suspected else told.up_to
        counted = sum(row.id <= since for row in self.rows)
        return (count - counted) // FEWEST > max(0, self._earlier - counted) // FEWEST

    @property
    def _is_suspicion_due(self) -> bool:
        """At each failure, test and eighth more attempts, and when a suspicion's tries are used up.

        Never if a difference is certain.
        """
        told, earlier = self.reported, self._earlier
        if told is not None and told.condition is not None and not told.is_suspected:
            return False
        is_over = told is not None and 0 < told.tries <= len(self._after(told.up_to))
        has_failed = any(one.failed for one in self._attempts[earlier:])
        is_soon = looks(len(self.rows), SOON) > looks(earlier, SOON)
        return self._is_test_due or is_over or has_failed or is_soon

    @property
    def _newest(self) -> list[PastAttempt]:
        return newest_of(self._attempts, NEWEST)

    def _after(self, row: int) -> list[PastAttempt]:
        return [one for one in self._attempts if one.row > row]


@dataclass(frozen=True)
class OutcomeAnalysis:
    """Reads attempts from the ledger, and tests them."""

    _ledger: Ledger
    _entries: Mapping[str, MemoryEntry]  # all entries, as the ledger makes them
    _settings: Settings  # first confidences
    _now: Instant

    def seen_since(self, row: int) -> Iterator[Observation]:
        """Yield rows about tasks with new attempts by detectors after a row of the ledger."""
        for task in self._ledger.tasks(after=row):
            yield from self._rows(task, row, _SEEN)

    def reported_about(self, task: str, row: int) -> Iterator[Observation]:
        """Yield rows about a task with attempts reported by people or agents after a row."""
        yield from self._rows(task, row, _REPORTED)

    def _rows(
        self, task: str, known: int, bodies: Mapping[Source, Iterable[Source]]
    ) -> Iterator[Observation]:
        if not self._settings.outcomes_enabled:
            return
        row = self._ledger.newest_outcome(outcome_key(task))
        ends = self._ends(task, row)
        reported = self._last_reported(row, ends)
        was = row.summary if row is not None else ""
        attempts = [one for one in self._ledger.attempts(task, after=ends[True])
                    if one.id > ends[one.source.is_proven]]  # fmt: skip
        for source, parts in bodies.items():
            own = [one for one in attempts if one.source in parts]
            before = reported if reported is not None and reported.source is source else None
            if reported is not None and _SUREST.index(reported.source) < _SUREST.index(source):
                return
            found = self._row(_TaskLook(task, own, known, before, was), source, reported)
            if found is not None:
                yield found
                return

    def _row(
        self, look: _TaskLook, source: Source, reported: ReportedOutcome | None
    ) -> Observation | None:
        if not look.is_due:
            return None
        before = look.reported
        if before is not None and look.is_contradicted:
            return self._end(withdrawal_row(before, self._now))
        finding = look.finding(may_suspect=reported is before)
        if finding is not None:
            held = self._held(before) if before is not None and before.is_often else 0.0
            return outcome_row(
                look.task, finding, source, self._now, self._settings,
                up_to=look.rows[-1].id, was=look.was, reported=reported, held=held,
            )  # fmt: skip
        if before is None or not before.is_suspected:
            return None
        return self._end(faded_row(before, self._now))

    def _end(self, row: Observation) -> Observation | None:
        return conclusion(row, self._entries[row.entry_id])

    def _held(self, reported: ReportedOutcome) -> float:
        entry = self._entries[reported.entry_id]
        return effective(entry, self._now.time, self._settings.decay_per_day)

    def _ends(self, task: str, row: Observation | None) -> dict[bool, int]:
        """Return the rows after which attempts count: for proven sources, and for others.

        An end or a repair by an agent only ends the attempts of unproven sources (rules.md §13.4).
        ``row`` is the newest finding about the task, if there was one.
        """
        evidence = (
            [] if row is None else self._ledger.rows_about([row.entry_id], _MOST_ROWS, END_KINDS)
        )
        ends = [*self._ledger.repair_rows(task), *(one for one in evidence if is_end(one))]
        proven = max((one.id for one in ends if is_proven_end(one)), default=0)
        return {True: proven, False: max((one.id for one in ends), default=0)}

    def _last_reported(
        self, row: Observation | None, ends: Mapping[bool, int]
    ) -> ReportedOutcome | None:
        if row is None or row.id <= ends[row.source.is_proven]:
            return None
        entry = self._entries.get(row.entry_id)
        is_live = entry is not None and entry.type is not EntryType.RESOLVED
        return ReportedOutcome.of(row) if is_live else None
