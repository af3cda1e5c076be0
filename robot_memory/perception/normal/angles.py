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
_SECTORS = 24  # of a turn
_GAP = 3  # sectors at least, where an angle never was; one without turns freely

#: What is learned of each signal, and with what it begins; ``_visited`` has a bit for each sector.
_LEARNED = {"_lowest": np.inf, "_highest": -np.inf, "_step": np.nan, "_turn": np.nan,
            "_begin": np.nan, "_cut": np.nan, "_visited": 0.0}  # fmt: skip


class Angles:
    """Learns which signals are angles, by their data alone, and where they are cut.

    A signal that stayed within one turn is an angle once it steps from one end to the other, so
    that the way across the ends is no longer than its usual steps. From then on it is cut in the
    middle of where it never was, so that a vane that goes over north reads 359, 361. What leaves
    its turn later was no angle.

    Attributes:
        changed: which signals are counted otherwise since the last window.
    """

    _lowest: Floats
    _highest: Floats
    _step: Floats
    _turn: Floats
    _begin: Floats
    _cut: Floats
    _visited: Floats

    def __init__(self) -> None:
        for name in _LEARNED:
            setattr(self, name, np.zeros(0))
        self.changed: list[int] = []

    @property
    def turns_freely(self) -> Flags:
        """Which angles were all around, so that they have no normal value."""
        return np.isfinite(self._turn) & np.isnan(self._cut)

    def continued(self, samples: Floats) -> Floats:
        """Take in the samples of a window, (50, signals); return them without the cut of a turn."""
        for name, begin in _LEARNED.items():
            setattr(self, name, grown(getattr(self, name), samples.shape[1], begin))
        self._learn(samples)
        if not np.isfinite(self._cut).any():
            return samples
        turned = self._cut + np.mod(samples - self._cut, self._turn)
        return np.where(np.isfinite(self._cut), turned, samples).astype(samples.dtype)

    def steps(self, samples: Floats) -> Floats:
        """Return the steps from sample to sample, of angles by the short way."""
        steps = np.diff(samples, axis=0)
        short = steps - self._turn * np.round(steps / self._turn)
        return np.where(np.isfinite(self._turn), short, steps).astype(samples.dtype)

    def _learn(self, samples: Floats) -> None:
        sizes = np.abs(np.diff(samples, axis=0))
        largest = np.where(np.isfinite(sizes), sizes, 0.0).max(axis=0)
        before = self._lowest, self._highest
        self._lowest = np.fmin(self._lowest, np.fmin.reduce(samples, axis=0))
        self._highest = np.fmax(self._highest, np.fmax.reduce(samples, axis=0))
        is_angle = np.isfinite(self._turn)
        mistaken = np.flatnonzero(is_angle & ~self._is_within(self._turn, self._begin))
        self._turn[mistaken] = self._cut[mistaken] = np.nan
        self.changed = mistaken.tolist()
        for turn, begin in _TURNS:
            crosses = largest >= turn - np.minimum(_NEAR * self._step, _SMALL * turn)
            is_new = np.isnan(self._turn) & self._is_within(turn, begin) & crosses
            self._turn[is_new], self._begin[is_new] = turn, begin
            for signal in np.flatnonzero(is_new).tolist():
                low, high = (self._sector(signal, edge[signal]) for edge in before)
                self._visited[signal] = sum(1 << sector for sector in range(low, high + 1))
                self._cut[signal] = begin
                self._place_cut(signal)
        for signal in np.flatnonzero(np.isfinite(self._cut)).tolist():
            self._visit(signal, samples[:, signal])
        usual = median(np.where((sizes > 0) & np.isnan(self._turn), sizes, np.nan))
        step = np.where(np.isfinite(self._step), self._step, usual)
        self._step = np.where(np.isfinite(usual), step + (usual - step) / _MEMORY, step)

    def _is_within(self, turn: Floats | float, begin: Floats | float) -> Flags:
        """Tell which signals were within a turn always."""
        edge = np.multiply(turn, _EDGE)
        is_above = self._lowest >= begin - edge
        return np.asarray(is_above & (self._highest <= np.add(begin, turn) + edge))

    def _sector(self, signal: int, value: float) -> int:
        share = (value - self._begin[signal]) / self._turn[signal]
        return min(max(int(share * _SECTORS), 0), _SECTORS - 1)

    def _visit(self, signal: int, values: Floats) -> None:
        """Note where an angle was."""
        visited = int(self._visited[signal])
        for value in values[np.isfinite(values)].tolist():
            visited |= 1 << self._sector(signal, value)
        if visited != int(self._visited[signal]):
            self._visited[signal] = visited
            self._place_cut(signal)

    def _place_cut(self, signal: int) -> None:
        """Cut an angle in the middle of where it never was."""
        visited, old = int(self._visited[signal]), self._cut[signal]
        gap, middle = _widest_gap(visited)
        cut = self._begin[signal] + middle / _SECTORS * self._turn[signal]
        self._cut[signal] = cut if gap >= _GAP else np.nan
        between = sorted((self._sector(signal, old), self._sector(signal, cut)))
        if gap < _GAP or any(visited >> sector & 1 for sector in range(*between)):
            self.changed.append(signal)

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
        if not ((self._visited >= 0) & (self._visited < 1 << _SECTORS)).all():
            raise ValueError("sectors of angles are stored that there are not")

    def forget(self, signals: Sequence[int]) -> None:
        """Forget what was learned of signals: their parts were replaced."""
        for name, begin in _LEARNED.items():
            getattr(self, name)[list(signals)] = begin


def _widest_gap(visited: int) -> tuple[int, float]:
    """Return how many sectors in a row were not visited at most, and where their middle is."""
    best = longest = 0
    end = 0
    for at in range(2 * _SECTORS):
        longest = 0 if visited >> at % _SECTORS & 1 else min(longest + 1, _SECTORS)
        if longest > best:
            best, end = longest, at + 1
    return best, (end - 0.5 * best) % _SECTORS
