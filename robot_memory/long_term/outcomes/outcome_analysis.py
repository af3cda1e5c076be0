"""When attempts make, confirm or withdraw an entry.

Specification: rules.md §13.3 and §13.4.

See docs/explanation/outcomes.md, "Confidence of such an entry".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robot_memory.entries.changes_allowed import conclusion
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Ledger, Observation, Source
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
from robot_memory.long_term.outcomes.task_look import TaskLook

#: Which sources are tested together, by the source of the finding, the most reliable first.
_SEEN = {Source.DETECTOR: (Source.DETECTOR,)}
_REPORTED = {
    Source.PERSON: (Source.PERSON,),
    Source.AGENT: (Source.PERSON, Source.AGENT, Source.CLAIMED),
}
_SUREST = (Source.DETECTOR, Source.PERSON, Source.AGENT)
_MOST_ROWS = 100  # of an entry that are looked through for its end


class OutcomeAnalysis:
    """Reads attempts from the ledger, and tests them.

    Args:
        entries: all entries, as the ledger makes them.
        settings: first confidences.
    """

    def __init__(
        self,
        ledger: Ledger,
        entries: Mapping[str, MemoryEntry],
        settings: Settings,
        now: Instant,
    ) -> None:
        self._ledger, self._entries = ledger, entries
        self._settings, self._now = settings, now

    def seen_since(self, row: int) -> Iterator[Observation]:
        """Yield rows about tasks of which new attempts were observed after a row of the ledger."""
        for task in self._ledger.tasks(after=row):
            yield from self._rows(task, row, _SEEN)

    def reported_about(self, task: str, row: int) -> Iterator[Observation]:
        """Yield rows about a task of which people or agents reported attempts after a row."""
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
            found = self._row(TaskLook(task, own, known, before, was), source, reported)
            if found is not None:
                yield found
                return

    def _row(
        self, look: TaskLook, source: Source, reported: ReportedOutcome | None
    ) -> Observation | None:
        """Return the row that a look leads to; None where it leads to none."""
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
        """Return the confidence that the entry has now."""
        entry = self._entries[reported.entry_id]
        return effective(entry, self._now.time, self._settings.decay_per_day)

    def _ends(self, task: str, row: Observation | None) -> dict[bool, int]:
        """Return the rows after which attempts count: of proven sources, and of others.

        What an agent ends or repaired ends the attempts of its like alone (rules.md §13.4).

        Args:
            row: the newest finding about the task; None: there was none.
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
        """Return the newest finding about a task, where it holds yet."""
        if row is None or row.id <= ends[row.source.is_proven]:
            return None
        entry = self._entries.get(row.entry_id)
        is_live = entry is not None and entry.type is not EntryType.RESOLVED
        return ReportedOutcome.of(row) if is_live else None
