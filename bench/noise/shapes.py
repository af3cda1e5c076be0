"""Endless stationary noise of many shapes: normal values stay normal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
_AT_ONCE = 4096  # values drawn at once
_KEEPS = 0.99  # share of its value that autocorrelated noise keeps
_CALM = 600.0  # values for which the spread of heteroscedastic noise stays about the same
_DWELLS = 300.0  # values in a mode, on average


def _independent(draw: Callable[[np.random.Generator, int], Values]) -> _Shape:
    def values(chance: np.random.Generator) -> Iterator[Values]:
        while True:
            yield draw(chance, _AT_ONCE)

    return values


def _followed(pushes: Values, keeps: float, last: float) -> Values:
    """Return an autoregressive series: each value keeps a share of the previous one."""
    found = np.empty(len(pushes))
    for number, push in enumerate(pushes.tolist()):
        last = keeps * last + push
        found[number] = last
    return found


def _autoregressive(chance: np.random.Generator, keeps: float) -> Iterator[Values]:
    last, size = float(chance.standard_normal()), np.sqrt(1.0 - keeps**2)
    while True:
        block = _followed(size * chance.standard_normal(_AT_ONCE), keeps, last)
        last = float(block[-1])
        yield block


def _heteroscedastic(chance: np.random.Generator) -> Iterator[Values]:
    for volatility in _autoregressive(chance, float(np.exp(-1.0 / _CALM))):
        yield np.exp(0.5 * volatility) * chance.standard_normal(_AT_ONCE)


def _modes(chance: np.random.Generator) -> Iterator[Values]:
    level = 0
    while True:
        switches = chance.random(_AT_ONCE) < 1.0 / _DWELLS
        levels = (level + np.cumsum(switches)) % 2
        level = int(levels[-1])
        yield 5.0 * levels + chance.standard_normal(_AT_ONCE)


_Shape = Callable[[np.random.Generator], Iterator[Values]]
SHAPES: Mapping[str, _Shape] = {
    "Gaussian": _independent(lambda chance, count: chance.standard_normal(count)),
    "Student t3": _independent(lambda chance, count: chance.standard_t(3, count)),
    "Laplace": _independent(lambda chance, count: chance.laplace(size=count)),
    "uniform": _independent(lambda chance, count: chance.uniform(-1.0, 1.0, count)),
    "skewed": _independent(lambda chance, count: chance.lognormal(0.0, 1.0, count)),
    "bimodal": _independent(
        lambda chance, count: 5.0 * chance.integers(0, 2, count) + chance.standard_normal(count)
    ),
    "quantised": _independent(lambda chance, count: np.round(2.0 * chance.standard_normal(count))),
    "autocorrelated": lambda chance: _autoregressive(chance, _KEEPS),
    "heteroscedastic": _heteroscedastic,
    "modes": _modes,
}


def noise(shape: str, seed: int) -> Iterator[float]:
    """Return noise of a shape, a name in :data:`SHAPES`; the same seed gives the same noise."""
    chance = np.random.default_rng([seed, *shape.encode()])
    return chain.from_iterable(block.tolist() for block in SHAPES[shape](chance))
