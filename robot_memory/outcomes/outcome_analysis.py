"""Which attempts are enough for an entry (docs/explanation/outcomes.md)."""

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
    SINCE_BORNE_OUT,
    SINCE_TOLD,
    TaskFinding,
    confirmed,
    find,
    holds_in,
    is_contradicted,
)
from robot_memory.repeated_looks import FEWEST, looks
from robot_memory.settings import Settings

NEWEST = 200
"""So many attempts are compared; older ones are counted only."""

#: Whose attempts are put together, by who vouches for what they show, the surest first.
_SEEN = {Source.DETECTOR: (Source.DETECTOR,)}
_TOLD = {
    Source.PERSON: (Source.PERSON,),
    Source.AGENT: (Source.PERSON, Source.AGENT, Source.CLAIMED),
}
_SUREST = (Source.DETECTOR, Source.PERSON, Source.AGENT)
_MOST_ROWS = 100  # of an entry that are looked through for its end


class OutcomeAnalysis:
    """Reads attempts from the ledger, and says what follows from many of them.

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
        """Yield what follows from actions, where new ones were seen after a row of the ledger."""
        for task in self._ledger.tasks(after=row):
            yield from self._rows(task, row, _SEEN)

    def told_of(self, task: str, row: int) -> Iterator[Observation]:
        """Yield what follows from what people and agents told of a task after a row."""
        yield from self._rows(task, row, _TOLD)

    def _rows(
        self, task: str, known: int, bodies: Mapping[Source, Iterable[Source]]
    ) -> Iterator[Observation]:
        if not self._settings.outcomes_enabled:
            return
        told, base = self._told(task)
        rows = self._ledger.attempts(task, after=base)
        for source, parts in bodies.items():
            own = [row for row in rows if row.source in parts]
            before = told if told is not None and told.source is source else None
            if told is not None and _SUREST.index(told.source) < _SUREST.index(source):
                return
            row = self._look(task, own, known, source, before, told)
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
        told: ReportedOutcome | None,
    ) -> Observation | None:
        """Test attempts where there are half as many more than at the last test.

        What was told is looked at again with every six since it was last borne out.
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
            task, finding, source, self._now, self._settings, up_to=rows[-1].id, told=told
        )

    def _told(self, task: str) -> tuple[ReportedOutcome | None, int]:
        """Return what was told of a task, and the row before which attempts count no more."""
        repairs = self._ledger.repair_rows(task)
        base = repairs[-1].id if repairs else 0
        row = self._ledger.newest_about(outcome_key(task), self._ledger.last())
        if row is None:
            return None, base
        ends = (one.id for one in self._ledger.of_entry(row.entry_id, _MOST_ROWS)
                if one.kind in (Kind.RESOLVE, Kind.FORGET))  # fmt: skip
        base = max(base, next(ends, 0))
        entry = self._entries.get(row.entry_id)
        is_live = entry is not None and entry.type is not EntryType.RESOLVED
        return (ReportedOutcome.of(row) if is_live and row.id > base else None), base


def _is_over(attempts: Sequence[PastAttempt], told: ReportedOutcome) -> bool:
    return any(
        is_contradicted(_after(attempts, row), told.condition, helps=told.helps, proof=proof)
        for row, proof in ((told.since, SINCE_TOLD), (told.up_to, SINCE_BORNE_OUT))
    )


def _finding(
    attempts: Sequence[PastAttempt], look: int, told: ReportedOutcome | None
) -> TaskFinding | None:
    """Return what attempts show; None also where new ones do not bear out what was told."""
    newest = attempts[-NEWEST:]
    if told is None:
        return find(newest, look)
    finding = find(newest, look) or confirmed(newest, told.condition)
    if finding is None or _is_new_condition(finding, told):
        return finding
    return finding if holds_in(_after(attempts, told.up_to), finding) else None


def _is_new_condition(finding: TaskFinding, told: ReportedOutcome) -> bool:
    """Tell whether what was found differs: then old attempts may be the one side, new the other."""
    return finding.condition is not None and not told.is_of(finding)


def _after(attempts: Sequence[PastAttempt], row: int) -> list[PastAttempt]:
    return [one for one in attempts if one.row > row]
