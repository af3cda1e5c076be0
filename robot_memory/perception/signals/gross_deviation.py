"""Gross deviation: the signal is at once far beyond all that was ever seen of it."""

from __future__ import annotations

import math

from robot_memory.perception.signals.resolution import Resolution
from robot_memory.perception.signals.signal import LONGEST_STEP, Signal, measures

_BLOCK = 1.0  # s
_LEAST, _MOST = 5, 1000  # values in a block
_KNOWN = 30  # values before a spread is known
_FAR = 10.0  # standard deviations
_LITTLE = 6.0  # standard deviations: what stays within them does not raise the limit
_FARTHER = 1.5  # times the farthest block so far
_JUMPS = 3.0  # times the largest jump from block to block so far
_SURE = 0.9  # score at the limit


class GrossDeviation(Signal):
    """Reports a signal that is suddenly far from all its values of a minute or more.

    A block is a second, and at least five values. Its distance is the median of the distances of
    its values from the mean of all values so far, in standard deviations of all values so far. A
    block is far away if three things hold. Its distance is at least ten. It is at least one and a
    half times the distance of the farthest block so far. It is at least three times the largest
    jump from one block to the next so far. A single wrong reading does not count. A signal that
    moves there in small steps does not count, however far it goes. A signal that is there after a
    pause or a restart does not count either: a motor cools down at night. Standing at 0 does not
    count: the part is at rest, or nothing is measured.

    Score: 0.9 at that distance, 0.95 at twice that distance, else 0, until the signal is back. A
    far level becomes normal after ``relearn``. If the detector has learned for less than
    ``relearn``, this shorter time is enough.

    Args:
        learn: seconds in which every value is normal; less than a minute, because the first values
            of a slow signal only show whether it has a few modes.
        relearn: seconds in which the signal is far away, in all, before that is normal.
        share: least distance of the signal from its mean, as a share of the mean.
    """

    KEPT = (
        "_count", "_mean", "_variance", "_known_for", "_farthest", "_jump", "_far_for",
        "_resolution",
    )  # fmt: skip

    def __init__(self, *, learn: float = 45.0, relearn: float = 600.0, share: float = 0.0) -> None:
        super().__init__()
        self._learn, self._relearn, self._share = learn, relearn, share
        self._resolution = Resolution()
        self._count = 0
        self._mean = self._variance = 0.0
        self._known_for = self._farthest = self._jump = self._far_for = 0.0
        self._begin()

    def _begin(self) -> None:
        self._values: list[float] = []
        self._held: list[float] = []  # the last block: a fault may have begun in it
        self._score = self._distance_now = 0.0
        self._level = math.nan

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely the signal is far from all that it was."""
        if not measures(stamp, value):
            return 0.0
        values = self._values
        values.append(value)
        count = len(values)
        if count < _LEAST:
            return self._score
        elapsed = stamp - self._stamp
        if elapsed >= _BLOCK or count >= _MOST:
            self._judge(values, min(max(elapsed, 0.0), LONGEST_STEP * count))
            self._stamp = stamp
            values.clear()
        elif not elapsed >= 0.0:
            self._stamp = stamp  # a new stretch, or time went back
        return self._score

    def accept(self) -> None:
        """Let where the signal is now be normal: something explains it."""
        self._farthest = max(self._farthest, self._distance_now)
        self._score = 0.0

    def _judge(self, values: list[float], elapsed: float) -> None:
        ordered = sorted(values)
        level = ordered[len(values) // 2]
        self._resolution.observe(level)
        spread = max(math.sqrt(self._variance), self._resolution.size)
        distance = self._distance_now = self._distance(ordered, spread)
        limit = max(_FAR, _FARTHER * self._farthest)
        self._score = 0.0
        least = max(_JUMPS * self._jump, self._share * abs(self._mean))
        is_first = math.isnan(self._level)  # of a stretch: it may have moved there unseen
        if is_first or distance < limit or distance * spread < least:
            self._farthest = max(self._farthest, distance)
        elif 2 * values.count(0.0) <= len(values):
            self._far_for += elapsed
            self._held = []
            if self._far_for <= min(self._relearn, self._known_for):
                self._score = 1.0 - (1.0 - _SURE) * limit / distance
                return
            self._farthest, self._far_for = distance, 0.0
        if not is_first:
            self._jump = max(self._jump, abs(level - self._level))
        self._level = level
        self._known_for += elapsed
        if self._held:
            self._learn_values(self._held)
        self._held = values.copy()

    def _distance(self, ordered: list[float], spread: float) -> float:
        """Return how far a block is, in standard deviations; 0 if that is not known, or little."""
        if self._known_for < self._learn or self._count < _KNOWN or spread <= 0.0:
            return 0.0
        mean, little = self._mean, _LITTLE * spread
        if ordered[-1] - mean < little and mean - ordered[0] < little:
            return 0.0
        return sorted([abs(value - mean) for value in ordered])[len(ordered) // 2] / spread

    def _learn_values(self, values: list[float]) -> None:
        """Add a block to mean and variance (Chan, Golub and LeVeque 1983)."""
        count, new = self._count, len(values)
        mean = sum(values) / new
        variance = sum([(value - mean) ** 2 for value in values]) / new
        off, share = mean - self._mean, new / (count + new)
        self._mean += share * off
        self._variance += share * (variance - self._variance) + share * (1.0 - share) * off * off
        self._count += new
