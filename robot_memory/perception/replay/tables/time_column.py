"""Which column of a table tells the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from robot_memory.perception.replay.tables.times import UNITS, TimeFormat, time_format, words_of

NAMES = frozenset({
    "time", "timestamp", "timestamps", "stamp", "date", "datetime", "t", "ts", "epoch", "utc",
    "unix", "unixtime", "clock", "zeit", "zeitstempel", "datum", "uhrzeit",
})  # fmt: skip
"""Words in the name of a column that tells the time."""


@dataclass(frozen=True, slots=True)
class TimeColumn:
    """Where in a row the time is, and how it is read from there.

    Attributes:
        columns: the column, or two: a date and a time of day.
        read: seconds since the epoch of a row; ValueError where it tells no time, OverflowError
            where it tells one that is beyond the limits of a recording's times.
    """

    columns: tuple[int, ...]
    read: Callable[[Sequence[str]], float]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A column that may tell the time."""

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
        """It never goes back."""
        return all(a <= b for a, b in pairwise(self.times))

    @property
    def rising(self) -> bool:
        """It always goes on."""
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
"""Which column is taken, the first preference first: a name that says so and values that can be
times; a date anywhere; a counter that only rises."""


def find_time(
    names: Sequence[str], sample: Sequence[Sequence[str]], decimal_comma: bool
) -> TimeColumn | None:
    """The column, or the two, that tell the time; None if none does."""
    candidates = list(_candidates(names, sample, decimal_comma))
    pair = _date_and_clock(candidates, sample)
    if pair is not None:
        return pair
    for preferred in PREFERENCES:
        for candidate in filter(preferred, candidates):
            return _one_column(candidate.column, candidate.format.read)
    return None


def _one_column(column: int, read: Callable[[str], float]) -> TimeColumn:
    return TimeColumn((column,), lambda cells: read(cells[column]))


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
        except (ValueError, OverflowError):  # a row without a time; `ENOUGH` of them have one
            continue


def _date_and_clock(
    candidates: Sequence[_Candidate], sample: Sequence[Sequence[str]]
) -> TimeColumn | None:
    """The first date and the first time of day, where both are there."""
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
