"""Healthy signals of many kinds, and what feeds them to a detector."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from anomaly import SignalDetector
from numpy.typing import NDArray

Values = NDArray[np.float64]
Kind = Callable[[np.random.Generator, Values], Values]


def modes(noise: np.random.Generator, t: Values, levels: list[float], mean: float = 20.0) -> Values:
    """Levels that change at random, every ``mean`` seconds."""
    values, at, step = np.empty(len(t)), 0, t[1] - t[0]
    while at < len(t):
        count = int(noise.exponential(mean) / step) + 1
        values[at : at + count] = noise.choice(levels)
        at += count
    return values


def wander(noise: np.random.Generator, t: Values, keeps: float) -> Values:
    values, last = np.empty(len(t)), 0.0
    for at, push in enumerate(noise.standard_normal(len(t))):
        last = keeps * last + push
        values[at] = last
    return values


def beats(noise: np.random.Generator, t: Values) -> Values:
    return np.exp(-((t % 0.9 - 0.4) ** 2) / 0.0008) + 0.02 * noise.standard_normal(len(t))


def gripping(noise: np.random.Generator, t: Values) -> Values:
    """A vacuum that is switched every 4 to 12 s, and every 28 minutes in a hurry."""
    at, ends = 0.0, []
    while at < t[-1]:
        in_a_hurry = at % 1700.0 > 1690.0
        at += noise.uniform(0.4, 1.2) if in_a_hurry else noise.uniform(4.0, 12.0)
        ends.append(at)
    is_holding = np.searchsorted(ends, t) % 2 == 1
    return -65.0 * is_holding + 0.4 * noise.standard_normal(len(t))


def warming(noise: np.random.Generator, t: Values) -> Values:
    return 25 + 30 * (1 - np.exp(-t / 1200)) + 0.05 * noise.standard_normal(len(t))


def discharging(noise: np.random.Generator, t: Values) -> Values:
    load = 0.4 * modes(noise, t, [0.0, 1.0])
    return 25.2 - 1.5 * (t % 14400) / 14400 - load + 0.02 * noise.standard_normal(len(t))


KINDS: dict[str, Kind] = {
    "normal": lambda noise, t: noise.standard_normal(len(t)),
    "uniform": lambda noise, t: noise.uniform(-1, 1, len(t)),
    "heavy tails": lambda noise, t: noise.standard_t(3, len(t)),
    "skewed": lambda noise, t: noise.lognormal(0, 1, len(t)),
    "bursts": lambda noise, t: (
        modes(noise, t, [1.0] * 9 + [8.0], 3.0) * noise.standard_normal(len(t))
    ),
    "correlated": lambda noise, t: wander(noise, t, 0.95),
    "random walk": lambda noise, t: wander(noise, t, 1.0),
    "modes": lambda noise, t: (
        modes(noise, t, [0.0, 1.0, 3.0]) + 0.05 * noise.standard_normal(len(t))
    ),
    "on and off": lambda noise, t: (
        modes(noise, t, [0.0, 1.0]) * (2 + 0.3 * noise.standard_normal(len(t)))
    ),
    "loud and quiet": lambda noise, t: (
        modes(noise, t, [0.02, 0.3, 1.0]) * noise.standard_normal(len(t))
    ),
    "quantised": lambda noise, t: np.round(0.6 * noise.standard_normal(len(t))) * 0.5,
    "gripping": gripping,
    "periodic": lambda noise, t: np.sin(0.9 * t) + 0.05 * noise.standard_normal(len(t)),
    "slow period": lambda noise, t: np.sin(0.02 * t) + 0.02 * noise.standard_normal(len(t)),
    "beats": beats,
    "warm-up": warming,
    "coarse warm-up": lambda noise, t: np.round(warming(noise, t), 1),
    "battery": discharging,
    "charge": lambda noise, t: np.round(1 - t / 40000, 2),
    "flag": lambda noise, t: modes(noise, t, [0.0, 1.0], 15.0),
    "constant": lambda noise, t: np.full(len(t), 3.3),
    "zero": lambda noise, t: np.zeros(len(t)),
    "counter": lambda noise, t: np.cumsum(noise.poisson(1.0, len(t))).astype(float),
    "byte counter": lambda noise, t: np.arange(len(t)) % 256.0,
    "encoder": lambda noise, t: np.floor(
        np.cumsum(modes(noise, t, [0.0, 0.0, 0.5, 1.0, -0.5], 15.0)) * 100
    ),
    "gaps": lambda noise, t: np.where(
        noise.random(len(t)) < 0.3, np.nan, noise.standard_normal(len(t))
    ),
    "clipped": lambda noise, t: np.clip(noise.standard_normal(len(t)), -1, 1),
}


def clock(seconds: float, rate: float = 10.0) -> Values:
    return np.arange(int(seconds * rate)) / rate


def scores(detector: SignalDetector, t: Values, values: Values | Sequence[float]) -> Values:
    stamps, read = (np.asarray(one, dtype=float).tolist() for one in (t, values))
    return np.array(
        [detector.observe(stamp, value) for stamp, value in zip(stamps, read, strict=True)]
    )
