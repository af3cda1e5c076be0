"""Days, weeks and months as UTC times: what "last Tuesday" is, from today, in a time zone.

Also holds the names of days, months and amounts in questions.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo

#: The years that a question can refer to.
EARLIEST, LATEST = date(1970, 1, 2), date(2999, 1, 1)

#: First hour and end hour; a night ends on the next day.
Part = tuple[int, int]
DAY_PARTS: dict[str, Part] = {
    "morning": (5, 12), "noon": (11, 14), "midday": (11, 14), "lunchtime": (11, 14),
    "afternoon": (12, 18), "evening": (17, 24), "night": (18, 30),
}  # fmt: skip

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
#: The alternatives of a pattern: full names before their abbreviations.
WEEKDAY_NAMES = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thurs?|fri|sat|sun"
)
WEEKDAY = rf"(?P<name>{WEEKDAY_NAMES})"
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
MONTH = (
    r"(?P<name>january|february|march|april|may|june|july|august|september|october|november|"
    r"december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)

AMOUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "a few": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
AMOUNT = (
    r"\d{1,4}|a couple of|a few|an|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
)
#: Words for the number of a week or weekday in a month.
ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "fifth": 5, "5th": 5,
}  # fmt: skip

#: Start and end, UTC.
Ends = tuple[datetime, datetime]


class Calendar:
    """Converts days to times in UTC."""

    def __init__(self, now: datetime, zone: tzinfo | None) -> None:
        self.now = now
        self._zone = zone
        self.today = now.astimezone(zone).date()

    def at(self, day: date, hour: int = 0) -> datetime:
        """Return an hour of a day, UTC."""
        local = datetime.combine(day, time(hour), self._zone)
        return local.astimezone(timezone.utc)

    def day_of(self, moment: datetime) -> date:
        """Return the local day of a time."""
        return moment.astimezone(self._zone).date()

    def days(self, first: date, after: date) -> Ends | None:
        """Return the time from one day to another; None outside the years of the calendar."""
        if not EARLIEST <= first < after <= LATEST:
            return None
        return self.at(first), self.at(after)

    def part(self, day: date, part: Part) -> Ends | None:
        """Return a part of a day; a night continues into the next day."""
        if not EARLIEST <= day < LATEST - timedelta(days=1):
            return None
        return self.at(day, part[0]), self.at(day + timedelta(days=part[1] // 24), part[1] % 24)

    def month(self, year: int, month: int) -> Ends | None:
        """Return a month of a year."""
        if not EARLIEST.year <= year < LATEST.year:
            return None
        first = date(year, month, 1)
        return self.days(first, (first + timedelta(days=32)).replace(day=1))

    def newest(self, month: int, day: int = 1) -> int:
        """Return the year in which that day occurred last."""
        is_past = (month, day) <= (self.today.month, self.today.day)
        return self.today.year if is_past else self.today.year - 1


def _day(days: Calendar, year: str | None, month: int, day: int) -> Ends | None:
    try:
        first = date(int(year) if year else days.newest(month, day), month, day)
    except ValueError:
        return None  # 31 April
    return days.days(first, first + timedelta(days=1)) if first < LATEST else None


def iso_day(days: Calendar, match: re.Match[str]) -> Ends | None:
    """2026-05-15 and 15.05.2026."""
    return _day(days, match["year"], int(match["month"]), int(match["day"]))


def iso_month(days: Calendar, match: re.Match[str]) -> Ends | None:
    """2026-05."""
    month = int(match["month"])
    return days.month(int(match["year"]), month) if 1 <= month <= 12 else None


def named_day(days: Calendar, match: re.Match[str]) -> Ends | None:
    """May 15, with or without a year."""
    return _day(days, match["year"], _month_of(match["name"]), int(match["day"]))


def named_month(days: Calendar, match: re.Match[str]) -> Ends | None:
    """In May, with or without a year."""
    month = _month_of(match["name"])
    return days.month(int(match["year"] or days.newest(month)), month)


def year(days: Calendar, match: re.Match[str]) -> Ends | None:
    """In 2026."""
    number = int(match["year"])
    return days.days(date(number, 1, 1), date(number + 1, 1, 1)) if number < LATEST.year else None


def day_of_month(days: Calendar, match: re.Match[str]) -> Ends | None:
    """The 19th: the newest day with that number."""
    wanted = int(match["day"])
    if not 1 <= wanted <= 31:
        return None
    day = days.today
    while day.day != wanted:
        day -= timedelta(days=1)
    return days.days(day, day + timedelta(days=1))


def newest_weekend(days: Calendar, match: re.Match[str]) -> Ends | None:
    """On the weekend: the newest weekend that has begun."""
    saturday = days.today - timedelta(days=(days.today.weekday() - 5) % 7)
    return days.days(saturday, saturday + timedelta(days=2))


def near_day(days: Calendar, match: re.Match[str]) -> Ends | None:
    """Today, yesterday, the day before yesterday, and parts of these days."""
    match_text = match[0].casefold()
    back = 2 if "before" in match_text else 1 if match_text.startswith(("yesterday", "last")) else 0
    day = days.today - timedelta(days=back)
    for name, part in DAY_PARTS.items():
        if name in match_text:
            return days.part(day, part)
    return days.days(day, day + timedelta(days=1))


def clock_time(days: Calendar, match: re.Match[str]) -> Ends | None:
    """At 17:36: the newest such time, today or yesterday, with some tolerance."""
    minute = int(match["minute"])
    moment = _newest(days, int(match["hour"]), minute)
    return moment - about(minute), moment + about(minute)


def clock_moment(days: Calendar, match: re.Match[str]) -> Ends | None:
    """Until 9:30: the newest such time, today or yesterday."""
    moment = _newest(days, int(match["hour"]), int(match["minute"]))
    return moment, moment


#: Two times of a day; without minutes no unit may follow: "from 3 to 5 m/s" is no time.
CLOCK_PERIOD = (
    r"\b(?:between|from) (?P<first>[01]?\d|2[0-3])(?::(?P<first_minute>[0-5]\d))? "
    r"(?:and|to|until|till) (?P<last>[01]?\d|2[0-4])(?::(?P<last_minute>[0-5]\d))?"
    r"(?= ?o'clock\b|\s*$|[,;?!]|\.(?:\s|$)|\s+(?:today|yesterday|on|UTC)\b)"
)


def clock_period(days: Calendar, match: re.Match[str]) -> Ends | None:
    """Between 08:20 and 08:26, from 8 to 9: the newest such period; it may pass midnight."""
    return _period_from(_newest(days, int(match["first"]), int(match["first_minute"] or 0)), match)


def clock_period_of(days: Calendar, day: date, match: re.Match[str]) -> Ends:
    """Return the period on a given day."""
    first = timedelta(minutes=int(match["first_minute"] or 0))
    return _period_from(days.at(day, int(match["first"])) + first, match)


def _period_from(start: datetime, match: re.Match[str]) -> Ends:
    length = timedelta(
        hours=int(match["last"]) - int(match["first"]),
        minutes=int(match["last_minute"] or 0) - int(match["first_minute"] or 0),
    )
    return start, start + (length if length > timedelta(0) else length + timedelta(days=1))


def _newest(days: Calendar, hour: int, minute: int) -> datetime:
    moment = days.at(days.today, hour) + timedelta(minutes=minute)
    return moment - timedelta(days=1) if moment > days.now else moment


def about(minute: int) -> timedelta:
    """Return the tolerance of a clock time: 14:30 is meant to the hour, 14:36 to 5 minutes."""
    return timedelta(hours=1) if minute in (0, 30) else timedelta(minutes=5)


def weekday(days: Calendar, match: re.Match[str]) -> Ends | None:
    """The newest day with that name; "last" is never today, "this" is in this week."""
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
    """Three days ago is that day, two weeks ago about that day, a month ago that month."""
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
    length = _amount(match["count"] or "one") * per_unit[match["unit"].casefold()]
    try:
        start = days.now - timedelta(days=length)
    except OverflowError:
        return None
    return (start, days.now + timedelta(seconds=1)) if start.year >= EARLIEST.year else None


def weekday_of(name: str) -> int:
    """Return the number of a weekday from its full or short name; Monday is 0."""
    return _WEEKDAYS.index(name[:3].casefold())


def _month_of(name: str) -> int:
    beginning = name[:3].casefold()
    return next(n for n, month in enumerate(MONTHS, start=1) if month.startswith(beginning))


def _amount(text: str) -> int:
    return AMOUNTS.get(text.casefold()) or int(text)
