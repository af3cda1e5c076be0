"""The values of a window in all columns but those of relations."""

from __future__ import annotations

import numpy as np

from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.columns import Columns, Flags, Floats, median
from robot_memory.perception.normal.signal_grid import Window
from robot_memory.perception.normal.signal_traits import SignalTraits

_KNOWN = 0.8  # of a window


def known_in(window: Window, traits: SignalTraits, columns: Columns) -> Flags:
    """Tell which signals are known in a window.

    What changes all the time is not known while its topic is silent.
    """
    silent = {
        topic
        for topic, (interval, _, _) in zip(columns.topics, window.timing, strict=False)
        if np.isnan(interval)
    }
    heard = np.array([one.received_on not in silent for one in columns.signals], bool)
    known = np.isfinite(window.samples).mean(axis=0) >= _KNOWN
    return np.asarray(known & (heard | ~traits.is_noisy))


def measured(window: Window, known: Flags, traits: SignalTraits, columns: Columns) -> Floats:
    """Return the value of each column; NaN where there is none, or its signal is not known."""
    samples = window.samples
    steps = np.diff(samples, axis=0)
    sizes = np.where(np.isfinite(steps), np.abs(steps), 0.0)
    mean = np.where(known, samples, 0.0)
    mean = np.nanmean(np.where(np.isfinite(mean), mean, np.nan), axis=0)
    level = np.where(traits.is_mode, mean, median(samples))
    rise = np.where(np.isfinite(steps) & (steps > 0), steps, 0.0).sum(axis=0)
    level = np.where(traits.is_count, rise, level)
    is_noisy = known & traits.is_noisy
    values = np.full(len(columns), np.nan, np.float32)
    values[columns.of(Kind.LEVEL)] = np.where(known, level, np.nan)
    timing = np.full((len(columns.topics), 3), np.nan, np.float32)
    timing[: len(window.timing)] = window.timing
    values[columns.of(Kind.SPREAD)] = np.where(is_noisy, sizes.mean(axis=0), np.nan)
    values[columns.of(Kind.JUMP)] = np.where(is_noisy, sizes.max(axis=0), np.nan)
    for place, kind in enumerate((Kind.INTERVAL, Kind.GAP, Kind.AGE)):
        values[columns.of(kind)] = timing[:, place]
    return values
