"""Reads times that people and agents type: ISO 8601, words such as "yesterday", or a period."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time import stamps

#: The accepted forms, for help and errors.
FORMS = '2026-12-24, 2026-12-24T08:00Z, 08:00, "yesterday", "2 h ago" or "in 3 days"; UTC'

_DAY = re.compile(r"\d{4}-\d\d?-\d\d?", re.ASCII)
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)Z?", re.ASCII | re.IGNORECASE)
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
_SECONDS = {"s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hour": 3600,
            "d": 86400, "day": 86400, "week": 604800}  # fmt: skip
_DISTANCE = re.compile(r"(in )?(an?|\d{1,6}(?:\.\d{1,3})?) ?([a-z]+?)s?( ago)?", re.ASCII)


def length_of(text: str) -> timedelta:
    """Return the length of a time given as ISO 8601: one day for a date, else zero."""
    return timedelta(days=1) if _DAY.fullmatch(text.strip()) else timedelta()


def read_typed(text: str, now: datetime) -> tuple[datetime, timedelta]:
    """Return the time that a text means, and its length: one day for a day, else zero.

    Args:
        text: a day, a moment, a time of today, or a distance from now; UTC if no zone is given.
        now: the present time, UTC.

    Raises:
        ValueError: the text is no time; lists the accepted forms.
    """
    words = " ".join(text.lower().split())
    day = timedelta(days=1)
    midnight = now.astimezone(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        if words == "now":
            return now, timedelta()
        if words in _DAYS:
            return midnight + _DAYS[words] * day, day
        if clock := _CLOCK.fullmatch(words):  # a time of today
            return midnight + timedelta(hours=int(clock[1]), minutes=int(clock[2])), timedelta()
        distance = _DISTANCE.fullmatch(words)
        if distance and distance[3] in _SECONDS and bool(distance[1]) != bool(distance[4]):
            count = 1.0 if distance[2].startswith("a") else float(distance[2])
            away = timedelta(seconds=count * _SECONDS[distance[3]])
            return (now + away if distance[1] else now - away), timedelta()
        time, lasts = stamps.from_text(text), length_of(text)
        time + lasts  # raises OverflowError outside the calendar
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{text!r:.80} is no time; what is read: {FORMS}") from error
    return time, lasts


@dataclass(frozen=True)
class Period:
    """The time between two moments.

    Attributes:
        since: the first moment of the period, UTC; None: the beginning of the record.
        until: the first moment after the period, UTC; None: the time of the answer.
    """

    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has no bounds: the whole record."""
        return self.since is None and self.until is None

    @property
    def is_empty(self) -> bool:
        """Whether no time is in it: its end is not after its beginning."""
        return self.since is not None and self.until is not None and self.until <= self.since

    def holds(self, time: datetime) -> bool:
        """Whether a time is in the period."""
        is_late_enough = self.since is None or self.since <= time
        return is_late_enough and (self.until is None or time < self.until)


def time_before(now: datetime, span: timedelta) -> datetime:
    """Return the time that is ``span`` before now.

    If that is before the beginning of the calendar (``now`` can be pretended), the earliest
    possible time is returned.
    """
    return now - min(span, now - datetime.min.replace(tzinfo=timezone.utc))


def read_time(text: str, name: str, now: datetime, *, refusal: str = "cannot be done") -> datetime:
    """Read one moment, as :func:`read_typed` does; for a day its beginning.

    Raises:
        InvalidInput: it is no time; the message begins with ``refusal``.
    """
    try:
        return read_typed(text, now)[0]
    except ValueError as error:
        raise InvalidInput(refusal, [Defect(name, str(error))]) from error


def read_period(
    since: str, until: str, now: datetime, *, refusal: str = "no report was written",
    prefix: str = "--",
) -> Period:  # fmt: skip
    """Read the two bounds of a period as typed; a day given as the end is included.

    Args:
        since, until: in the forms of :func:`read_typed`; empty: open.
        refusal: the consequence of an error: the action that did not happen.
        prefix: before the names in the error: "--" on a command line, else nothing.

    Raises:
        InvalidInput: lists texts that are no time, or says that the end is not after the beginning.
    """
    defects: list[Defect] = []
    begin = _read(since, f"{prefix}since", now, defects)
    end = _read(until, f"{prefix}until", now, defects)
    period = Period(begin and begin[0], end and end[0] + end[1])
    if period.is_empty:
        defects.append(Defect(f"{prefix}until", f"{until} is not after {since}"))
    if defects:
        raise InvalidInput(refusal, defects)
    return period


def check_period(
    period: Period, now: datetime, *, refusal: str = "no report was written", prefix: str = "--"
) -> None:
    """Refuse a period that is empty or completely in the future.

    Args:
        now: the record's time, UTC: for replayed recordings, their last time.

    Raises:
        InvalidInput: the period ends before it begins, or begins after ``now``.
    """
    if period.since is None:
        return
    begin, present = stamps.to_text(period.since), stamps.to_text(now)
    if period.since > now:
        problem = f"{begin} is after {present}, the present time of this memory"
        raise InvalidInput(
            refusal, [Defect(f"{prefix}since", f"{problem}: nothing is recorded yet")]
        )
    if period.until is not None and period.is_empty:
        problem = f"{stamps.to_text(period.until)} is not after {begin}"
        raise InvalidInput(refusal, [Defect(f"{prefix}until", problem)])


def _read(
    text: str, name: str, now: datetime, defects: list[Defect]
) -> tuple[datetime, timedelta] | None:
    if not text:
        return None
    try:
        return read_typed(text, now)
    except ValueError as error:
        defects.append(Defect(name, str(error)))
        return None
