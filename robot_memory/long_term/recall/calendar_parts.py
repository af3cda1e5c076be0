"""Parts of a time that a question names: the second half of October, Tuesday morning.

What stands before or after a month, a week or a day narrows it, or moves it to a week beside it.

See docs/reference/recall.md, "Times".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from robot_memory.long_term.recall.calendar_days import (
    AMOUNT,
    AMOUNTS,
    CLOCK_PERIOD,
    DAY_PARTS,
    ORDINALS,
    WEEKDAY_NAMES,
    Calendar,
    Ends,
    about,
    clock_period_of,
    weekday_of,
)

_OF = r"(?:\s*-\s*|\s+(?:(?:of|in|on)\s+)?(?:the\s+)?)$"
_PART = rf"(?P<part>{'|'.join(DAY_PARTS)})"
_DAY = rf"(?P<name>{WEEKDAY_NAMES}|weekend)"
_WEEK = timedelta(days=7)
_LONGEST_DAY = timedelta(hours=25)
_LONGEST_WEEK = timedelta(days=8)

#: What stands before a time, and which part of it is meant; None: that makes no sense of it.
_Narrowing = Callable[[Calendar, Ends, re.Match[str]], Ends | None]


def _half(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends:
    """The first half of a month has its first fifteen days."""
    is_month = 4 * _WEEK <= ends[1] - ends[0] < 5 * _WEEK
    middle = ends[0] + (timedelta(days=15) if is_month else (ends[1] - ends[0]) / 2)
    is_first = match["half"].casefold() in ("first", "1st")
    return (ends[0], middle) if is_first else (middle, ends[1])


def _third(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends:
    third = (ends[1] - ends[0]) / 3
    word = match["third"].casefold()
    number = 0 if word in ("early", "beginning", "start") else 2 if word in ("late", "end") else 1
    return ends[0] + number * third, ends[0] + (number + 1) * third


def _week_of(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    """The first week of a month has its first seven days; the last one its last seven."""
    if ends[1] - ends[0] < 2 * _WEEK:
        return _week_around(calendar, ends)
    word = match["nth"].casefold()
    if word == "last":
        return ends[1] - _WEEK, ends[1]
    start = ends[0] + (ORDINALS[word] - 1) * _WEEK
    return (start, min(start + _WEEK, ends[1])) if start < ends[1] else None


def _weekday_of(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    """The second Friday of a month; its weekends are counted by their Saturdays."""
    if ends[1] - ends[0] < 2 * _WEEK:
        return None
    name, word = match["name"].casefold(), match["nth"].casefold()
    wanted, length = (5, 2) if name == "weekend" else (weekday_of(name), 1)
    first, after = calendar.day_of(ends[0]), calendar.day_of(ends[1])
    if word == "last":
        day = after - timedelta(days=(after.weekday() - wanted - 1) % 7 + 1)
    else:
        day = first + timedelta(days=(wanted - first.weekday()) % 7) + (ORDINALS[word] - 1) * _WEEK
    return calendar.days(day, day + timedelta(days=length)) if day < after else None


def _days_of(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    """The first days of a month are its first seven, the last days its last seven."""
    if ends[1] - ends[0] < 2 * _WEEK:
        return None
    is_first = match["days"].casefold() == "first"
    return (ends[0], ends[0] + _WEEK) if is_first else (ends[1] - _WEEK, ends[1])


def _week_around(calendar: Calendar, ends: Ends) -> Ends | None:
    day = calendar.day_of(ends[0])
    monday = day - timedelta(days=day.weekday())
    return calendar.days(monday, monday + timedelta(days=7))


def _week_with(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    return _week_around(calendar, ends) if ends[1] - ends[0] <= _LONGEST_WEEK else None


def _beside(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends:
    return beside(ends, match)


def beside(ends: Ends, match: re.Match[str]) -> Ends:
    """Return the days or weeks before or after a time: "the week before", "two days after".

    Args:
        ends: the time.
        match: with the groups ``count``, ``unit`` and ``how``.
    """
    count = (match["count"] or "a").casefold()
    days = {"hour": 1 / 24, "day": 1, "week": 7, "month": 30}[match["unit"].casefold()]
    length = timedelta(days=days) * (AMOUNTS.get(count) or int(count))
    if match["how"].casefold() == "before":
        return ends[0] - length, ends[0]
    return ends[1], ends[1] + length


#: Counts units before or after something.
BESIDE = (
    rf"\b(?:the\s+)?(?:(?P<count>{AMOUNT})\s+)?(?P<unit>hour|day|week|month)s?\s+"
    r"(?P<how>before|after|following)"
)


def _of_day(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    if ends[1] - ends[0] > _LONGEST_DAY:
        return None
    return calendar.part(calendar.day_of(ends[0]), DAY_PARTS[match["part"].casefold()])


def _at_clock(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    """At 14:30, around 3 pm: within an hour of it on that day; at 14:36 within minutes."""
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), match["half_day"]
    is_clock = half or match["minute"]
    if not is_clock or ends[1] - ends[0] > _LONGEST_DAY or hour > 23 or minute > 59:
        return None
    if half:
        hour = hour % 12 + (12 if half.casefold() == "pm" else 0)
    moment = calendar.at(calendar.day_of(ends[0]), hour) + timedelta(minutes=minute)
    return moment - about(minute), moment + about(minute)


def _clock_period(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    if ends[1] - ends[0] > _LONGEST_DAY:
        return None
    return clock_period_of(calendar, calendar.day_of(ends[0]), match)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


_BEFORE: tuple[tuple[re.Pattern[str], _Narrowing], ...] = (
    (_form(rf"\b(?:the\s+)?(?P<half>first|second|1st|2nd|last)\s+half{_OF}"), _half),
    (_form(rf"\b(?:the\s+)?(?P<third>early|late|mid|middle|beginning|start|end){_OF}"), _third),
    (_form(rf"\b(?:the\s+)?(?P<nth>{'|'.join(ORDINALS)}|last)\s+week{_OF}"), _week_of),
    (_form(rf"\b(?:the\s+)?(?P<nth>{'|'.join(ORDINALS)}|last)\s+{_DAY}{_OF}"), _weekday_of),
    (_form(rf"\b(?:the\s+)?(?P<days>first|last)\s+(?:few\s+)?days{_OF}"), _days_of),
    (_form(rf"{BESIDE}(?:\s+(?:the|on))?\s+$"), _beside),
    (_form(r"\b(?:the\s+)?week\s+(?:of|from|around|with)(?:\s+the)?\s+$"), _week_with),
    (_form(rf"\b(?:the\s+)?{_PART}{_OF}"), _of_day),
    (_form(rf"{CLOCK_PERIOD}{_OF}"), _clock_period),
)  # fmt: skip
_ABOUT_WHEN = r"(?<!\s)\s+(?:(?:at|around|about|towards|in|during)\s+(?:the\s+)?)?"
_BEHIND: tuple[tuple[re.Pattern[str], _Narrowing], ...] = (
    (_form(rf"{_ABOUT_WHEN}{_PART}\b"), _of_day),
    (_form(rf"(?<!\s)\s+{CLOCK_PERIOD}"), _clock_period),
    (_form(rf"{_ABOUT_WHEN}(?P<hour>\d\d?)(?::(?P<minute>\d\d))?"
           r"(?:\s*(?P<half_day>[ap]m))?\b"), _at_clock),
)  # fmt: skip


def narrowed(
    calendar: Calendar, text: str, ends: Ends, at: tuple[int, int]
) -> tuple[Ends, tuple[int, int]]:
    """Return which part of a time is meant, and where in the text all of its words stand.

    Args:
        calendar: of the zone whose days these are.
        text: a question.
        ends: a time that it names.
        at: where it names that.
    """
    for pattern, narrow in _BEHIND:
        match = pattern.match(text, at[1])
        part = narrow(calendar, ends, match) if match else None
        if match and part:
            ends, at = part, (at[0], match.end())
            break
    for pattern, narrow in _BEFORE:
        match = pattern.search(text[: at[0]])
        part = narrow(calendar, ends, match) if match else None
        if match and part:
            return part, (match.start(), at[1])
    return ends, at
