"""When a fault was there within a time that a question names: "did it fail on Wednesday?".

See docs/reference/recall.md, "Times".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo

from robot_memory.entries.limit_rules import CONCLUSIONS
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.presence import PresenceState
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.time.stamps import duration_words
from robot_memory.ledger import Ledger
from robot_memory.ledger.occurrence_span import OccurrenceSpan, find_spans
from robot_memory.long_term.recall.parsed_question import ParsedQuestion
from robot_memory.long_term.recall.time_span import TimeSpan

_MOST_ROWS = 10_000  # of one entry since the time; with more, the older ones are not known
_MOST_LISTED = 4  # occurrences; of more the first and the last one
_HOUR = timedelta(hours=1)


class OccurrenceTimes:
    """Tells when faults were there; times are shown in a zone, None for this machine's."""

    def __init__(
        self, ledger: Ledger, hours: Callable[[], RunningHours], zone: tzinfo | None
    ) -> None:
        self._ledger = ledger
        self._hours = hours
        self._zone = zone

    def words(self, entry: MemoryEntry, question: ParsedQuestion, now: datetime) -> Iterator[str]:
        """Yield when a fault was there, as far as a question asks for that."""
        if entry.key is None or entry.key.detector in CONCLUSIONS:
            return
        if question.asks_when and not question.spans and entry.observation_count > 1:
            first = entry.first_seen.astimezone(self._zone)
            yield f"first seen {first:%Y-%m-%d %H:%M %Z}"
        for asked in question.spans:
            yield self._within(entry, asked, now)

    def _within(self, entry: MemoryEntry, asked: TimeSpan, now: datetime) -> str:
        """Return when a fault was there within a time; empty where there is too much of it.

        What was not seen while the robot did not run is not known.
        """
        rows = self._ledger.recent_occurrences(
            asked.start, entry_ids=[entry.id, *entry.joined], most=_MOST_ROWS
        )
        if len(rows) == _MOST_ROWS:
            return ""
        hours = self._hours()
        presence = hours.presence_of(entry)
        there = [
            span
            for span in find_spans(rows)
            if span.start < asked.end and (span.end or span.start) >= asked.start
        ]
        if presence is not None and presence.state is not PresenceState.OVER:
            last = presence.last or now
            if presence.since < asked.end and last >= asked.start and not _has_open(there):
                there.append(OccurrenceSpan(entry.id, entry.text, presence.since, None))
        if there:
            return f"{self._named(asked)}: {self._listed(there, asked)}"
        is_known = _ran_within(hours, asked)
        return f"{'not seen' if is_known else 'no operation is known'} {self._named(asked)}"

    def _days(self, asked: TimeSpan) -> tuple[date, date]:
        """Return the first and the last day of a time."""
        last = asked.end - timedelta(microseconds=1)
        return asked.start.astimezone(self._zone).date(), last.astimezone(self._zone).date()

    def _named(self, asked: TimeSpan) -> str:
        """Return a time as the question says it, with its day where it is of one."""
        first, last = self._days(asked)
        return f"on {first} ({asked.words})" if first == last else asked.words

    def _listed(self, spans: Sequence[OccurrenceSpan], asked: TimeSpan) -> str:
        count = sum(span.count for span in spans)
        times = [f"{count} times"] if count > 1 else []
        if len(spans) > _MOST_LISTED:
            spans, times = (spans[0], spans[-1]), [f"{times[0]}, of which the first and the last"]
        zone = spans[-1].start.astimezone(self._zone).tzname()
        first, last = self._days(asked)
        listed = self._each(spans, first if first == last else None)
        return f"{', '.join((*times, *listed))} {zone}"

    def _each(self, spans: Sequence[OccurrenceSpan], day: date | None) -> Iterator[str]:
        """Yield each with its start; its day is named where it is another one than was named."""
        for span in spans:
            start = span.start.astimezone(self._zone)
            form = "%H:%M" if start.date() == day else "%Y-%m-%d %H:%M"
            day = start.date()
            lasted = (span.end - span.start).total_seconds() if span.end else 0.0
            if span.end is None:
                how_long = ", its end was not seen"
            elif span.count > 1:
                how_long = f" to {span.end.astimezone(self._zone):%H:%M}"
            else:
                how_long = f" for {duration_words(lasted)}" if lasted else ""
            yield f"{start:{form}}{how_long}"


def _has_open(spans: Sequence[OccurrenceSpan]) -> bool:
    return bool(spans) and spans[-1].end is None


def _ran_within(hours: RunningHours, asked: TimeSpan) -> bool:
    """Tell whether the robot is known to have run in some of a time."""
    return any(
        hour.begin < asked.end and hour.begin + _HOUR > asked.start and hour.ran > 0
        for hour in hours.known
    )
