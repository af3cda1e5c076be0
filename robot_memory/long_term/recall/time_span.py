"""Times in a question: "last Tuesday", "in May", "since yesterday", "a week before the update".

Pure functions: the present time is an argument. Days, weeks and months are those of a time zone;
weeks begin on Monday. A date without a year means the newest that has begun. "When did it happen?"
asks for a time and contains none. Words before or after a time narrow it, as in "the second half of
October" and "Tuesday morning", or move it to a neighbouring week.

See docs/reference/recall.md, "Times".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone, tzinfo

from robot_memory.long_term.recall import calendar_days
from robot_memory.long_term.recall.calendar_days import (
    AMOUNT,
    AMOUNTS,
    CLOCK_PERIOD,
    DAY_PARTS,
    EARLIEST,
    MONTH,
    ORDINALS,
    WEEKDAY,
    WEEKDAY_NAMES,
    Calendar,
    Ends,
    about,
    clock_period_of,
    weekday_of,
)

_SHORTLY = timedelta(days=2)  # shortly after
_SINCE = timedelta(seconds=1)
_OF = r"(?:\s*-\s*|\s+(?:(?:of|in|on)\s+)?(?:the\s+)?)$"
_PART = rf"(?P<part>{'|'.join(DAY_PARTS)})"
_DAY = rf"(?P<name>{WEEKDAY_NAMES}|weekend)"
_WEEK = timedelta(days=7)
_LONGEST_DAY = timedelta(hours=25)
_LONGEST_WEEK = timedelta(days=8)
#: A number of units before or after something.
_BESIDE = (
    rf"\b(?:the\s+)?(?:(?P<count>{AMOUNT})\s+)?(?P<unit>hour|day|week|month)s?\s+"
    r"(?P<how>before|after|following)"
)
_ANCHORS = tuple(
    re.compile(rf"(?:\b(?:in|during|within)\s+)?{form}\s+(?P<event>\S(?s:.{{2,}}))", re.IGNORECASE)
    for form in (
        _BESIDE,
        r"\b(?:right|shortly|just|soon|immediately|directly)\s+(?P<how>before|after|following)",
        r"\b(?P<how>since)(?=\s+(?:the|we|they|it|he|she)\b)",
    )
)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class TimeSpan:
    """A time span that a question names.

    Attributes:
        start, end: UTC; ``end`` is exclusive.
        words: the words of the question.
        at: the position of these words: first character, and the one after the last.
        is_date: whether the time is a calendar date, not relative to today.
    """

    start: datetime
    end: datetime
    words: str
    at: tuple[int, int]
    is_date: bool = False

    def has(self, moment: datetime) -> bool:
        """Tell whether a moment is in the time span."""
        return self.start <= moment < self.end


def spans_in(text: str, now: datetime, zone: tzinfo | None = None) -> list[TimeSpan]:
    """Return the time spans that a text names, in order.

    Args:
        zone: the time zone of the days; None for this machine's.
    """
    found: list[TimeSpan] = []
    for pattern, is_date, resolve in _FORMS:
        for match in pattern.finditer(text):
            calendar = Calendar(now, zone)
            ends = None if _is_taken(match.span(), found) else resolve(calendar, match)
            if ends is None:
                continue
            part, at = _narrowed(calendar, text, ends, match.span())
            if _is_taken(at, found):  # in "last week before Tuesday", last week is separate
                part, at = ends, match.span()
            found.append(TimeSpan(*part, text[at[0] : at[1]].strip(), at, is_date))
    found.sort(key=lambda one: one.at)
    return list(_joined(text, found, now))


def _is_taken(at: tuple[int, int], found: Sequence[TimeSpan]) -> bool:
    return any(at[0] < one.at[1] and one.at[0] < at[1] for one in found)


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_ORDINAL = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?\b"
# Words that are ambiguous alone ("may", "march", "sun") are times after one of these words.
_AFTER = "|".join(
    rf"(?<=\b{word} )"
    for word in ("in", "since", "before", "after", "until", "during", "from", "to", "of", "between",
                 "and", "by", "mid")
) + "".join(  # "how late may it drive?" names no month
    rf"|(?<=\b{word} )(?<!\bhow {word} )" for word in ("early", "late")
) + r"|(?<=\bmid-)"  # fmt: skip
# What may follow "the 19th" if it is a day, and not the 19th of something.
_ENDS = r"(?=\s*(?:$|[^\w\s])|\s+(?:at|in|around|about|and|to|until|till|or)\b)"
_OPEN = ("until", "till", "before", "after", "since", "by")
_Form = tuple[
    re.Pattern[str],
    bool,
    Callable[[Calendar, re.Match[str]], Ends | None],
]
#: The known forms, specific ones first, each with whether it is a calendar date.
_FORMS: Sequence[_Form] = (
    (_form(rf"\b{_YEAR}-(?P<month>[01]\d)-(?P<day>[0-3]\d)\b"), True, calendar_days.iso_day),
    (_form(rf"\b(?P<day>[0-3]?\d)\.(?P<month>[01]?\d)\.{_YEAR}\b"), True, calendar_days.iso_day),
    (_form(rf"\b{_YEAR}-(?P<month>[01]\d)\b"), True, calendar_days.iso_month),
    (_form(rf"\b{MONTH}\.? {_ORDINAL}\b(?:,? {_YEAR}\b)?"), True, calendar_days.named_day),
    (_form(rf"\b{_ORDINAL} (?:of )?{MONTH}\b(?:,? {_YEAR}\b)?"), True, calendar_days.named_day),
    (_form(rf"\b{MONTH},? (?:of )?{_YEAR}\b"), True, calendar_days.named_month),
    (_form(rf"(?:{_AFTER}|(?<=\bon ))the (?P<day>[0-3]?\d)(?:st|nd|rd|th)\b{_ENDS}"), True,
     calendar_days.day_of_month),
    (_form(rf"(?:{_AFTER}|(?<=\blast )|(?<=\bthis )){MONTH}\b(?P<year>)"), True,
     calendar_days.named_month),
    (_form(rf"(?:{_AFTER}){_YEAR}\b"), True, calendar_days.year),
    (_form(r"\bthe day before yesterday\b|\byesterday(?: morning| afternoon| evening| night)?\b|"
           r"\blast (?:night|evening)\b|\bthis (?:morning|afternoon|evening)\b|\btonight\b|"
           r"\btoday\b"), False, calendar_days.near_day),
    (_form(rf"\b(?P<count>{AMOUNT}) {_UNIT} ago\b"), False, calendar_days.ago),
    (_form(rf"\b(?:last|past) (?P<count>{AMOUNT}) {_UNIT}"), False, calendar_days.lately),
    (_form(r"\b(?:last|past) (?P<count>)(?P<unit>hour|minute)\b"), False, calendar_days.lately),
    (_form(r"\b(?P<how>last|this|past|previous) (?P<name>weekend|week|month|year)\b"), False,
     calendar_days.period),
    (_form(r"(?<=\bon the )weekend\b|(?<=\bat the )weekend\b|(?<=\bover the )weekend\b|"
           r"(?<=\bduring the )weekend\b"), False, calendar_days.newest_weekend),
    (_form(rf"(?:\b(?P<how>last|this|past|on) |{_AFTER}){WEEKDAY}\b"), False,
     calendar_days.weekday),
    (_form(rf"\b(?P<how>){WEEKDAY}(?= (?:morning|afternoon|evening|night)\b)"), False,
     calendar_days.weekday),
    (_form(r"\bat (?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\b"), False,
     calendar_days.clock_time),
    (_form(CLOCK_PERIOD), False, calendar_days.clock_period),
    (_form("(?:" + "|".join(rf"(?<=\b{lead} )" for lead in _OPEN) +
           r")(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\b"), False, calendar_days.clock_moment),
)  # fmt: skip

_LEAD = re.compile(
    r"\b(since|after|before|until|till|by|between|from)\s+(?:the\s+)?$", re.IGNORECASE
)
_JOINT = re.compile(r"\s*(?:,\s*)?(?:and|to|until|till|-|–)\s+(?:the\s+)?", re.IGNORECASE)


def _joined(text: str, found: Sequence[TimeSpan], now: datetime) -> Iterator[TimeSpan]:
    """Yield the spans, with the words before and between them applied."""
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


def _opened(one: TimeSpan, how: str, now: datetime) -> TimeSpan:
    first = datetime(EARLIEST.year, 1, 1, tzinfo=timezone.utc)
    later = max(now, one.end)
    if how in ("since", "from"):
        return replace(one, end=later)
    if how == "after":
        return replace(one, start=one.end, end=max(later, one.end + timedelta(days=1)))
    if how in ("before", "until", "till"):
        return replace(one, start=min(first, one.start), end=max(one.start, first))
    return replace(one, start=first) if how == "by" else one


@dataclass(frozen=True)
class _EventAnchor:
    """A time that is counted from an event.

    Attributes:
        event: the event, in the words of the question.
        at: the position of the words in the question.
        match: the words that say how the time is counted.
    """

    event: str
    at: tuple[int, int]
    match: re.Match[str]

    def span(self, moment: datetime, now: datetime) -> TimeSpan:
        """Return the time span, given the time of the event."""
        words = self.match[0].strip()
        groups = self.match.groupdict()
        if groups.get("unit"):
            return TimeSpan(*_beside((moment, moment), self.match), words, self.at)
        how = groups["how"].casefold()
        if how == "since":
            return TimeSpan(moment, max(now, moment) + _SINCE, words, self.at)
        ends = (moment - _SHORTLY, moment) if how == "before" else (moment, moment + _SHORTLY)
        return TimeSpan(*ends, words, self.at)


def anchor_in(question: str) -> _EventAnchor | None:
    """Return the event from which a question counts a time; None if there is none."""
    text = question.rstrip(" ?!.")
    for form in _ANCHORS:
        match = form.search(text)
        if match:
            return _EventAnchor(match["event"], match.span(), match)
    return None


# -- which part of a time is meant -----------------------------------------------------------------

#: Returns the part of a time that words beside it select; None if they do not apply to it.
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
    """The first week of a month is its first seven days; the last week its last seven."""
    if ends[1] - ends[0] < 2 * _WEEK:
        return _week_around(calendar, ends)
    word = match["nth"].casefold()
    if word == "last":
        return ends[1] - _WEEK, ends[1]
    start = ends[0] + (ORDINALS[word] - 1) * _WEEK
    return (start, min(start + _WEEK, ends[1])) if start < ends[1] else None


def _weekday_of(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    """The second Friday of a month; weekends are counted by their Saturdays."""
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


def _beside(ends: Ends, match: re.Match[str]) -> Ends:
    """Return the days or weeks before or after a time: "the week before", "two days after"."""
    count = (match["count"] or "a").casefold()
    days = {"hour": 1 / 24, "day": 1, "week": 7, "month": 30}[match["unit"].casefold()]
    length = timedelta(days=days) * (AMOUNTS.get(count) or int(count))
    if match["how"].casefold() == "before":
        return ends[0] - length, ends[0]
    return ends[1], ends[1] + length


def _of_day(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    if ends[1] - ends[0] > _LONGEST_DAY:
        return None
    return calendar.part(calendar.day_of(ends[0]), DAY_PARTS[match["part"].casefold()])


def _at_clock(calendar: Calendar, ends: Ends, match: re.Match[str]) -> Ends | None:
    """At 14:30, around 3 pm: within an hour on that day; at 14:36 within minutes."""
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


_CLOCK = r"(?P<hour>\d\d?)(?::(?P<minute>\d\d))?(?:\s*(?P<half_day>[ap]m))?"
_BEFORE: tuple[tuple[re.Pattern[str], _Narrowing], ...] = (
    (_form(rf"\b(?:the\s+)?(?P<half>first|second|1st|2nd|last)\s+half{_OF}"), _half),
    (_form(rf"\b(?:the\s+)?(?P<third>early|late|mid|middle|beginning|start|end){_OF}"), _third),
    (_form(rf"\b(?:the\s+)?(?P<nth>{'|'.join(ORDINALS)}|last)\s+week{_OF}"), _week_of),
    (_form(rf"\b(?:the\s+)?(?P<nth>{'|'.join(ORDINALS)}|last)\s+{_DAY}{_OF}"), _weekday_of),
    (_form(rf"\b(?:the\s+)?(?P<days>first|last)\s+(?:few\s+)?days{_OF}"), _days_of),
    (_form(rf"{_BESIDE}(?:\s+(?:the|on))?\s+$"), lambda _, ends, match: _beside(ends, match)),
    (_form(r"\b(?:the\s+)?week\s+(?:of|from|around|with)(?:\s+the)?\s+$"), _week_with),
    (_form(rf"\b(?:the\s+)?{_PART}{_OF}"), _of_day),
    (_form(rf"\b(?:at|around|about|towards)\s+{_CLOCK}{_OF}"), _at_clock),
    (_form(rf"{CLOCK_PERIOD}{_OF}"), _clock_period),
)  # fmt: skip
_ABOUT_WHEN = r"(?<!\s)\s+(?:(?:at|around|about|towards|in|during)\s+(?:the\s+)?)?"
_BEHIND: tuple[tuple[re.Pattern[str], _Narrowing], ...] = (
    (_form(rf"{_ABOUT_WHEN}{_PART}\b"), _of_day),
    (_form(rf"(?<!\s)\s+{CLOCK_PERIOD}"), _clock_period),
    (_form(rf"{_ABOUT_WHEN}{_CLOCK}\b"), _at_clock),
)  # fmt: skip


def _narrowed(
    calendar: Calendar, text: str, ends: Ends, at: tuple[int, int]
) -> tuple[Ends, tuple[int, int]]:
    """Return the part of a time that is meant, and the position of all its words in the text.

    Args:
        ends: a time that the text names.
        at: the position of its words.
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
