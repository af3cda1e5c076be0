"""Building blocks of signals: noise, slow wander, lag, converter steps."""

from __future__ import annotations

import numpy as np

from simulation.timeline import Array, Timeline

_TONES = 14
_EVERY = 10
_SWITCHED_OFF = 5.0


def wander(chance: np.random.Generator, stamps: Array, period: float, size: float) -> Array:
    """Return a signal that wanders irregularly.

    Args:
        chance: source of the differences.
        stamps: its times, s.
        period: typical length of one cycle, s.
        size: standard deviation.
    """
    found = np.zeros(len(stamps))
    for _ in range(_TONES):
        omega = 2.0 * np.pi / (period * np.exp(chance.normal(0.0, 0.6)))
        found += np.sin(omega * stamps + chance.uniform(0.0, 2.0 * np.pi))
    wandering: Array = found * (size * np.sqrt(2.0 / _TONES))
    return wandering


def noise(chance: np.random.Generator, count: int, size: float) -> Array:
    """Return white noise with a standard deviation of ``size``."""
    return chance.standard_normal(count) * size


def lag(timeline: Timeline, target: Array, tau: float, rest: Array) -> Array:
    """Return a signal that follows a target with a time constant, or its rest while switched off.

    Args:
        timeline: of the grid.
        target: the values to follow.
        tau: time constant, s.
        rest: the values to follow while the robot is off; also the first value.
    """
    stamps = timeline.t[::_EVERY]
    found = np.empty(len(stamps))
    value, last = float(rest[0]), float(stamps[0])
    rows = zip(stamps.tolist(), target[::_EVERY].tolist(), rest[::_EVERY].tolist(), strict=True)
    for number, (stamp, aim, at_rest) in enumerate(rows):
        gap, last = stamp - last, stamp
        if gap > _SWITCHED_OFF:
            value = at_rest + (value - at_rest) * float(np.exp(-gap / tau))
        else:
            value += (aim - value) * min(1.0, gap / tau)
        found[number] = value
    return np.interp(timeline.t, stamps, found)


def smooth(values: Array, points: int) -> Array:
    """Return a moving average."""
    if points < 2:
        return values
    return np.convolve(values, np.full(points, 1.0 / points), mode="same")


def quantised(values: Array, step: float) -> Array:
    """Return the values rounded to a converter's step."""
    return np.round(values / step) * step if step > 0.0 else values
