"""Weeks as numbers: Mondays at midnight, UTC. Pure."""

from __future__ import annotations

from datetime import date, datetime, timedelta

_FIRST = date(1969, 12, 29)


def week_of(day: date) -> int:
    """Return the number of a day's week."""
    return (day - _FIRST).days // 7


def monday_of_week(week: int) -> date:
    """Return the Monday of a week."""
    return _FIRST + timedelta(weeks=week)


def seconds_of(time: datetime) -> int:
    """Return a time as it is stored."""
    return int(time.timestamp())
