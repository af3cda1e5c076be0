"""When attempts make, confirm or withdraw an entry (docs/explanation/outcomes.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from robot_memory.clock import Instant
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.ledger import Kind, Ledger, Observation, Source
from robot_memory.outcomes.past_attempt import PastAttempt, past_attempts
from robot_memory.outcomes.reported_outcome import (
    ReportedOutcome,
    outcome_key,
    outcome_row,
    withdrawal_row,
)
from robot_memory.outcomes.task_finding import (
    SINCE_CONFIRMED,
    SINCE_REPORTED,
    TaskFinding,
    confirmed,
    find,
    holds_in,
    is_contradicted,
)
from robot_memory.repeated_looks import FEWEST, looks
from robot_memory.settings import Settings

NEWEST = 200
"""How many attempts are compared; older ones are only counted."""

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
        reported, base = self._last_reported(task)
        rows = self._ledger.attempts(task, after=base)
        for source, parts in bodies.items():
            own = [row for row in rows if row.source in parts]
            before = reported if reported is not None and reported.source is source else None
            if reported is not None and _SUREST.index(reported.source) < _SUREST.index(source):
                return
            row = self._look(task, own, known, source, before, reported)
            if row is not None:
                yield row
                return

    def _look(
        self,
        task: str,
        rows: Sequence[Observation],
        known: int,
        source: Source,
        before: ReportedOutcome | None,
        reported: ReportedOutcome | None,
    ) -> Observation | None:
        """Test attempts where there are half as many more than at the last test.

        A reported finding is tested again after each six attempts since it was last confirmed.
        """
        earlier, look = sum(row.id <= known for row in rows), looks(len(rows))
        if before is None:
            is_due = look > looks(earlier)
        else:
            counted = sum(row.id <= before.up_to for row in rows)
            tested = max(0, earlier - counted)
            is_due = (len(rows) - counted) // FEWEST > tested // FEWEST
        if not is_due:
            return None
        attempts = past_attempts(rows)
        if before is not None and _is_over(attempts, before):
            return withdrawal_row(before, self._now)
        finding = _finding(attempts, look, before)
        if finding is None:
            return None
        return outcome_row(
            task, finding, source, self._now, self._settings, up_to=rows[-1].id, reported=reported
        )

    def _last_reported(self, task: str) -> tuple[ReportedOutcome | None, int]:
        """Return the last finding about a task, and the row after which attempts count."""
        repairs = self._ledger.repair_rows(task)
        base = repairs[-1].id if repairs else 0
        row = self._ledger.newest_outcome(outcome_key(task))
        if row is None:
            return None, base
        ends = (one.id for one in self._ledger.of_entry(row.entry_id, _MOST_ROWS)
                if one.kind in (Kind.RESOLVE, Kind.FORGET))  # fmt: skip
        base = max(base, next(ends, 0))
        entry = self._entries.get(row.entry_id)
        is_live = entry is not None and entry.type is not EntryType.RESOLVED
        return (ReportedOutcome.of(row) if is_live and row.id > base else None), base


def _is_over(attempts: Sequence[PastAttempt], reported: ReportedOutcome) -> bool:
    return any(
        is_contradicted(
            _after(attempts, row), reported.condition, helps=reported.helps, proof=proof
        )
        for row, proof in ((reported.since, SINCE_REPORTED), (reported.up_to, SINCE_CONFIRMED))
    )


def _finding(
    attempts: Sequence[PastAttempt], look: int, reported: ReportedOutcome | None
) -> TaskFinding | None:
    """Return the finding of attempts; None also if new ones do not confirm the reported one."""
    newest = attempts[-NEWEST:]
    if reported is None:
        return find(newest, look)
    finding = find(newest, look) or confirmed(newest, reported.condition)
    if finding is None or _is_new_condition(finding, reported):
        return finding
    return finding if holds_in(_after(attempts, reported.up_to), finding) else None


def _is_new_condition(finding: TaskFinding, reported: ReportedOutcome) -> bool:
    """Tell whether the condition is new; old attempts may then be one of its sides."""
    return finding.condition is not None and not reported.is_of(finding)


def _after(attempts: Sequence[PastAttempt], row: int) -> list[PastAttempt]:
    return [one for one in attempts if one.row > row]
