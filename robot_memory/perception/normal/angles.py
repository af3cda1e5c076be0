"""Numbers that are angles, so that going over north is no leap.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats, Numbers, grown, median
from robot_memory.perception.normal.record import from_text, to_text

#: What a whole turn is, and where it begins: in degrees and in radians.
_TURNS = ((360.0, 0.0), (360.0, -180.0), (math.tau, 0.0), (math.tau, -math.pi))
_EDGE = 1e-3  # of a turn, beyond its ends that rounding may bring a value
_NEAR = 5.0  # usual steps, within which a step across the ends of a turn is a small one
_SMALL = 0.1  # of a turn, that a small step is at most
_MEMORY = 150  # windows
_BEYOND = 0.25  # of a turn, that an angle is followed beyond its ends

#: What is learned of each signal, and with what it begins.
_LEARNED = {"_lowest": np.inf, "_highest": -np.inf, "_step": np.nan, "_turn": np.nan,
            "_begin": np.nan}  # fmt: skip


class Angles:
    """Learns which signals are angles, by their data alone, and follows them over the ends.

    A signal that stayed within one turn is an angle once it steps from one end to the other, so
    that the way across the ends is no longer than its usual steps. From then on its samples go on
    by the short way: 359, 361. A quarter turn beyond the ends it is taken back by a whole one; a
    window with more than one turn stays as it is. What leaves its turn later was no angle.

    Attributes:
        mistaken: which signals turned out to be none in the last window.
    """

    _lowest: Floats
    _highest: Floats
    _step: Floats
    _turn: Floats
    _begin: Floats

    def __init__(self) -> None:
        for name in _LEARNED:
            setattr(self, name, np.zeros(0))
        self._last: Floats = np.zeros(0)
        self.mistaken: Numbers = np.zeros(0, np.int64)

    def continued(self, samples: Floats) -> Floats:
        """Take in the samples of a window, (50, signals); return them with angles continued."""
        for name, begin in _LEARNED.items():
            setattr(self, name, grown(getattr(self, name), samples.shape[1], begin))
        self._last = grown(self._last, samples.shape[1], np.nan)
        self._learn(samples)
        angles = np.flatnonzero(np.isfinite(self._turn))
        if not len(angles):
            return samples
        continued = samples.copy()
        continued[:, angles] = self._followed(samples[:, angles].astype(float), angles)
        return continued

    def _learn(self, samples: Floats) -> None:
        sizes = np.abs(np.diff(samples, axis=0))
        largest = np.where(np.isfinite(sizes), sizes, 0.0).max(axis=0)
        self._lowest = np.fmin(self._lowest, np.fmin.reduce(samples, axis=0))
        self._highest = np.fmax(self._highest, np.fmax.reduce(samples, axis=0))
        self.mistaken = np.flatnonzero(
            ~np.isnan(self._turn) & ~self._is_within(self._turn, self._begin)
        )
        self._turn[self.mistaken] = np.nan
        for turn, begin in _TURNS:
            crosses = largest >= turn - np.minimum(_NEAR * self._step, _SMALL * turn)
            is_new = np.isnan(self._turn) & self._is_within(turn, begin) & crosses
            self._turn = np.where(is_new, turn, self._turn)
            self._begin = np.where(is_new, begin, self._begin)
        usual = median(np.where((sizes > 0) & np.isnan(self._turn), sizes, np.nan))
        step = np.where(np.isfinite(self._step), self._step, usual)
        self._step = np.where(np.isfinite(usual), step + (usual - step) / _MEMORY, step)

    def _is_within(self, turn: Floats | float, begin: Floats | float) -> Flags:
        """Tell which signals were within a turn always."""
        edge = np.multiply(turn, _EDGE)
        is_above = self._lowest >= begin - edge
        return np.asarray(is_above & (self._highest <= np.add(begin, turn) + edge))

    def _followed(self, samples: Floats, angles: Numbers) -> Floats:
        """Return samples of angles, (50, angles), that go on from those of the window before."""
        turn, begin, last = self._turn[angles], self._begin[angles], self._last[angles]
        raw = samples.copy()
        for row in samples:
            turns = np.round((last - row) / turn)
            row += np.where(np.isfinite(turns), turns, 0.0) * turn
            last = np.where(np.isfinite(row), row, last)
        spins = np.fmax.reduce(samples) - np.fmin.reduce(samples) > turn
        samples, last = np.where(spins, raw, samples), np.where(spins, np.nan, last)
        middle = median(samples)
        too_far = (middle < begin - _BEYOND * turn).astype(float)
        too_far -= middle > begin + (1.0 + _BEYOND) * turn
        samples += too_far * turn
        self._last[angles] = last + too_far * turn
        return samples

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
        self._last[list(signals)] = np.nan
