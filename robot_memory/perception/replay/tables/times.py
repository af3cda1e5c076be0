"""Which column holds the time, and its format: numbers since some start, or dates and clocks.

All times become seconds since the epoch, UTC. A date without a zone is taken as UTC. Numbers that
cannot be an epoch time count from the start of the recording or of the robot; they are taken as
seconds after the epoch.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from statistics import median
from typing import Literal, NamedTuple

from robot_memory.perception.replay.recording import EARLIEST, LATEST
from robot_memory.perception.replay.tables.rows import number

UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1),
    **dict.fromkeys(("ms", "msec", "millis", "millisecond", "milliseconds"), 10**3),
    **dict.fromkeys(("us", "µs", "μs", "usec", "micros", "microsecond", "microseconds"), 10**6),
    **dict.fromkeys(("ns", "nsec", "nanos", "nanosecond", "nanoseconds"), 10**9),
}
"""Time units in a column's name, and how many of each make a second."""

EPOCH_FROM, EPOCH_TO = 946_684_800, 4_102_444_800
"""Epoch seconds of the years 2000 and 2100: a value between them, in some unit, is a date."""

LONGEST_STEP = 1000
"""Seconds between rows. Counters of microseconds can look like epoch seconds, but have larger
steps."""

SMALLEST_STEP = {10**9: 2_000_000, 10**6: 2_000, 10**3: 10}
"""Least step of integers that count nanoseconds, microseconds, milliseconds: it fits a robot's
usual rates, 0.5 to 500 a second."""

ISO_DATE = r"(?P<y>\d{4})[-/.](?P<m>\d\d?)[-/.](?P<d>\d\d?)"
SHORT_DATE = r"(?P<a>\d\d?)(?P<mark>[-/.])(?P<b>\d\d?)[-/.](?P<y2>\d{4})"
DATE = rf"(?:{ISO_DATE}|{SHORT_DATE})"
SECOND = r"(?P<s>\d\d)(?:[.,:](?P<f>\d{1,12}))?"
CLOCK = rf"(?P<h>\d\d?):(?P<min>\d\d)(?::{SECOND})?(?:\s*(?P<half>[AP]M))?"
ZONE = r"(?:Z|UTC|GMT|(?P<sign>[-+])(?P<zh>\d\d):?(?P<zm>\d\d)?)"
CALENDAR = re.compile(rf"{DATE}(?:(?:T|[\s_]+){CLOCK}\s*{ZONE}?)?", re.I | re.A)
CLOCK_ALONE = re.compile(CLOCK, re.I | re.A)

ENOUGH = 0.8
"""Share of a column's cells that must be times in a time column."""


class TimeFormat(NamedTuple):
    """The kind of times in a column, and the function that reads a cell.

    The function raises ValueError if a cell is no time, and OverflowError if it is beyond the
    limits of a recording's times.

    'epoch' and 'calendar' times are absolute; 'date' is a calendar date without a time; 'clock' is
    a time of day without a date; 'counter' counts from an unknown start.
    """

    kind: Literal["epoch", "calendar", "date", "clock", "counter"]
    read: Callable[[str], float]


def time_format(name: str, cells: Sequence[str], decimal_comma: bool = False) -> TimeFormat | None:
    """Return the format of a column from its name and some cells; None if it holds no times."""
    cells = [cell.strip() for cell in cells if cell.strip()]
    numbers = list(_finite(cells, decimal_comma))
    if cells and len(numbers) >= ENOUGH * len(cells):
        return _of_numbers(name, numbers, decimal_comma)
    dates = [match for cell in cells if (match := CALENDAR.fullmatch(cell))]
    if cells and len(dates) >= ENOUGH * len(cells):
        day_first = _day_first(dates)
        kind: Literal["date", "calendar"] = "calendar" if any(m["h"] for m in dates) else "date"
        return TimeFormat(kind, lambda cell: _calendar(cell, day_first))
    if cells and sum(1 for cell in cells if reads_as_clock(cell)) >= ENOUGH * len(cells):
        return TimeFormat("clock", _clock)
    return None


def reads_as_time(cell: str) -> bool:
    """Whether a cell is a date or a time of day."""
    return CALENDAR.fullmatch(cell.strip()) is not None or reads_as_clock(cell)


def reads_as_clock(cell: str) -> bool:
    """Whether a cell is a time of day, without a date."""
    return CLOCK_ALONE.fullmatch(cell.strip()) is not None


def words_of(name: str) -> list[str]:
    """Return the words of a column's name, in lower case: 'rosbagTimestamp_ms' has three."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-zµμ]+|[A-Z]+(?![a-z])", name)]


def _finite(cells: Sequence[str], decimal_comma: bool) -> list[float]:
    values = []
    for cell in cells:
        try:
            value = number(cell, decimal_comma)
        except ValueError:
            continue
        if math.isfinite(value):
            values.append(value)
    return values


def _of_numbers(name: str, values: Sequence[float], decimal_comma: bool) -> TimeFormat:
    named = next((UNITS[word] for word in words_of(name) if word in UNITS), None)
    units = [named] if named else [1, 10**3, 10**6, 10**9]
    middle = median(values)
    step = median([abs(b - a) for a, b in pairwise(values)] or [0])
    for unit in units:
        if EPOCH_FROM <= middle / unit < EPOCH_TO and (unit > 1 or named or step < LONGEST_STEP):
            return TimeFormat("epoch", _number_reader(unit, decimal_comma))
    unit = named or _unit_by_step(values, step)
    return TimeFormat("counter", _number_reader(unit, decimal_comma))


def _unit_by_step(values: Sequence[float], step: float) -> int:
    if any(value != int(value) for value in values):
        return 1
    return next((unit for unit, least in SMALLEST_STEP.items() if step >= least), 1)


def _number_reader(unit: int, decimal_comma: bool) -> Callable[[str], float]:
    def read(cell: str) -> float:
        try:
            seconds = int(cell) / unit  # exact, while a float would round nanoseconds
        except ValueError:
            seconds = number(cell, decimal_comma) / unit
        if not math.isfinite(seconds):
            raise ValueError(f"{cell!r} is not a time")
        return _within_limits(seconds)

    return read


def _day_first(dates: Sequence[re.Match[str]]) -> bool:
    """Whether 03/04/2024 is in April.

    If no number decides, dates with dots or dashes are European, dates with slashes American.
    """
    short = [match for match in dates if match["a"]]
    if any(int(match["a"]) > 12 for match in short):
        return True
    if any(int(match["b"]) > 12 for match in short):
        return False
    return not any(match["mark"] == "/" for match in short)


def _calendar(cell: str, day_first: bool) -> float:
    match = CALENDAR.fullmatch(cell.strip())
    if match is None:
        raise ValueError(f"{cell!r} is not a date")
    if match["y"]:
        days = _days(int(match["y"]), int(match["m"]), int(match["d"]))
    else:
        day, month = (match["a"], match["b"]) if day_first else (match["b"], match["a"])
        days = _days(int(match["y2"]), int(month), int(day))
    east = 0
    if match["sign"]:
        east = int(match["zh"]) * 3600 + int(match["zm"] or 0) * 60
        east = -east if match["sign"] == "-" else east
    return _seconds(match, days * 86400 - east)


def _clock(cell: str) -> float:
    match = CLOCK_ALONE.fullmatch(cell.strip())
    if match is None:
        raise ValueError(f"{cell!r} is not a time of day")
    return _seconds(match, 0)


def _within_limits(seconds: float) -> float:
    if not EARLIEST < seconds < LATEST:
        raise OverflowError(f"{seconds:g} is beyond the times of a recording")
    return seconds


def _seconds(match: re.Match[str], midnight: int) -> float:
    hour = int(match["h"] or 0)
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].upper() == "PM" else 0)
    seconds = midnight + hour * 3600 + int(match["min"] or 0) * 60 + int(match["s"] or 0)
    fraction = match["f"] or ""
    scale = int(10 ** len(fraction))
    return _within_limits((seconds * scale + int(fraction or 0)) / scale)


@lru_cache(maxsize=512)
def _days(year: int, month: int, day: int) -> int:
    return date(year, month, day).toordinal() - date(1970, 1, 1).toordinal()


NAMES = frozenset({
    "time", "timestamp", "timestamps", "stamp", "date", "datetime", "t", "ts", "epoch", "utc",
    "unix", "unixtime", "clock", "zeit", "zeitstempel", "datum", "uhrzeit",
})  # fmt: skip
"""Words in the name of a time column."""


@dataclass(frozen=True, slots=True)
class TimeColumn:
    """The place of the time in a row, and the function that reads it.

    Attributes:
        columns: the column, or two: a date and a time of day.
        read: returns a row's seconds since the epoch; ValueError if it has no time, OverflowError
            if its time is beyond the limits of a recording's times.
        is_dated: whether it contains a date; otherwise it counts from an unknown start.
    """

    columns: tuple[int, ...]
    read: Callable[[Sequence[str]], float]
    is_dated: bool = True


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A column that may hold the time."""

    column: int
    format: TimeFormat
    named: bool
    hinted: bool
    times: tuple[float, ...]

    @property
    def absolute(self) -> bool:
        return self.format.kind in ("epoch", "calendar")

    @property
    def steady(self) -> bool:
        return all(a <= b for a, b in pairwise(self.times))

    @property
    def rising(self) -> bool:
        return len(self.times) > 2 and all(a < b for a, b in pairwise(self.times))


PREFERENCES: tuple[Callable[[_Candidate], bool], ...] = (
    lambda it: it.named and it.format.kind != "date" and (it.absolute or it.steady),
    lambda it: it.hinted and it.absolute,
    lambda it: it.format.kind == "calendar",
    lambda it: it.format.kind == "epoch" and it.rising,
    lambda it: it.hinted and it.format.kind != "date" and it.rising,
    lambda it: it.format.kind in ("counter", "clock") and it.rising,
    lambda it: it.format.kind == "date",
)
"""Which column is chosen, the first preference first: a time column's name with plausible values; a
date anywhere; a counter that only rises."""


def find_time(
    names: Sequence[str], sample: Sequence[Sequence[str]], decimal_comma: bool
) -> TimeColumn | None:
    """Return the column, or the two columns, with the time; None if there is none."""
    candidates = list(_candidates(names, sample, decimal_comma))
    pair = _date_and_clock(candidates, sample)
    if pair is not None:
        return pair
    for preferred in PREFERENCES:
        for candidate in filter(preferred, candidates):
            return _one_column(candidate.column, candidate.format)
    return None


def _one_column(column: int, read_as: TimeFormat) -> TimeColumn:
    is_dated = read_as.kind not in ("counter", "clock")
    return TimeColumn((column,), lambda cells: read_as.read(cells[column]), is_dated)


def _candidates(
    names: Sequence[str], sample: Sequence[Sequence[str]], decimal_comma: bool
) -> Iterator[_Candidate]:
    for column, name in enumerate(names):
        cells = [row[column] for row in sample]
        read_as = time_format(name, cells, decimal_comma)
        if not name or read_as is None:
            continue
        words = [word for word in words_of(name) if word not in UNITS]
        yield _Candidate(
            column=column,
            format=read_as,
            named=bool(words) and NAMES.issuperset(words),
            hinted=not NAMES.isdisjoint(words),
            times=tuple(_times(read_as, cells)),
        )


def _times(read_as: TimeFormat, cells: Sequence[str]) -> Iterator[float]:
    for cell in cells:
        try:
            yield read_as.read(cell)
        except (ValueError, OverflowError):  # a row without a time; a share of `ENOUGH` has one
            continue


def _date_and_clock(
    candidates: Sequence[_Candidate], sample: Sequence[Sequence[str]]
) -> TimeColumn | None:
    """Return the first date and the first time of day, if both exist."""
    dates = [it.column for it in candidates if it.format.kind == "date"]
    clocks = [it.column for it in candidates if it.format.kind == "clock"]
    if not dates or not clocks:
        return None
    date, clock = dates[0], clocks[0]
    both = time_format("", [f"{row[date]} {row[clock]}" for row in sample])
    if both is None:
        return None
    read = both.read
    return TimeColumn((date, clock), lambda cells: read(f"{cells[date]} {cells[clock]}"))
