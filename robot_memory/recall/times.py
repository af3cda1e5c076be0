"""Times in a question: "last Tuesday", "in May", "since yesterday". Pure: the present is given.

Days, weeks and months are those of a time zone; weeks begin on Monday. What names no year means
the newest that has begun. "When did it happen?" asks for a time and gives none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone, tzinfo

from robot_memory.recall.calendar_words import (
    AMOUNT,
    AMOUNTS,
    DAY_PARTS,
    EARLIEST,
    LATEST,
    MONTH,
    WEEKDAY,
    WEEKDAYS,
    Part,
    month_of,
)  # fmt: skip


@dataclass(frozen=True)
class Span:
    """A stretch of time that a question speaks of.

    Attributes:
        start, end: UTC; what is at ``end`` is not in it.
        words: how the question says it.
        at: where these words are in the question: first character, and the one after the last.
        is_date: whether it is named by the calendar, and not from today.
    """

    start: datetime
    end: datetime
    words: str
    at: tuple[int, int]
    is_date: bool = False

    def has(self, moment: datetime) -> bool:
        """Tell whether a moment is in it."""
        return self.start <= moment < self.end


def spans_in(text: str, now: datetime, zone: tzinfo | None = None) -> list[Span]:
    """Return the times that a text speaks of, in order.

    Args:
        text: a question.
        now: the time.
        zone: of its days; None for this machine's.
    """
    days = _Calendar(now, zone)
    found: list[Span] = []
    for pattern, is_date, resolve in _FORMS:
        for match in pattern.finditer(text):
            if any(match.start() < one.at[1] and one.at[0] < match.end() for one in found):
                continue
            ends = resolve(days, match)
            if ends is not None:
                found.append(Span(*ends, match[0].strip(), match.span(), is_date))
    found.sort(key=lambda one: one.at)
    return list(_joined(text, found, now))


Ends = tuple[datetime, datetime]


class _Calendar:
    """Turns days into moments."""

    def __init__(self, now: datetime, zone: tzinfo | None) -> None:
        self.now = now
        self._zone = zone
        self.today = now.astimezone(zone).date()

    def at(self, day: date, hour: int = 0) -> datetime:
        """Return an hour of a day, UTC."""
        local = datetime.combine(day, time(hour), self._zone)
        return local.astimezone(timezone.utc)

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


def _day(days: _Calendar, year: str | None, month: int, day: int) -> Ends | None:
    try:
        first = date(int(year) if year else days.newest(month, day), month, day)
    except ValueError:
        return None  # 31 April
    return days.days(first, first + timedelta(days=1)) if first < LATEST else None


def _iso_day(days: _Calendar, match: re.Match[str]) -> Ends | None:
    return _day(days, match["year"], int(match["month"]), int(match["day"]))


def _iso_month(days: _Calendar, match: re.Match[str]) -> Ends | None:
    month = int(match["month"])
    return days.month(int(match["year"]), month) if 1 <= month <= 12 else None


def _named_day(days: _Calendar, match: re.Match[str]) -> Ends | None:
    return _day(days, match["year"], month_of(match["name"]), int(match["day"]))


def _named_month(days: _Calendar, match: re.Match[str]) -> Ends | None:
    month = month_of(match["name"])
    return days.month(int(match["year"] or days.newest(month)), month)


def _year(days: _Calendar, match: re.Match[str]) -> Ends | None:
    year = int(match["year"])
    return days.days(date(year, 1, 1), date(year + 1, 1, 1)) if year < LATEST.year else None


def _near_day(days: _Calendar, match: re.Match[str]) -> Ends | None:
    """Today, yesterday, the day before, and parts of them."""
    said = match[0].casefold()
    back = 2 if "before" in said else 1 if said.startswith(("yesterday", "last")) else 0
    day = days.today - timedelta(days=back)
    for name, part in DAY_PARTS.items():
        if name in said:
            return days.part(day, part)
    return days.days(day, day + timedelta(days=1))


def _weekday(days: _Calendar, match: re.Match[str]) -> Ends | None:
    """The newest day of that name; "last" is never today, "this" is of this week."""
    wanted = WEEKDAYS.index(match["name"][:3].casefold())
    how = (match["how"] or "").casefold()
    if how == "this":
        day = days.today + timedelta(days=wanted - days.today.weekday())
    else:
        back = (days.today.weekday() - wanted) % 7
        day = days.today - timedelta(days=back or (7 if how in ("last", "past") else 0))
    return days.days(day, day + timedelta(days=1))


def _period(days: _Calendar, match: re.Match[str]) -> Ends | None:
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


def _ago(days: _Calendar, match: re.Match[str]) -> Ends | None:
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


def _lately(days: _Calendar, match: re.Match[str]) -> Ends | None:
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


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_ORDINAL = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?\b"
# What alone is no time, or another word ("may", "march", "sun"), is one after these.
_AFTER = "|".join(
    rf"(?<=\b{word} )"
    for word in ("in", "since", "before", "after", "until", "during", "from", "to", "of", "between",
                 "and", "by")
)  # fmt: skip
_Form = tuple[re.Pattern[str], bool, Callable[[_Calendar, re.Match[str]], Ends | None]]
#: The forms that are known, what is more telling first, and whether each is named by the calendar.
_FORMS: Sequence[_Form] = (
    (_form(rf"\b{_YEAR}-(?P<month>[01]\d)-(?P<day>[0-3]\d)\b"), True, _iso_day),
    (_form(rf"\b(?P<day>[0-3]?\d)\.(?P<month>[01]?\d)\.{_YEAR}\b"), True, _iso_day),
    (_form(rf"\b{_YEAR}-(?P<month>[01]\d)\b"), True, _iso_month),
    (_form(rf"\b{MONTH}\.? {_ORDINAL}\b(?:,? {_YEAR}\b)?"), True, _named_day),
    (_form(rf"\b{_ORDINAL} (?:of )?{MONTH}\b(?:,? {_YEAR}\b)?"), True, _named_day),
    (_form(rf"\b{MONTH},? (?:of )?{_YEAR}\b"), True, _named_month),
    (_form(rf"(?:{_AFTER}|(?<=\blast )|(?<=\bthis )){MONTH}\b(?P<year>)"), True, _named_month),
    (_form(rf"(?:{_AFTER}){_YEAR}\b"), True, _year),
    (_form(r"\bthe day before yesterday\b|\byesterday(?: morning| afternoon| evening| night)?\b|"
           r"\blast (?:night|evening)\b|\bthis (?:morning|afternoon|evening)\b|\btonight\b|"
           r"\btoday\b"), False, _near_day),
    (_form(rf"\b(?P<count>{AMOUNT}) {_UNIT} ago\b"), False, _ago),
    (_form(rf"\bthe (?:last|past) (?P<count>{AMOUNT}) {_UNIT}"), False, _lately),
    (_form(r"\b(?P<how>last|this|past|previous) (?P<name>weekend|week|month|year)\b"), False,
     _period),
    (_form(rf"(?:\b(?P<how>last|this|past|on) |{_AFTER}){WEEKDAY}\b"), False, _weekday),
)  # fmt: skip

_LEAD = re.compile(
    r"\b(since|after|before|until|till|by|between|from)\s+(?:the\s+)?$", re.IGNORECASE
)
_JOINT = re.compile(r"\s*(?:,\s*)?(?:and|to|until|till|-|–)\s+(?:the\s+)?", re.IGNORECASE)


def _joined(text: str, found: Sequence[Span], now: datetime) -> Iterator[Span]:
    """Yield the spans with what stands before and between them taken in."""
    rest = list(found)
    while rest:
        one = rest.pop(0)
        lead = _LEAD.search(text[: one.at[0]])
        how = lead[1].casefold() if lead else ""
        begin = lead.start() if lead else one.at[0]
        if how in ("between", "from") and rest and _JOINT.fullmatch(text, one.at[1], rest[0].at[0]):
            other = rest.pop(0)
            ends = sorted((one, other), key=lambda span: span.start)
            one = replace(one, start=ends[0].start, end=max(one.end, other.end),
                          at=(begin, other.at[1]))  # fmt: skip
        else:
            one = replace(_opened(one, how, now), at=(begin, one.at[1]))
        yield replace(one, words=text[one.at[0] : one.at[1]].strip())


def _opened(one: Span, how: str, now: datetime) -> Span:
    first = datetime(EARLIEST.year, 1, 1, tzinfo=timezone.utc)
    later = max(now, one.end)
    if how in ("since", "from"):
        return replace(one, end=later)
    if how == "after":
        return replace(one, start=one.end, end=max(later, one.end + timedelta(days=1)))
    if how in ("before", "until", "till"):
        return replace(one, start=min(first, one.start), end=max(one.start, first))
    return replace(one, start=first) if how == "by" else one


def is_outside(spans: Sequence[Span], moment: datetime) -> bool:
    """Tell whether a moment is in none of some spans."""
    return not any(span.has(moment) for span in spans)
