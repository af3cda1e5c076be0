"""Days, weeks and months as moments: what "last Tuesday" is, from today, in a time zone."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo

from robot_memory.recall.calendar_words import (
    AMOUNTS,
    DAY_PARTS,
    EARLIEST,
    LATEST,
    Part,
    month_of,
    weekday_of,
)  # fmt: skip

#: From a moment up to another one, UTC.
Ends = tuple[datetime, datetime]


class Calendar:
    """Turns days into moments."""

    def __init__(self, now: datetime, zone: tzinfo | None) -> None:
        self.now = now
        self._zone = zone
        self.today = now.astimezone(zone).date()

    def at(self, day: date, hour: int = 0) -> datetime:
        """Return an hour of a day, UTC."""
        local = datetime.combine(day, time(hour), self._zone)
        return local.astimezone(timezone.utc)

    def day_of(self, moment: datetime) -> date:
        """Return the day that a moment is on."""
        return moment.astimezone(self._zone).date()

    def days(self, first: date, after: date) -> Ends | None:
        """Return the time from one day up to another; None where the calendar ends before."""
        if not EARLIEST <= first < after <= LATEST:
            return None
        return self.at(first), self.at(after)

    def part(self, day: date, part: Part) -> Ends | None:
        """Return a part of a day; a night goes on into the next one."""
        if not EARLIEST <= day < LATEST - timedelta(days=1):
            return None
        return self.at(day, part[0]), self.at(day + timedelta(days=part[1] // 24), part[1] % 24)

    def month(self, year: int, month: int) -> Ends | None:
        """Return a month of a year."""
        if not EARLIEST.year <= year < LATEST.year:
            return None
        return self.days(date(year, month, 1), _next_month(date(year, month, 1)))

    def newest(self, month: int, day: int = 1) -> int:
        """Return the year in which that day was last."""
        is_past = (month, day) <= (self.today.month, self.today.day)
        return self.today.year if is_past else self.today.year - 1


def _next_month(first: date) -> date:
    return (first + timedelta(days=32)).replace(day=1)


def _day(days: Calendar, year: str | None, month: int, day: int) -> Ends | None:
    try:
        first = date(int(year) if year else days.newest(month, day), month, day)
    except ValueError:
        return None  # 31 April
    return days.days(first, first + timedelta(days=1)) if first < LATEST else None


def iso_day(days: Calendar, match: re.Match[str]) -> Ends | None:
    """2026-05-15, and 15.05.2026."""
    return _day(days, match["year"], int(match["month"]), int(match["day"]))


def iso_month(days: Calendar, match: re.Match[str]) -> Ends | None:
    """2026-05."""
    month = int(match["month"])
    return days.month(int(match["year"]), month) if 1 <= month <= 12 else None


def named_day(days: Calendar, match: re.Match[str]) -> Ends | None:
    """May 15, with or without a year."""
    return _day(days, match["year"], month_of(match["name"]), int(match["day"]))


def named_month(days: Calendar, match: re.Match[str]) -> Ends | None:
    """In May, with or without a year."""
    month = month_of(match["name"])
    return days.month(int(match["year"] or days.newest(month)), month)


def year(days: Calendar, match: re.Match[str]) -> Ends | None:
    """In 2026."""
    number = int(match["year"])
    return days.days(date(number, 1, 1), date(number + 1, 1, 1)) if number < LATEST.year else None


def day_of_month(days: Calendar, match: re.Match[str]) -> Ends | None:
    """The 19th: the newest day of that number."""
    wanted = int(match["day"])
    if not 1 <= wanted <= 31:
        return None
    day = days.today
    while day.day != wanted:
        day -= timedelta(days=1)
    return days.days(day, day + timedelta(days=1))


def newest_weekend(days: Calendar, match: re.Match[str]) -> Ends | None:
    """On the weekend: the newest one that has begun."""
    saturday = days.today - timedelta(days=(days.today.weekday() - 5) % 7)
    return days.days(saturday, saturday + timedelta(days=2))


def near_day(days: Calendar, match: re.Match[str]) -> Ends | None:
    """Today, yesterday, the day before, and parts of them."""
    match_text = match[0].casefold()
    back = 2 if "before" in match_text else 1 if match_text.startswith(("yesterday", "last")) else 0
    day = days.today - timedelta(days=back)
    for name, part in DAY_PARTS.items():
        if name in match_text:
            return days.part(day, part)
    return days.days(day, day + timedelta(days=1))


def weekday(days: Calendar, match: re.Match[str]) -> Ends | None:
    """The newest day of that name; "last" is never today, "this" is of this week."""
    wanted = weekday_of(match["name"])
    how = (match["how"] or "").casefold()
    if how == "this":
        day = days.today + timedelta(days=wanted - days.today.weekday())
    else:
        back = (days.today.weekday() - wanted) % 7
        day = days.today - timedelta(days=back or (7 if how in ("last", "past") else 0))
    return days.days(day, day + timedelta(days=1))


def period(days: Calendar, match: re.Match[str]) -> Ends | None:
    """This week, last month, last weekend."""
    back = 0 if match["how"].casefold() == "this" else 1
    name, today = match["name"].casefold(), days.today
    monday = today - timedelta(days=today.weekday())
    if name == "weekend":
        saturday = monday + timedelta(days=5 - 7 * back)
        return days.days(saturday, saturday + timedelta(days=2))
    if name == "week":
        first = monday - timedelta(days=7 * back)
        return days.days(first, first + timedelta(days=7))
    if name == "year":
        return days.days(date(today.year - back, 1, 1), date(today.year - back + 1, 1, 1))
    last = today.replace(day=1) - timedelta(days=back)
    return days.month(last.year, last.month)


def ago(days: Calendar, match: re.Match[str]) -> Ends | None:
    """Three days ago is that day, two weeks ago about then, a month ago that month."""
    count, unit = _amount(match["count"]), match["unit"].casefold()
    try:
        if unit in ("minute", "hour"):
            step = timedelta(**{f"{unit}s": 1})
            return days.now - step * (count + 0.5), days.now - step * (count - 0.5)
        if unit in ("day", "week"):
            day = days.today - timedelta(**{f"{unit}s": count})
            slack = timedelta(days=3 if unit == "week" else 0)
            return days.days(day - slack, day + slack + timedelta(days=1))
        if unit == "year":
            return days.days(date(days.today.year - count, 1, 1),
                             date(days.today.year - count + 1, 1, 1))  # fmt: skip
        months = days.today.year * 12 + days.today.month - 1 - count
        return days.month(months // 12, months % 12 + 1)
    except (OverflowError, ValueError):
        return None  # before the calendar begins


def lately(days: Calendar, match: re.Match[str]) -> Ends | None:
    """The last three days, the past hour: up to now."""
    per_unit = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 30, "year": 365}
    length = _amount(match["count"]) * per_unit[match["unit"].casefold()]
    try:
        start = days.now - timedelta(days=length)
    except OverflowError:
        return None
    return (start, days.now + timedelta(seconds=1)) if start.year >= EARLIEST.year else None


def _amount(text: str) -> int:
    return AMOUNTS.get(text.casefold()) or int(text)
