"""Finds signals that are angles, so that passing north is no jump.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats, grown, median
from robot_memory.perception.normal.record import from_text, to_text

#: The size of a full turn, and its lower end: in degrees and in radians.
_TURNS = ((360.0, 0.0), (360.0, -180.0), (math.tau, 0.0), (math.tau, -math.pi))
_EDGE = 1e-3  # of a turn, by which rounding may exceed its ends
_NEAR = 5.0  # usual steps: a step across the ends of a turn is at most so long
_SMALL = 0.1  # of a turn: the same limit for large usual steps
_MEMORY = 150  # windows

#: The learned quantities of each signal, and their initial values.
_LEARNED = {"_lowest": np.inf, "_highest": -np.inf, "_step": np.nan, "_turn": np.nan}


class Angles:
    """Learns from data alone which signals are angles that wrap around.

    A signal that stayed within one turn is an angle once it steps from one end to the other, such
    that the way across the ends is a small step for this signal. A signal that later leaves its
    turn was no angle.
    """

    _lowest: Floats
    _highest: Floats
    _step: Floats
    _turn: Floats

    def __init__(self) -> None:
        for name in _LEARNED:
            setattr(self, name, np.zeros(0))

    @property
    def found(self) -> Flags:
        """Which signals are such angles."""
        return np.isfinite(self._turn)

    def follow(self, signals: int) -> None:
        """Make room for new signals."""
        for name, begin in _LEARNED.items():
            setattr(self, name, grown(getattr(self, name), signals, begin))

    def steps(self, samples: Floats) -> Floats:
        """Take in the samples of a window, (50, signals); return the steps between them.

        Steps of angles take the shorter direction.
        """
        steps = np.diff(samples, axis=0)
        self._learn(samples, np.abs(steps))
        short = steps - self._turn * np.round(steps / self._turn)
        return np.where(self.found, short, steps).astype(samples.dtype)

    def _learn(self, samples: Floats, sizes: Floats) -> None:
        self._lowest = np.fmin(self._lowest, np.fmin.reduce(samples, axis=0))
        self._highest = np.fmax(self._highest, np.fmax.reduce(samples, axis=0))
        largest = np.where(np.isfinite(sizes), sizes, 0.0).max(axis=0)
        found = np.full_like(self._turn, np.nan)
        for turn, begin in _TURNS:
            edge = _EDGE * turn
            is_within = (self._lowest >= begin - edge) & (self._highest <= begin + turn + edge)
            crosses = largest >= turn - np.minimum(_NEAR * self._step, _SMALL * turn)
            is_one = is_within & (crosses | (self._turn == turn)) & np.isnan(found)
            found = np.where(is_one, turn, found)
        self._turn = found
        usual = median(np.where((sizes > 0) & ~self.found, sizes, np.nan))
        step = np.where(np.isfinite(self._step), self._step, usual)
        self._step = np.where(np.isfinite(usual), step + (usual - step) / _MEMORY, step)

    def state(self, signals: Sequence[int]) -> dict[str, Any]:
        """Return the state of these signals."""
        chosen = list(signals)
        return {name: to_text(getattr(self, name)[chosen]) for name in _LEARNED}

    def restore(self, state: Mapping[str, Any], size: int) -> None:
        """Continue with a result of :meth:`state` for ``size`` signals.

        Raises:
            ValueError: the state is damaged.
        """
        for name in _LEARNED:
            setattr(self, name, from_text(state[name], np.float64, (size,)))

    def forget(self, signals: Sequence[int]) -> None:
        """Forget signals whose parts were replaced."""
        for name, begin in _LEARNED.items():
            getattr(self, name)[list(signals)] = begin
