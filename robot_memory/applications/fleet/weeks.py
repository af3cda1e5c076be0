"""Weeks as numbers: Mondays at midnight, UTC. Pure."""

from __future__ import annotations

from datetime import date, datetime

_FIRST = date(1969, 12, 29)


def week_of(day: date) -> int:
    """Return the number of a day's week."""
    return (day - _FIRST).days // 7


def seconds_of(time: datetime) -> int:
    """Return a time as it is stored."""
    return int(time.timestamp())
