"""Which circumstances each column depends on, found as dependence in the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from robot_memory.perception.normal.causes import often_changing, some_of
from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.columns import (
    Columns,
    Flags,
    Floats,
    Numbers,
    between,
    median,
)
from robot_memory.perception.normal.record import Record
from robot_memory.perception.normal.signal_traits import SignalTraits

_MOST = 6  # circumstances of one robot
_MOST_TOGETHER = 3  # circumstances of one column
_EXPLAINS = 0.15  # adjusted share of a column's rank variance that it must explain
_TOPICS = 3  # topics in which it must explain a column
_MOST_TRIED, _MOST_TOLD = 250, 800  # signals and columns searched for circumstances
_SELDOM = 25  # windows in which it must cross its own middle once, on average
_KNOWN = 0.7  # share of the windows in which it must be known
_BINS = 8
_SAMPLE = 200  # windows on which the choice for each column is tested
_NEAREST = 9
_AROUND = 6  # windows before and after a window that must not predict it
_GAIN = 0.85  # of the error without circumstances: the error with them is at most this
_COST = 0.05  # share of the error that each circumstance must save
_NEAR = 4  # the neighbour whose distance shows whether circumstances are new
_SEED = 1


@dataclass(frozen=True)
class Circumstances:
    """What the columns of a robot depend on.

    Attributes:
        signals: the signals whose levels are circumstances.
        scale: for the level of every signal of the robot, the difference that matters.
        subsets: the sets of circumstances that columns depend on.
        choice: for each column the place of its subset in ``subsets``.
        usual_distance: to the fourth nearest window, by the group of the judged columns; -1: for
            all other groups.
    """

    signals: tuple[int, ...] = ()
    scale: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    subsets: tuple[tuple[int, ...], ...] = ((),)
    choice: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    usual_distance: dict[int, float] = field(default_factory=dict)


def distances(levels: Floats, at: Floats, scale: Floats, signals: Sequence[int]) -> Floats:
    """Return each window's distance to one window, by the signal whose level differs most."""
    chosen = list(signals)
    far = np.abs(levels[:, chosen] - at[chosen]) / scale[chosen]
    return np.asarray(np.where(np.isfinite(far), far, np.inf).max(axis=1))


def choose(record: Record, columns: Columns, traits: SignalTraits) -> Circumstances:
    """Choose the circumstances of a robot, and those of each column."""
    rows = record.order()
    levels = record.levels()[rows]
    scale = _scale(levels, traits)
    signals = _greedy(record, columns, traits, rows, levels)
    subsets, choice = _of_columns(record, columns, rows, levels, scale, signals)
    usual = _usual_distances(columns, levels, scale, signals)
    return Circumstances(tuple(signals), scale, subsets, choice, usual)


def _scale(levels: Floats, traits: SignalTraits) -> Floats:
    (low, high), (least, most) = between(levels, 0.1), between(levels, 0.0)
    scale = np.where(high > low, high - low, most - least)
    scale = np.where(np.isfinite(scale) & (scale > 1e-9), scale, 1e-9)
    return np.where(traits.is_mode, 1.0, scale).astype(np.float32)


def _greedy(
    record: Record, columns: Columns, traits: SignalTraits, rows: Numbers, levels: Floats
) -> list[int]:
    """Choose signals one by one that explain columns of at least three topics."""
    tried = often_changing(levels, max(3, len(levels) // 2 // _SELDOM)) & ~traits.is_count
    tried &= (traits.is_mode | ~traits.is_text) & (np.isfinite(levels).mean(axis=0) > _KNOWN)
    # Two measurements of the robot's position follow each other whatever the robot does.
    of_world = columns.of_signals(traits.is_world, (Kind.RESIDUAL, Kind.RESIDUAL_SPREAD))
    is_known = record.usable[rows].mean(axis=0) > 0.6
    used = some_of(np.flatnonzero(is_known & ~of_world), _MOST_TOLD)
    ranks = _ranks(record.values[rows][:, used])
    groups, group = np.unique(columns.group[used], return_inverse=True)
    least = min(_TOPICS, max(1, len(groups) - 2))
    bins = {
        int(one): _bins(levels[:, one], bool(traits.is_mode[one]))
        for one in some_of(np.flatnonzero(tried), _MOST_TRIED)
    }
    chosen: list[int] = []
    while len(chosen) < _MOST:
        best, worth = -1, 0.0
        for signal, of_bins in bins.items():
            share = _explained(ranks, of_bins)[0]
            own = columns.group[used] == columns.group_of(signal)
            share = np.where(own | (share < _EXPLAINS), 0.0, share)
            by_group = np.zeros(len(groups))
            np.maximum.at(by_group, group, share)
            if (by_group > 0).sum() >= least and by_group.sum() > worth:
                best, worth = signal, float(by_group.sum())
        if best < 0:
            break
        share, told = _explained(ranks, bins.pop(best))
        foreign = columns.group[used] != columns.group_of(best)
        ranks = np.where(foreign & (share > 0.05), ranks - told, ranks)
        chosen.append(best)
    return chosen


def _ranks(values: Floats) -> npt.NDArray[np.float64]:
    """Return each column's ranks with mean 0 and standard deviation 1; 0 if it is constant."""
    filled = np.where(np.isfinite(values), values, median(values))
    filled = np.where(np.isfinite(filled), filled, 0.0)
    ranks = np.argsort(np.argsort(filled, axis=0), axis=0).astype(float)
    ranks = (ranks - ranks.mean(axis=0)) / np.maximum(ranks.std(axis=0), 1e-9)
    return np.where(np.ptp(filled, axis=0) == 0, 0.0, ranks)


def _bins(level: Floats, is_mode: bool) -> npt.NDArray[np.float64]:
    """Return which windows are in each bin of a signal; shape (bins, windows)."""
    known = np.where(np.isfinite(level), level, median(level))
    if is_mode:
        at = np.unique(np.round(known, 1), return_inverse=True)[1]
    else:
        edges = np.quantile(known, np.linspace(0.0, 1.0, _BINS + 1)[1:-1])
        at = np.clip(np.searchsorted(edges, known), 0, _BINS - 1)
    bins = np.zeros((int(at.max()) + 1, len(level)))
    bins[at, np.arange(len(level))] = 1.0
    return bins


def _explained(
    ranks: npt.NDArray[np.float64], bins: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the adjusted share of the variance that bins explain, and each window's bin mean."""
    size = np.maximum(bins.sum(axis=1, keepdims=True), 1.0)
    means = (bins @ ranks) / size
    share = (size * means**2).sum(axis=0) / np.maximum((ranks**2).sum(axis=0), 1e-9)
    count = len(ranks)
    adjusted = 1.0 - (1.0 - share) * (count - 1) / max(count - len(bins) - 1, 1)
    return adjusted, bins.T @ means


def _of_columns(
    record: Record, columns: Columns, rows: Numbers, levels: Floats, scale: Floats,
    signals: Sequence[int],
) -> tuple[tuple[tuple[int, ...], ...], Numbers]:  # fmt: skip
    """Choose for each column the circumstances by which neighbours predict it best."""
    subsets = [(), *(one for size in range(1, _MOST_TOGETHER + 1)
                     for one in combinations(signals, size))]  # fmt: skip
    at = np.arange(len(rows))
    if len(rows) > _SAMPLE:
        chance = np.random.default_rng(_SEED)
        at = np.sort(chance.choice(len(rows), _SAMPLE, replace=False))
    values = record.usable_values[rows[at]]
    middle = median(values)
    filled = np.nan_to_num(np.where(np.isfinite(values), values, middle))
    around = np.abs(at[:, None] - at[None, :]) < _AROUND
    apart = {one: np.abs(levels[at][:, None, one] - levels[at][None, :, one]) / scale[one]
             for one in signals}  # fmt: skip
    errors = np.full((len(subsets), len(columns)), np.inf)
    cap = np.zeros(0)
    for number, subset in enumerate(subsets):
        told = _by_neighbours(filled, [apart[one] for one in subset], around) if subset else middle
        error = np.abs(values - told)
        if number == 0:
            cap = np.nanquantile(np.where(np.isfinite(error), error, 0.0), 0.97, axis=0)
        known = np.isfinite(error)
        capped = np.where(known, np.minimum(error, cap), 0.0).sum(axis=0)
        errors[number] = capped / np.maximum(known.sum(axis=0), 1) * (1.0 + _COST * len(subset))
        own = np.isin(columns.group, [columns.group_of(one) for one in subset])
        errors[number, own] = np.inf
    best = np.argmin(errors, axis=0)
    is_better = errors[best, np.arange(len(columns))] < _GAIN * errors[0]
    used, choice = np.unique(np.where(is_better, best, 0), return_inverse=True)
    return tuple(subsets[one] for one in used), choice.astype(np.int64)


def _by_neighbours(values: Floats, apart: Sequence[Floats], around: Flags) -> Floats:
    """Return the mean of the nearest windows; distance is that of the farthest circumstance."""
    far = np.maximum.reduce(list(apart))
    chance = 1e-6 * np.random.default_rng(_SEED).random(far.shape)
    far = np.where(np.isfinite(far) & ~around, far, np.inf) + chance
    count = min(_NEAREST, max(3, len(values) - 2 * _AROUND - 2))
    nearest = np.argpartition(far, count, axis=1)[:, :count]
    return np.asarray(sum(values[nearest[:, one]] for one in range(count)) / count)


def _usual_distances(
    columns: Columns, levels: Floats, scale: Floats, signals: Sequence[int]
) -> dict[int, float]:
    """Return the usual distance to the fourth nearest window, without each group's own signals."""
    usual = {}
    at = np.arange(len(levels))
    around = np.abs(at[:, None] - at[None, :]) < 3 * _AROUND
    for group in {-1, *(columns.group_of(one) for one in signals)}:
        others = [one for one in signals if columns.group_of(one) != group]
        if others:
            far = np.maximum.reduce(
                [np.abs(levels[:, None, one] - levels[None, :, one]) / scale[one] for one in others]
            )
            far = np.where(around, np.inf, np.where(np.isfinite(far), far, 9.0))
            usual[group] = float(np.quantile(np.partition(far, _NEAR, axis=1)[:, _NEAR], 0.9))
    return usual


def new_groups(circumstances: Circumstances, columns: Columns, far: dict[int, float]) -> Flags:
    """Tell for which columns the circumstances are new; ``far``: from :func:`fourth_nearest`."""
    limit = {group: max(0.3, 1.3 * usual) for group, usual in circumstances.usual_distance.items()}
    own = [group for group in far if group >= 0]
    is_new = np.zeros(len(columns), bool)
    for group, distance in far.items():
        of_group = columns.group == group if group >= 0 else ~np.isin(columns.group, own)
        is_new |= of_group & (distance > limit[group])
    return is_new


def fourth_nearest(
    circumstances: Circumstances, columns: Columns, levels: Floats, at: Floats, usable: Flags
) -> dict[int, float]:
    """Return the distance to the fourth nearest window, by group as in ``usual_distance``."""
    found = {}
    for group in circumstances.usual_distance:
        others = [one for one in circumstances.signals if columns.group_of(one) != group]
        near = np.abs(levels[:, others] - at[others]) / circumstances.scale[others]
        far = np.where(np.isfinite(near), near, 9.0).max(axis=1)
        far = np.where(usable, far, np.inf)
        found[group] = float(np.partition(far, _NEAR)[_NEAR]) if len(far) > _NEAR else np.inf
    return found
