"""The robot's operation: moments with their operating conditions, as columns.

See docs/explanation/conditions.md, "What is compared with what".
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_memory.ledger import OperatingSample

Value = float | str
Values = Mapping[str, Value]
Floats = NDArray[np.float64]
Column = NDArray[np.float64] | NDArray[np.str_]

TIME_OF_DAY = "time of day"
_WINDOW = 4  # hours
#: Places are for environment notes; one coordinate alone is no place.
_PLACE = {"x", "y"}


@dataclass(frozen=True)
class OperatingHistory:
    """Moments in order of time, by column."""

    times: Floats  # when, seconds since the epoch
    seconds: Floats  # the running time, up to the moment, that each moment stands for
    # the values by variable; NaN, or '' for named values, if unknown
    columns: Mapping[str, Column]

    @classmethod
    def of(
        cls, moments: Iterable[OperatingSample], *, only: Container[str] | None = None
    ) -> OperatingHistory:
        """Make columns from moments, the oldest first, for some variables or for all.

        There may be many moments; each is released after it was read.
        """
        times, seconds = array("d"), array("d")
        numbers: dict[str, array[float]] = {}
        words: dict[str, list[str]] = {}
        for count, moment in enumerate(moments):
            times.append(moment.time.timestamp())
            seconds.append(moment.seconds)
            for name, value in moment.values.items():
                if only is not None and name not in only:
                    continue
                if isinstance(value, str):
                    _grow(words.setdefault(name, []), count, "").append(value)
                elif name not in _PLACE:
                    _grow(numbers.setdefault(name, array("d")), count, math.nan).append(value)
        columns: dict[str, Column] = {}
        for name, known_values in numbers.items():
            columns[name] = np.array(_grow(known_values, len(times), math.nan), float)
        for name, named_values in words.items():
            columns[name] = np.array(_grow(named_values, len(times), ""), str)
        if only is None or TIME_OF_DAY in only:
            columns[TIME_OF_DAY] = _times_of_day(np.array(times, float))
        return cls(np.array(times, float), np.array(seconds, float), columns)

    @classmethod
    def beside(
        cls, operation: OperatingHistory, moments: Sequence[tuple[datetime, Values]]
    ) -> OperatingHistory:
        """Put other moments into the same columns; they stand for no running time."""
        times = np.array([time.timestamp() for time, _ in moments], float)
        columns = {
            name: _column(column, [values.get(name) for _, values in moments])
            for name, column in operation.columns.items()
        }
        if TIME_OF_DAY in columns:
            columns[TIME_OF_DAY] = _times_of_day(times)
        return cls(times, np.zeros(len(moments)), columns)

    def __len__(self) -> int:
        return len(self.times)

    @property
    def running(self) -> float:
        """The total running time in seconds."""
        return float(self.seconds.sum())

    def at(self, chosen: NDArray[np.bool_]) -> OperatingHistory:
        """Return the moments where ``chosen`` is true."""
        columns = {name: column[chosen] for name, column in self.columns.items()}
        return OperatingHistory(self.times[chosen], self.seconds[chosen], columns)

    def thinned(self, most: int) -> OperatingHistory:
        """Return at most ``most`` moments; each also stands for those left out before it."""
        step = -(-len(self) // most)
        if step <= 1:
            return self
        last = np.arange(step - 1, len(self), step)
        ends = np.cumsum(self.seconds)[last]
        columns = {name: column[last] for name, column in self.columns.items()}
        return OperatingHistory(self.times[last], np.diff(ends, prepend=0.0), columns)

    def outside(self, spans: Iterable[tuple[float, float]]) -> OperatingHistory:
        """Return the moments in none of some time spans, which include both ends."""
        kept = np.ones(len(self), bool)
        for begin, end in spans:
            kept &= (self.times < begin) | (self.times > end)
        return self.at(kept)

    def between(self, begin: float, end: float) -> OperatingHistory:
        """Return the moments after ``begin``, up to ``end``; seconds since the epoch."""
        return self.at((self.times > begin) & (self.times <= end))


def is_named(column: Column) -> bool:
    """Tell whether a column holds named values, such as modes, rather than numbers."""
    return column.dtype.kind == "U"


def known(column: Column) -> NDArray[np.bool_]:
    """Return where a column has known values."""
    return np.asarray(column != "" if is_named(column) else np.isfinite(column))


def _grow(column: Any, length: int, nothing: Value) -> Any:
    """Return a column after filling it with ``nothing`` up to a length."""
    column.extend([nothing] * (length - len(column)))
    return column


def _column(like: Column, values: Sequence[Value | None]) -> Column:
    if is_named(like):
        return np.array([value if isinstance(value, str) else "" for value in values], str)
    numbers = [value if isinstance(value, (int, float)) else math.nan for value in values]
    return np.array(numbers, float)


def _times_of_day(times: Floats) -> Column:
    """Return the time of day in UTC, because the position of the sun is unknown."""
    hours = (times // 3600.0 % 24.0).astype(int) // _WINDOW * _WINDOW
    names = [f"{hour:02d}:00 and {(hour + _WINDOW) % 24:02d}:00 UTC" for hour in range(24)]
    return np.array([names[hour] for hour in hours.tolist()], str)
