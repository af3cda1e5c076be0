"""When a fault was present within a time that a question names: "did it fail on Wednesday?".

See docs/reference/recall.md, "Times".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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

_MOST_ROWS = 10_000  # of one entry since that time; if there are more, the older ones are unknown
_MOST_LISTED = 4  # occurrences; of more, only the first and the last are listed
_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class _Occurrences:
    """When a fault was present within a time, and whether it is still present."""

    spans: Sequence[OccurrenceSpan]
    is_there_now: bool = False


class OccurrenceTimes:
    """Tells when faults were present; times are in a time zone, None for this machine's."""

    def __init__(
        self, ledger: Ledger, hours: Callable[[], RunningHours], zone: tzinfo | None
    ) -> None:
        self._ledger = ledger
        self._hours = hours
        self._zone = zone

    def words(self, entry: MemoryEntry, question: ParsedQuestion, now: datetime) -> Iterator[str]:
        """Yield when a fault was present, as far as the question asks for that."""
        if entry.key is None or entry.key.detector in CONCLUSIONS:
            return
        if question.asks_when and not question.spans and entry.observation_count > 1:
            first = entry.first_seen.astimezone(self._zone)
            yield f"first seen {first:%Y-%m-%d %H:%M %Z}"
        hours = self._hours() if question.spans else RunningHours()
        told = [(asked, self._there(entry, asked, hours, now)) for asked in question.spans]
        found = [(asked, there) for asked, there in told if there is not None and there.spans]
        for asked, there in found or told:  # a part of one time may be read as another time
            if there is not None and there.spans:
                yield f"{self._named(asked)}: {self._listed(there, asked)}"
            elif there is not None:
                is_known = _ran_within(hours, asked)
                yield f"{'not seen' if is_known else 'nothing is known'} {self._named(asked)}"

    def _there(
        self, entry: MemoryEntry, asked: TimeSpan, hours: RunningHours, now: datetime
    ) -> _Occurrences | None:
        """Return when a fault was present within a time; None if there are too many rows."""
        rows = self._ledger.recent_occurrences(
            asked.start, entry_ids=[entry.id, *entry.joined], most=_MOST_ROWS
        )
        if len(rows) == _MOST_ROWS:
            return None
        spans = [
            span
            for span in find_spans(rows)
            if span.start < asked.end and (span.end or span.start) >= asked.start
        ]
        presence = hours.presence_of(entry)
        if presence is None or presence.state is PresenceState.OVER:
            return _Occurrences(spans)
        is_there_now = presence.state is PresenceState.PRESENT
        if not is_there_now and any(one.end is None for one in spans):
            return _Occurrences(spans)  # an onset whose time is unknown does not count
        if presence.since < asked.end and (presence.last or now) >= asked.start:
            spans = [one for one in spans if one.end or one.start < presence.since]
            spans.append(OccurrenceSpan(entry.id, entry.text, presence.since, None))
        return _Occurrences(spans, is_there_now=is_there_now)

    def _days(self, asked: TimeSpan) -> tuple[date, date]:
        """Return the first and the last day of a time span."""
        last = asked.end - timedelta(microseconds=1)
        return asked.start.astimezone(self._zone).date(), last.astimezone(self._zone).date()

    def _named(self, asked: TimeSpan) -> str:
        """Return a time span in the question's words, with its day if it is within one day."""
        first, last = self._days(asked)
        return f"on {first} ({asked.words})" if first == last else asked.words

    def _listed(self, there: _Occurrences, asked: TimeSpan) -> str:
        spans = there.spans
        count = sum(span.count for span in spans)
        # For a day that was rolled up, the hours are unknown.
        is_most = any(one.start < asked.start or _end(one) > asked.end
                      for one in spans if one.count > 1)  # fmt: skip
        times = [f"{'up to ' if is_most else ''}{count} times"] if count > 1 else []
        if len(spans) > _MOST_LISTED:
            spans, times = (spans[0], spans[-1]), [f"{times[0]}, of which the first and the last"]
        first, last = self._days(asked)
        listed = self._each(spans, first if first == last else None, there)
        return ", ".join((*times, *listed))

    def _each(
        self, spans: Sequence[OccurrenceSpan], day: date | None, there: _Occurrences
    ) -> Iterator[str]:
        """Yield each occurrence with its start; the day is named where it changes."""
        for span in spans:
            start = span.start.astimezone(self._zone)
            form = "%H:%M %Z" if start.date() == day else "%Y-%m-%d %H:%M %Z"
            day = start.date()
            is_there_now = there.is_there_now and span is there.spans[-1]
            yield f"{start:{form}}{self._how_long(span, is_there_now=is_there_now)}"

    def _how_long(self, span: OccurrenceSpan, *, is_there_now: bool) -> str:
        if span.end is None:
            return " on, there now" if is_there_now else ", its end was not seen"
        if span.count > 1:
            return f" to {span.end.astimezone(self._zone):%H:%M %Z}"
        lasted = (span.end - span.start).total_seconds()
        return f" for {duration_words(lasted)}" if lasted else ""


def _end(span: OccurrenceSpan) -> datetime:
    return span.end or span.start


def _ran_within(hours: RunningHours, asked: TimeSpan) -> bool:
    """Tell whether the robot is known to have run in a part of a time span."""
    return any(
        hour.begin < asked.end and hour.begin + _HOUR > asked.start and hour.ran > 0
        for hour in hours.known
    )
