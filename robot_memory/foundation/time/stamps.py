"""Time as text: ISO 8601 in UTC, as document 000 §3.3 writes it (rules.md §8.14)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

_ISO = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)"
    r"(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?"
    r"[ \t]*(?:([Zz])|([-+])(\d\d?)(?::?(\d\d))?)?)?",
    re.ASCII,
)

#: Years near the ends of the calendar are refused: dates before or after them may not exist.
EARLIEST, LATEST = 1000, 9000


def to_text(stamp: datetime) -> str:
    """Return ``2026-04-01T02:00:00Z``, with microseconds only if they are not zero.

    Unquoted, this form is a timestamp for YAML 1.1 readers, and RFC 3339 for readers that take it
    as a string.
    """
    return stamp.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def from_text(text: str) -> datetime:
    """Read a stamp in any form that YAML 1.1 or ISO 8601 with separators allows.

    A stamp without a zone is taken as UTC.

    Raises:
        ValueError: ``text`` is no date and time.
    """
    match = _ISO.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not an ISO-8601 date and time")
    year, month, day, hour, minute, second, fraction, _, sign, off_h, off_m = match.groups()
    stamp = datetime(
        int(year),
        int(month),
        int(day),
        int(hour or 0),
        int(minute or 0),
        int(second or 0),
        int((fraction or "0").ljust(6, "0")[:6]),
        tzinfo=timezone.utc,
    )
    if sign is None:
        return stamp
    offset = timedelta(hours=int(off_h), minutes=int(off_m or 0))
    try:
        return stamp - offset if sign == "+" else stamp + offset
    except OverflowError as error:
        raise ValueError(f"{text!r} is outside the years 1 to 9999 in UTC") from error


def whole_hour(time: datetime) -> datetime:
    """Return the beginning of a time's hour."""
    return time.replace(minute=0, second=0, microsecond=0)


def time_of(value: object) -> datetime | None:
    """Return the time in a JSON field, UTC, or None if it holds none.

    The field is ISO 8601, or seconds since 1970 as some tools write them. Years near the ends of
    the calendar, which some tools use for "never", are refused: dates before or after them may not
    exist.
    """
    time = _time_of(value)
    return time if time is not None and EARLIEST <= time.year <= LATEST else None


def _time_of(value: object) -> datetime | None:
    if isinstance(value, str):
        try:
            return from_text(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return datetime.fromtimestamp(value, timezone.utc)
    except (ValueError, OverflowError, OSError):  # NaN, infinity, beyond the calendar
        return None


_UNITS = (("days", 86400.0), ("h", 3600.0), ("min", 60.0))


def duration_words(seconds: float) -> str:
    """Return a duration in a suitable unit: ``11.5 s``, ``5 min``, ``2.5 h``."""
    unit, size = next((one for one in _UNITS if seconds >= 2.0 * one[1]), ("s", 1.0))
    return f"{seconds / size:.1f}".removesuffix(".0") + f" {unit}"
