"""Numbers that are angles, so that going over north is no leap.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats, grown, median
from robot_memory.perception.normal.record import from_text, to_text

#: What a whole turn is, and where it begins: in degrees and in radians.
_TURNS = ((360.0, 0.0), (360.0, -180.0), (math.tau, 0.0), (math.tau, -math.pi))
_EDGE = 1e-3  # of a turn, beyond its ends that rounding may bring a value
_NEAR = 5.0  # usual steps, within which a step across the ends of a turn is a small one
_SMALL = 0.1  # of a turn, that a small step is at most
_MEMORY = 150  # windows

#: What is learned of each signal, and with what it begins.
_LEARNED = {"_lowest": np.inf, "_highest": -np.inf, "_step": np.nan, "_turn": np.nan}


class Angles:
    """Learns by their data alone which signals are angles that go over the ends of their turn.

    A signal that stayed within one turn is such an angle once it steps from one end to the other,
    so that the way across the ends is no longer than its usual steps. What leaves its turn later
    was none.
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
        """Make room for signals that are new."""
        for name, begin in _LEARNED.items():
            setattr(self, name, grown(getattr(self, name), signals, begin))

    def steps(self, samples: Floats) -> Floats:
        """Take in the samples of a window, (50, signals); return the steps between them.

        Those of angles go the short way.
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
        """Return what was learned of these signals."""
        chosen = list(signals)
        return {name: to_text(getattr(self, name)[chosen]) for name in _LEARNED}

    def restore(self, state: Mapping[str, Any], size: int) -> None:
        """Continue with what :meth:`state` returned of so many signals.

        Raises:
            ValueError: the state is damaged.
        """
        for name in _LEARNED:
            setattr(self, name, from_text(state[name], np.float64, (size,)))

    def forget(self, signals: Sequence[int]) -> None:
        """Forget what was learned of signals: their parts were replaced."""
        for name, begin in _LEARNED.items():
            getattr(self, name)[list(signals)] = begin
