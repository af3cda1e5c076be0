"""Shocks that stand alone: far stronger than all that was measured just before and after.

Specification: rules.md §10.13.

See docs/reference/detectors.md, "impact".
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from robot_memory.perception.persistent_state import PersistentState

_BLOCK = 0.25  # s, of which the strongest value is remembered
_BEFORE, _AFTER = 10.0, 1.5  # s before and after a shock that are compared with it
_RINGS = 0.5  # s for which a shock may ring
_TIMES = 3.0  # times as strong as what is before and after it
_LONGEST_STEP = 1.0  # s
_ECHO = 0.15  # of its peak that the value before it, or one while it rings, has at least
_MOST = 500.0  # m/s²; what is stronger is a wrong reading
_KEPT, _FEW = 32, 5  # shocks that are remembered, and that make them usual
_USUAL = 1.5  # times the middle one of them


class Shock(NamedTuple):
    """A shock: when it was, seconds, and its acceleration, m/s²."""

    stamp: float
    peak: float


class ShockHistory(PersistentState):
    """Finds shocks in the acceleration of one inertial unit.

    A shock is three times as strong as anything in the ten seconds before it and, once it has rung
    for half a second, in the second after it. So the first step of a robot that walks is none, nor
    is a vehicle that begins to vibrate. What comes again and again, as the clunk of a brake does,
    is usual: after five, a shock must be half as strong again as the middle one. A single value
    among quiet ones is a wrong reading.
    """

    KEPT = ("_peaks",)

    def __init__(self) -> None:
        self._peaks: list[float] = []
        self._begin()

    def _begin(self) -> None:
        self._stamp = self._began = float("nan")
        self._blocks: deque[Shock] = deque()
        self._candidate: Shock | None = None
        self._last = self._echo = 0.0  # the value before, and the strongest beside the candidate

    def observe(self, stamp: float, acceleration: float, least: float) -> Shock | None:
        """Take in an acceleration beside gravity; return a shock that is over and stood alone.

        Args:
            stamp: seconds.
            acceleration: m/s², not negative.
            least: what a shock has at least, m/s².
        """
        if not 0.0 < stamp - self._stamp <= _LONGEST_STEP:
            self._begin()
            self._began = stamp
        self._stamp = stamp
        self._add(stamp, acceleration)
        candidate, last = self._candidate, self._last
        self._last = acceleration
        if candidate is None or acceleration > candidate.peak:
            if acceleration >= least and stamp - self._began >= _BEFORE:
                self._candidate, self._echo = Shock(stamp, acceleration), last
            return None
        if stamp - candidate.stamp <= _RINGS:
            self._echo = max(self._echo, acceleration)
        if stamp - candidate.stamp < _AFTER:
            return None
        self._candidate = None
        return candidate if self._is_told(candidate) else None

    def _is_told(self, shock: Shock) -> bool:
        has_echo = self._echo >= _ECHO * shock.peak
        return has_echo and self._stood_alone(shock) and self._is_unusual(shock)

    def _add(self, stamp: float, acceleration: float) -> None:
        blocks = self._blocks
        if not blocks or stamp - blocks[-1].stamp >= _BLOCK:
            blocks.append(Shock(stamp, acceleration))
        elif acceleration > blocks[-1].peak:
            blocks[-1] = Shock(blocks[-1].stamp, acceleration)
        while stamp - blocks[0].stamp > _BEFORE + _AFTER:
            blocks.popleft()

    def _stood_alone(self, shock: Shock) -> bool:
        if shock.peak > _MOST:
            return False
        others = [
            block.peak
            for block in self._blocks
            if block.stamp < shock.stamp - _BLOCK - _RINGS or block.stamp > shock.stamp + _RINGS
        ]
        return shock.peak >= _TIMES * max(others, default=0.0)

    def _is_unusual(self, shock: Shock) -> bool:
        before = self._peaks
        self._peaks = [*before, shock.peak][-_KEPT:]
        return len(before) < _FEW or shock.peak >= _USUAL * float(np.median(before))
