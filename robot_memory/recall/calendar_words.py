"""The names of days, months and amounts in questions."""

from __future__ import annotations

from datetime import date

#: The years in which something can have been said.
EARLIEST, LATEST = date(1970, 1, 2), date(2999, 1, 1)

#: From which hour to which one; a night ends on the next day.
Part = tuple[int, int]
DAY_PARTS: dict[str, Part] = {
    "morning": (5, 12), "noon": (11, 14), "midday": (11, 14), "lunchtime": (11, 14),
    "afternoon": (12, 18), "evening": (17, 24), "night": (18, 30),
}  # fmt: skip

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
#: The alternatives of a pattern: a whole name before its beginnings.
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


def month_of(name: str) -> int:
    """Return the number of a month, from any of its names."""
    beginning = name[:3].casefold()
    return next(n for n, month in enumerate(MONTHS, start=1) if month.startswith(beginning))


def weekday_of(name: str) -> int:
    """Return the number of a day of the week, from any of its names; Monday is 0."""
    return WEEKDAYS.index(name[:3].casefold())


#: Which week of a month is meant.
ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "fifth": 5, "5th": 5,
}  # fmt: skip
