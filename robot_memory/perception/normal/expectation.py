"""The expected value of each column now, and how far from it a deviation must be.

The expected value is the median of the nearest windows with similar circumstances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robot_memory.perception.normal.circumstances import Circumstances, distances
from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.columns import Columns, Flags, Floats, median
from robot_memory.perception.normal.record import Record
from robot_memory.perception.normal.signal_traits import SignalTraits

_NEAREST = 15  # windows
_FAR = 0.4  # of the scale of a circumstance: a neighbour beyond it is not used
_ENOUGH = 9  # neighbours that must be near
_OCCASION = 3  # consecutive windows that count as one for a slowly changing column
#: Windows before and after a window that must not predict it.
RECENT = 18
_SMALL = 0.25  # of the span of a level: a smaller difference is no deviation
_WITHIN = 0.3  # of the usual deviation within a window: less is no change of the level
_JUMP = 1.5  # of its smallest step: a jump that is larger by less is no deviation
_FLOOR = {Kind.SPREAD: 0.15, Kind.JUMP: 0.3, Kind.RESIDUAL_SPREAD: 0.15, Kind.INTERVAL: 0.15,
          Kind.GAP: 0.5, Kind.AGE: 0.02}  # fmt: skip
_SIZE = {Kind.SPREAD: 0.35, Kind.JUMP: 0.5, Kind.RESIDUAL_SPREAD: 0.35, Kind.INTERVAL: 0.3,
         Kind.GAP: 1.0, Kind.AGE: 0.05}  # fmt: skip


@dataclass(frozen=True)
class Expectation:
    """The expected value and range of each column.

    Attributes:
        middle: the median of the neighbours.
        low: the least value of the neighbours; for a slowly changing column that of all windows,
            since its value depends on its history.
        high: likewise the greatest value.
        is_far: whether no window with similar circumstances is known.
    """

    middle: Floats
    low: Floats
    high: Floats
    is_far: Flags

    def has(self, column: int, value: float) -> bool:
        """Tell whether a value is within a column's range in similar circumstances."""
        return bool(self.low[column] <= value <= self.high[column])


def expect(
    record: Record, values: Floats, levels: Floats, at: Floats, circumstances: Circumstances,
    usable: Flags, is_slow: Flags,
) -> Expectation:  # fmt: skip
    """Return the expectation for each column.

    Args:
        values, levels: of the record, as far as they are usable.
        at: the levels now.
        usable: which windows may be used.
        is_slow: which columns change slowly, so that neighbouring windows count as one.
    """
    size = values.shape[1]
    middle, low, high = (np.full(size, np.nan, np.float32) for _ in range(3))
    is_far = np.zeros(size, bool)
    for number, subset in enumerate(circumstances.subsets):
        of_subset = np.flatnonzero(circumstances.choice == number)
        if not subset:
            pools = [(np.flatnonzero(usable), of_subset)]
        else:
            far = distances(levels, at, circumstances.scale, subset)
            ordered = np.argsort(np.where(usable, far, np.inf), kind="stable")
            is_far[of_subset] = not far[ordered[min(_ENOUGH, len(ordered)) - 1]] <= _FAR
            occasions = record.number[: len(record)][ordered] // _OCCASION
            first = np.sort(np.unique(occasions, return_index=True)[1])
            pools = [
                (ordered[:_NEAREST], of_subset[~is_slow[of_subset]]),
                (ordered[first[:_NEAREST]], of_subset[is_slow[of_subset]]),
            ]
        for rows, columns in pools:
            if len(rows) and len(columns):
                near = values[np.ix_(rows, columns)]
                middle[columns] = median(near)
                low[columns] = np.where(np.isfinite(near), near, np.inf).min(axis=0)
                high[columns] = np.where(np.isfinite(near), near, -np.inf).max(axis=0)
    every = values[np.ix_(usable, is_slow)]
    low[is_slow] = np.where(np.isfinite(every), every, np.inf).min(axis=0, initial=np.inf)
    high[is_slow] = np.where(np.isfinite(every), every, -np.inf).max(axis=0, initial=-np.inf)
    return Expectation(middle, low, high, is_far)


def past_residuals(record: Record, circumstances: Circumstances) -> Floats:
    """Return each stored value's distance from its neighbours, without the minutes around it."""
    values, levels, number = record.usable_values, record.levels(), record.number[: len(record)]
    residuals = np.full_like(values, np.nan)
    around = np.abs(number[:, None] - number[None, :]) < RECENT
    count = min(9, len(values) - 2 * RECENT - 1)
    for place, subset in enumerate(circumstances.subsets):
        columns = np.flatnonzero(circumstances.choice == place)
        if not subset or count < 3:
            residuals[:, columns] = values[:, columns] - median(values[:, columns])
            continue
        far = np.maximum.reduce([
            np.abs(levels[:, None, one] - levels[None, :, one]) / circumstances.scale[one]
            for one in subset
        ])  # fmt: skip
        far = np.where(np.isfinite(far) & ~around, far, np.inf)
        nearest = np.argpartition(far, count, axis=1)[:, :count]
        for first in range(0, len(columns), 40):
            part = columns[first : first + 40]
            residuals[:, part] = values[:, part] - median(values[:, part][nearest], axis=1)
        is_far = np.take_along_axis(far, nearest, axis=1).max(axis=1) > _FAR
        residuals[np.ix_(is_far, columns)] = np.nan
    return residuals


def floor_and_size(
    record: Record, columns: Columns, traits: SignalTraits, middle: Floats, span: Floats,
    related: Floats, is_slow: Flags,
) -> tuple[Floats, Floats]:  # fmt: skip
    """Return for each column the negligible deviation, and the least size of a deviation.

    Args:
        middle, span: the expected value of each column, and its usual range.
        related: for each signal the usual deviation from its relation within a window.
    """
    floor, size = np.zeros(len(columns)), np.zeros(len(columns))
    for kind, least in _FLOOR.items():
        floor[columns.of(kind)], size[columns.of(kind)] = least, _SIZE[kind]
    level, residual, jump = map(columns.of, (Kind.LEVEL, Kind.RESIDUAL, Kind.JUMP))
    step = np.where(np.isfinite(traits.quantum), traits.quantum, 0.0)
    size[jump] = np.maximum(size[jump], np.log1p(_JUMP * step / record.offset(middle, jump)))
    steps = step * np.where(is_slow[level], 2.0, 1.0)
    known = np.where(np.isfinite(middle[level]), np.abs(middle[level]), 0.0)
    within = _WITHIN * np.where(traits.is_count | traits.is_mode, 0.0, traits.deviation)
    floor[level] = np.maximum.reduce([steps, 1e-5 * known + 1e-9, within])
    floor[level] = np.where(traits.is_count, 1.5 * traits.step, floor[level])
    size[level] = np.maximum.reduce([_SMALL * span[level], 2.0 * steps, 2.0 * within])
    usual = _WITHIN * related
    floor[residual] = np.maximum.reduce([step, np.full(len(step), 1e-9), usual])
    size[residual] = np.maximum(2.0 * usual, step)
    return np.maximum(floor, 0.05 * span).astype(np.float32), size.astype(np.float32)
