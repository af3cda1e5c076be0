"""What each column should be now: the median of the nearest windows of like circumstances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robot_memory.perception.normal.circumstances import Circumstances, distances
from robot_memory.perception.normal.columns import Flags, Floats, median
from robot_memory.perception.normal.record import Record

_NEAREST = 15  # windows
_FAR = 0.4  # of the scale of a circumstance: a neighbour beyond it tells nothing
_ENOUGH = 9  # neighbours that must be near
_OCCASION = 3  # windows that count as one where a column changes slowly
#: Windows around one that say nothing of what to expect in it.
RECENT = 18


@dataclass(frozen=True)
class Expectation:
    """What is expected of each column.

    Attributes:
        middle: the median of the neighbours.
        low: their least value; of what changes slowly the least of all windows, as its history
            decides about it.
        high: likewise the greatest value.
        is_far: no window of like circumstances is known.
    """

    middle: Floats
    low: Floats
    high: Floats
    is_far: Flags


def expect(
    record: Record, values: Floats, levels: Floats, at: Floats, circumstances: Circumstances,
    usable: Flags, is_slow: Flags,
) -> Expectation:  # fmt: skip
    """Return what is expected.

    Args:
        record: what was seen.
        values: its usable values.
        levels: its levels.
        at: the levels now.
        circumstances: of each column.
        usable: which windows may tell something.
        is_slow: which columns change slowly, so that neighbours of one occasion count as one.
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
    """Return how far each stored value is from its neighbours, itself and its minutes left out."""
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
