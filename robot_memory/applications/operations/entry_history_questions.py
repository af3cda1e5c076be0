"""What stands behind a confidence and a limit, and when faults came: what a page draws in time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import Annotated, Any, ClassVar, TypedDict

from robot_memory.applications.limits.limit import terms_of
from robot_memory.applications.operations.operation import EntryId, Question, RecordAnswer, Takes
from robot_memory.entries.confidence import effective
from robot_memory.entries.field_limits import MOST_ROWS
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.errors import NotThere
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Observation
from robot_memory.ledger.checked_detail import UNDOES
from robot_memory.ledger.occurrence_span import OccurrenceSpan, find_spans
from robot_memory.long_term.levels.record_tail import RecordedEvent, RecordTail
from robot_memory.long_term.limit_search.risk_set import Moment, moments_of
from robot_memory.memory import RobotMemory

_RAISING = ("entry_created", "entry_reinforced", "entry_reopened")
_CURVE_STEPS = 40
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)
_ROWS_OF_AN_OCCURRENCE = 2  # an onset and an end
_MOST_EVENTS = 2**53  # a number that JavaScript knows exactly


class RaisedRecord(TypedDict):
    """What raised the confidence of an entry; ``before`` is the decayed value."""

    time: datetime
    before: float | None
    confidence: float


class CurveRecord(TypedDict):
    """A point of the curve of decay."""

    time: datetime
    confidence: float


@dataclass(frozen=True)
class EntryHistory(RecordAnswer):
    """The confidence of an entry over time."""

    id: str
    raised: list[RaisedRecord]  # what raised it, oldest first
    decay: list[CurveRecord]  # the curve since the last observation
    occurrences: list[OccurrenceRecord]
    decay_per_day: float
    # inject_min, prune_min: below these it is not told, and not kept
    inject_min: float
    prune_min: float


@dataclass(frozen=True)
class ShowEntryHistory(Question):
    """Return the confidence of an entry over time, and its occurrences."""

    id: EntryId

    PATH: ClassVar[str] = "/entries/{id}/history"

    def ask(self, memory: RobotMemory) -> EntryHistory:
        """Answer it; see :class:`.Question`.

        Raises:
            UnknownEntry: no entry has that id.
        """
        entry, rows = memory.why(self.id, limit=MOST_ROWS)
        now, settings = memory.clock.now().time, memory.settings
        events = memory.long_term.levels.events.find(entry.id, after=0)
        # From the last observation on the curve is computed: it falls by the decay in force.
        begin, span = entry.last_reinforced, max(now - entry.last_reinforced, timedelta())
        times = [begin + span * step / _CURVE_STEPS for step in range(_CURVE_STEPS + 1)]
        return EntryHistory(
            entry.id, _raised(entry, rows, events, settings.decay_per_day),
            [
                {"time": time, "confidence": effective(entry, time, settings.decay_per_day)}
                for time in times
            ],
            _occurrence_records(find_spans(reversed(rows))),
            settings.decay_per_day, settings.inject_min, settings.prune_min,
        )  # fmt: skip


def _raised(
    entry: MemoryEntry,
    rows: Sequence[Observation],
    events: Sequence[Mapping[str, Any]],
    decay_per_day: float,
) -> list[RaisedRecord]:
    seen = {row.id: row.time for row in rows}
    undone = {number for row in rows for number in row.detail.get(UNDOES, ())}
    points = []
    for event in events:
        value, row = event.get("confidence"), event.get("row")
        time = seen.get(row) if isinstance(row, int) else None
        time = time or stamps.time_of(event.get("timestamp"))
        is_raised = event.get("id") == entry.id and event.get("type") in _RAISING
        if is_raised and row not in undone and time and isinstance(value, (int, float)):
            points.append((time, float(value)))
    raised: list[RaisedRecord] = []
    last: MemoryEntry | None = None
    for time, value in sorted(points):
        before = effective(last, time, decay_per_day) if last else None
        raised.append({"time": time, "before": before, "confidence": value})
        last = replace(entry, confidence=value, last_reinforced=time)
    return raised


class MomentRecord(TypedDict):
    """What the variable of a limit was at a time."""

    time: datetime
    value: float | str


@dataclass(frozen=True)
class LimitMomentsShown(RecordAnswer):
    """What a limit rests on."""

    id: str
    explains: str  # the entry of the fault
    variable: str
    bound: str
    value: float | str
    unit: str
    time: str  # what the time of the others is called, 'driving' or 'running'
    onsets: list[MomentRecord]  # the variable shortly before each onset
    others: list[MomentRecord]  # the variable in moments without the fault


@dataclass(frozen=True)
class ShowLimitMoments(Question):
    """Return what a limit rests on: before each onset, and in 400 moments without the fault."""

    id: EntryId

    PATH: ClassVar[str] = "/entries/{id}/limit"

    def ask(self, memory: RobotMemory) -> LimitMomentsShown:
        """Answer it; see :class:`.Question`.

        Raises:
            NotThere: no entry has that id, or it is no limit.
        """
        entry, _ = memory.why(self.id, limit=1)
        row = memory.ledger.newest_limit(entry.id) if memory.has_ledger else None
        terms = None if row is None else terms_of(memory.rrn, row)
        if row is None or terms is None:
            raise NotThere(f"{entry.id} is no limit that this robot learned")
        fault, _ = memory.why(str(row.detail.get("explains")), limit=1)
        found = moments_of(memory.ledger, fault, terms.variable)
        return LimitMomentsShown(
            entry.id, fault.id, terms.variable, terms.bound.value, terms.value, terms.unit,
            found.time, list(map(_moment, found.onsets)), list(map(_moment, found.others)),
        )  # fmt: skip


def _moment(moment: Moment) -> MomentRecord:
    seconds, value = moment
    return {"time": datetime.fromtimestamp(seconds, timezone.utc), "value": value}


class OccurrenceRecord(TypedDict):
    """When a fault began and ended, or how often within a day."""

    entry: str
    start: datetime
    end: datetime | None
    count: int


def _occurrence_records(spans: Iterable[OccurrenceSpan]) -> list[OccurrenceRecord]:
    return [
        {"entry": one.entry_id, "start": one.start, "end": one.end, "count": one.count}
        for one in spans
    ]


@dataclass(frozen=True)
class OccurrencesAnswer(RecordAnswer):
    """Occurrences of faults, oldest first, and whether these are all."""

    occurrences: list[OccurrenceRecord]
    is_complete: bool


@dataclass(frozen=True)
class ListOccurrences(Question):
    """List when faults began and ended, oldest first."""

    since: Annotated[datetime, Takes("only from then on")]
    entries: Annotated[tuple[str, ...], Takes("only of the entries with these ids", most=100)] = ()
    limit: Annotated[
        int, Takes("how many, of the newest; `is_complete` says whether these are all", 1, 10_000)
    ] = 2000

    PATH: ClassVar[str] = "/occurrences"

    def ask(self, memory: RobotMemory) -> OccurrencesAnswer:
        """Answer it; see :class:`.Question`."""
        if not memory.has_ledger:
            return OccurrencesAnswer([], is_complete=True)
        most = _ROWS_OF_AN_OCCURRENCE * self.limit
        rows = memory.ledger.recent_occurrences(self.since, entry_ids=self.entries, most=most + 1)
        spans = find_spans(rows)
        is_complete = len(rows) <= most and len(spans) <= self.limit
        return OccurrencesAnswer(_occurrence_records(spans[-self.limit :]), is_complete)


@dataclass(frozen=True)
class EventsAnswer(RecordAnswer):
    """Lines of the record of what the memory did, oldest first, and the newest `seq` of all."""

    newest: int
    events: list[dict[str, Any]]


@dataclass(frozen=True)
class ListEvents(Question):
    """List changes of entries, oldest first."""

    after: Annotated[int, Takes("only events with a greater number", 0, _MOST_EVENTS)] = 0
    since: Annotated[datetime | None, Takes("only events from then on")] = None
    limit: Annotated[
        int,
        Takes(
            "how many: with `after` the next ones, else the newest, of which those of agents take "
            "half if there are enough others",
            1, 1000,
        ),
    ] = 200  # fmt: skip

    PATH: ClassVar[str] = "/events"

    def ask(self, memory: RobotMemory) -> EventsAnswer:
        """Answer it; see :class:`.Question`."""
        tail = RecordTail(memory.long_term.levels.events)
        if self.after:
            found = list(islice(self._next(tail), self.limit))
        else:
            found = tail.latest(self.limit, self._is_asked)
        return EventsAnswer(tail.newest(), [{**one.data, "seq": one.seq} for one in found])

    def _next(self, tail: RecordTail) -> Iterator[RecordedEvent]:
        seq = self.after
        while events := tail.after(seq):
            yield from filter(self._is_asked, events)
            seq = events[-1].seq

    def _is_asked(self, one: RecordedEvent) -> bool:
        time = stamps.time_of(one.data.get("timestamp")) or _LONG_AGO
        return time >= (self.since or _LONG_AGO)
