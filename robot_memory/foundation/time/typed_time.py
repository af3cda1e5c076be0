"""Reads a time as people and agents type it: ISO 8601, or words such as "yesterday"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from robot_memory.foundation.time import stamps

#: What is accepted, for help and for errors.
FORMS = '2026-12-24, 2026-12-24T08:00Z, 08:00, "yesterday", "2 h ago" or "in 3 days"; UTC'

_DAY = re.compile(r"\d{4}-\d\d?-\d\d?", re.ASCII)
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)Z?", re.ASCII | re.IGNORECASE)
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
_SECONDS = {"s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hour": 3600,
            "d": 86400, "day": 86400, "week": 604800}  # fmt: skip
_DISTANCE = re.compile(r"(in )?(an?|\d{1,6}(?:\.\d{1,3})?) ?([a-z]+?)s?( ago)?", re.ASCII)


def length_of(text: str) -> timedelta:
    """Return how long a time lasts that is given as ISO 8601: a day, or no time at all."""
    return timedelta(days=1) if _DAY.fullmatch(text.strip()) else timedelta()


def read_typed(text: str, now: datetime) -> tuple[datetime, timedelta]:
    """Return the time that a text means, and how long it lasts: a day, or no time at all.

    Args:
        text: a day, a moment, a time of today, or a distance from now; UTC where no zone is given.
        now: the present time of who is asked, UTC.

    Raises:
        ValueError: it is no time; says what is accepted.
    """
    words = " ".join(text.lower().split())
    day = timedelta(days=1)
    midnight = now.astimezone(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        if words == "now":
            return now, timedelta()
        if words in _DAYS:
            return midnight + _DAYS[words] * day, day
        if clock := _CLOCK.fullmatch(words):  # of today
            return midnight + timedelta(hours=int(clock[1]), minutes=int(clock[2])), timedelta()
        distance = _DISTANCE.fullmatch(words)
        if distance and distance[3] in _SECONDS and bool(distance[1]) != bool(distance[4]):
            count = 1.0 if distance[2].startswith("a") else float(distance[2])
            away = timedelta(seconds=count * _SECONDS[distance[3]])
            return (now + away if distance[1] else now - away), timedelta()
        time, lasts = stamps.from_text(text), length_of(text)
        time + lasts  # which the calendar may not have
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{text!r:.80} is no time; what is read: {FORMS}") from error
    return time, lasts
