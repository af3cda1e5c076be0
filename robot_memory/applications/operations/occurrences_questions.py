"""When faults came, and how entries changed: what a page draws along a line of time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Annotated, Any, ClassVar, TypedDict

from robot_memory.applications.operations.operation import Question, RecordAnswer, Takes
from robot_memory.foundation.time import stamps
from robot_memory.ledger.occurrence_span import OccurrenceSpan, find_spans
from robot_memory.long_term.levels.record_tail import RecordTail
from robot_memory.memory import RobotMemory

_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)
_ROWS_OF_AN_OCCURRENCE = 2  # an onset and an end
_MOST_EVENTS = 2**53  # a number that JavaScript knows exactly


class OccurrenceRecord(TypedDict):
    """When a fault began and ended, or how often within a day."""

    entry: str
    start: datetime
    end: datetime | None
    count: int


def occurrence_records(spans: Iterable[OccurrenceSpan]) -> list[OccurrenceRecord]:
    """Return occurrences as JSON data."""
    return [
        {"entry": one.entry_id, "start": one.start, "end": one.end, "count": one.count}
        for one in spans
    ]


@dataclass(frozen=True)
class OccurrencesAnswer(RecordAnswer):
    """Occurrences of faults, oldest first.

    Attributes:
        is_complete: whether these are all.
    """

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
        return OccurrencesAnswer(occurrence_records(spans[-self.limit :]), is_complete)


@dataclass(frozen=True)
class EventsAnswer(RecordAnswer):
    """Lines of the record of what the memory did, oldest first.

    Attributes:
        newest: the number of the newest line.
        events: each with its number, `seq`.
    """

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
            "how many, of the newest; those of agents take half if there are enough others", 1, 1000
        ),
    ] = 200

    PATH: ClassVar[str] = "/events"

    def ask(self, memory: RobotMemory) -> EventsAnswer:
        """Answer it; see :class:`.Question`."""
        tail, since = RecordTail(memory.long_term.levels.events), self.since or _LONG_AGO
        found = tail.latest(self.after, self.limit, lambda one: _time_of(one.data) >= since)
        return EventsAnswer(tail.newest(), [{**one.data, "seq": one.seq} for one in found])


def _time_of(data: Mapping[str, Any]) -> datetime:
    return stamps.time_of(data.get("timestamp")) or _LONG_AGO
