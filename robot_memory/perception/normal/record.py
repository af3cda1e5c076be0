"""The values of all columns in the last windows, and which of them were usual.

Arrays are kept across restarts as compressed text.
"""

from __future__ import annotations

import base64
import binascii
import math
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from robot_memory.perception.normal.columns import (
    ColumnKind,
    Columns,
    Flags,
    Floats,
    Numbers,
    between,
    grown,
    median,
)

_MOST_STORED = 1_000_000  # values
_SMALL = 0.25  # of the usual value: added to a value that is compared as a ratio


class Record:
    """The last windows; the newest replaces the oldest.

    Attributes:
        count: windows since the beginning.
        usable: which values are known and not unusual.
        residuals: the difference of each value from its expectation at that time.
        number: of each window, counted from the beginning.
    """

    def __init__(self, columns: Columns, capacity: int = 512) -> None:
        self._columns, self.capacity, self.count = columns, capacity, 0
        self._values: Floats = np.zeros((capacity, 0), np.float32)
        self.usable: Flags = np.zeros((capacity, 0), bool)
        self.residuals: Floats = np.zeros((capacity, 0), np.float32)
        self.session: Numbers = np.zeros(capacity, np.int64)
        self.number: Numbers = np.full(capacity, -1, np.int64)
        self._usual: Floats = np.zeros(0, np.float32)
        self._scaled: Floats | None = None  # all values, computed on demand

    def __len__(self) -> int:
        return min(self.count, self.capacity)

    def grow(self) -> None:
        """Make room for new columns."""
        size = len(self._columns)
        self._values = grown(self._values, size, np.nan)
        self.usable = grown(self.usable, size, False)
        self.residuals = grown(self.residuals, size, np.nan)
        self._usual = grown(self._usual, size, 1.0)
        self._scaled = None

    def add(self, values: Floats, session: int) -> int:
        """Add a window; return its row."""
        row = self.count % self.capacity
        self._values[row], self.residuals[row] = values, np.nan
        if self._scaled is not None:
            self._scaled[row] = self.scaled(values)
        self.usable[row] = np.isfinite(values)
        self.session[row], self.number[row] = session, self.count
        self.count += 1
        return row

    def value(self, number: int, column: int) -> float:
        """Return a value of a window, counted from the beginning; NaN if it is no longer stored."""
        row = number % self.capacity
        return float(self._values[row, column]) if self.number[row] == number else math.nan

    def forget(self, columns: Numbers | list[int]) -> None:
        """Forget columns whose meaning has changed."""
        self.usable[:, columns] = False
        self.residuals[:, columns] = self._values[:, columns] = np.nan
        if self._scaled is not None:
            self._scaled[:, columns] = np.nan

    def replace(self, numbers: Numbers, columns: Numbers, values: Floats) -> None:
        """Put values, (windows, columns), into windows as far as they are still stored.

        ``numbers`` are the windows' numbers, counted from the beginning.
        """
        rows = numbers % self.capacity
        is_there = self.number[rows] == numbers
        at = np.ix_(rows[is_there], columns)
        self._values[at] = values[is_there]
        self._scaled = None
        self.usable[at] = np.isfinite(values[is_there])

    def release(self, column: int, windows: int) -> None:
        """Make the values of the last windows usable again, as the unusual ones have receded."""
        rows = [(self.count - 1 - back) % self.capacity for back in range(min(windows, len(self)))]
        self.usable[rows, column] = np.isfinite(self._values[rows, column])

    @property
    def values(self) -> Floats:
        """The values on their scale of comparison; shape (windows, columns)."""
        if self._scaled is None:
            self._scaled = self.scaled(self._values)
        return self._scaled[: len(self)]

    @property
    def usable_values(self) -> Floats:
        """The same values; NaN if they are not usable."""
        return np.where(self.usable[: len(self)], self.values, np.float32(np.nan))

    @property
    def usable_residuals(self) -> Floats:
        """The residuals; NaN if they are not usable."""
        rows = slice(0, len(self))
        return np.where(self.usable[rows], self.residuals[rows], np.float32(np.nan))

    def scaled(self, values: Floats) -> Floats:
        """Return values on their scale of comparison."""
        columns = self._columns
        ratio = np.log((np.abs(values) + _SMALL * self._usual) / ((1.0 + _SMALL) * self._usual))
        times = np.log(np.maximum(values, 1e-3))
        scaled = np.where(columns.is_relative, ratio, values)
        return np.where(columns.is_time, times, scaled).astype(np.float32)

    def offset(self, scaled: Floats, columns: Numbers) -> Floats:
        """Return the values of columns plus a quarter of the usual ones: the ratio's numerator."""
        return np.asarray((1.0 + _SMALL) * self._usual[columns] * np.exp(scaled[columns]))

    def learn_usual(self) -> None:
        """Learn the usual value of each column anew, for comparison as a ratio."""
        known = np.where(self.usable[: len(self)], np.abs(self._values[: len(self)]), np.nan)
        counts = np.isfinite(known).sum(axis=0)
        mean = np.nansum(known, axis=0) / np.maximum(counts, 1)
        self._usual = np.where(mean > 0, mean, 1e-9).astype(np.float32)
        self._scaled = None

    def levels(self) -> Floats:
        """Return the levels of all signals; shape (windows, signals)."""
        return self._values[: len(self)][:, self._columns.of(ColumnKind.LEVEL)]

    def order(self) -> Numbers:
        """Return the rows from the oldest to the newest."""
        return np.argsort(self.number[: len(self)], kind="stable")

    def span(self) -> Floats:
        """Return the distance between the 5 % and 95 % quantiles of each column."""
        low, high = between(self.usable_values, 0.05)
        known = self.usable[: len(self)].sum(axis=0)
        span = high - low
        return np.where((known > 5) & np.isfinite(span), span, 0.0).astype(np.float32)

    def share_near(self, columns: Numbers, values: Floats, width: Floats) -> Floats:
        """Return the share of a column's usable windows in which it was near a value."""
        stored = self.usable_values[:, columns]
        near = np.abs(stored - values) < width
        return np.asarray(near.sum(axis=0) / np.maximum(np.isfinite(stored).sum(axis=0), 1))

    def visited(self, windows: Flags, share: float) -> Floats:
        """Return each column's range in windows, without a share of them at each end."""
        return np.stack(between(self.usable_values[windows], share))

    def is_seldom_zero(self, columns: Numbers, share: float) -> Flags:
        """Tell which of these columns were 0 in less than ``share`` of their usable windows."""
        usable = self.usable[: len(self)][:, columns]
        zero = usable & (self._values[: len(self)][:, columns] == 0)
        return np.asarray(zero.sum(axis=0) < share * usable.sum(axis=0))

    def trend(self, residuals: Floats, back: int, least: int) -> Floats:
        """Return for each window the median residual of the windows before it in its session."""
        rows = self.order()
        session = self.session[rows]
        trend = np.full_like(residuals, np.nan)
        for at in range(len(rows)):
            first = max(at - back, int(np.argmax(session == session[at])))
            if at - first >= least:
                before = rows[first:at:2] if at - first > 20 else rows[first:at]
                trend[rows[at]] = median(residuals[before])
        return trend

    def state(self, order: Numbers) -> dict[str, Any]:
        """Return the state to store: the newest windows, as far as there is room.

        ``order``: the columns in the order of the restored record.
        """
        known = np.isfinite(self._values[: len(self)][:, order]).any(axis=0)
        kept = order[known]
        rows = self.order()[-(_MOST_STORED // max(len(kept), 1)) :]
        values = self._values[np.ix_(rows, kept)]
        middle = median(values)
        scale = median(np.abs(values - middle))
        scale = np.where(scale > 0, scale, np.maximum(np.abs(middle), 1.0)).astype(np.float32)
        with np.errstate(over="ignore"):  # for rare but very large changes
            small = np.clip((values - middle) / scale, -6e4, 6e4).astype(np.float16)
        return {
            "windows": len(rows), "columns": len(kept), "count": self.count,
            "kept": to_text(np.flatnonzero(known).astype(np.int32)),
            "number": to_text(self.number[rows]), "session": to_text(self.session[rows]),
            "middle": to_text(middle), "scale": to_text(scale), "values": to_text(small),
            "usable": to_text(np.packbits(self.usable[np.ix_(rows, kept)])),
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state`; all columns exist, and no windows.

        Raises:
            ValueError: the state is damaged.
        """
        rows, size = int(state["windows"]), int(state["columns"])
        if not 0 <= rows <= self.capacity or not 0 <= size <= len(self._columns):
            raise ValueError(f"{rows} windows of {size} columns do not fit")
        kept = from_text(state["kept"], np.int32, (size,))
        if size and not 0 <= kept.min() <= kept.max() < len(self._columns):
            raise ValueError("columns are stored that are not there")
        small = from_text(state["values"], np.float16, (rows, size)).astype(np.float32)
        middle = from_text(state["middle"], np.float32, (size,))
        scale = from_text(state["scale"], np.float32, (size,))
        bits = from_text(state["usable"], np.uint8, ((rows * size + 7) // 8,))
        number = from_text(state["number"], np.int64, (rows,))
        session = from_text(state["session"], np.int64, (rows,))
        count = int(state["count"])
        places = number % self.capacity
        if rows and (number.max() >= count or len(set(places.tolist())) < rows):
            raise ValueError("windows are stored that do not follow each other")
        if count < self.capacity and rows < count:  # until it is full, numbers are rows
            places, number, count = np.arange(rows), np.arange(rows), rows
        self._values[np.ix_(places, kept)] = small * scale + middle
        self._scaled = None
        usable = np.unpackbits(bits)[: rows * size].reshape(rows, size).astype(bool)
        self.usable[np.ix_(places, kept)] = usable & np.isfinite(small)
        self.number[places], self.session[places], self.count = number, session, count


_LARGEST = 16_000_000  # bytes of an array


def to_text(array: npt.NDArray[Any]) -> str:
    """Return an array of numbers as text: its bytes, compressed and base64-encoded."""
    plain = np.ascontiguousarray(array)
    lanes = plain.view(np.uint8).reshape(-1, plain.itemsize).T  # like bytes are adjacent
    return base64.b64encode(zlib.compress(lanes.tobytes(), 6)).decode("ascii")


def from_text(text: object, dtype: type[np.generic], shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """Return the array of a text from :func:`to_text`.

    Raises:
        ValueError: the text is damaged, or its array has another size.
    """
    if not isinstance(text, str):
        raise ValueError(f"{text!r:.40} is no text")
    try:
        unpack = zlib.decompressobj()
        data = unpack.decompress(base64.b64decode(text, validate=True), _LARGEST)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(f"an array cannot be read: {error}") from None
    size = np.dtype(dtype).itemsize
    count = int(np.prod(shape))
    if len(data) != size * count:
        raise ValueError(f"an array has {len(data)} bytes, expected {size * count}")
    lanes = np.frombuffer(data, np.uint8).reshape(size, count)
    return np.ascontiguousarray(lanes.T).view(dtype).reshape(shape).copy()
