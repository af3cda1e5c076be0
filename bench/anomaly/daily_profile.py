"""The daily rhythm of a signal, and how far it departs from that."""

from __future__ import annotations

import math

from anomaly.surprise import Surprise

_HOUR = 3600.0  # s
_HOURS = 24
_SLOW = 60.0  # s between values: of faster ones an hour's mean says nothing of the time of day
_TELLS = 10  # values after which the interval is known
_MEMORY = 300.0  # values of one hour of the day
_SHARE_MEMORY = 3000.0  # values
_SHORT = 10.0  # values


class DailyProfile:
    """Surprises of a value's distance from the mean of its hour of day, and of the last ten's.

    Only for signals that come once a minute or less often; for others both are 0.
    """

    __slots__ = ("_at_once", "_count", "_counts", "_mean", "_means", "_short", "_since", "_while")

    def __init__(self) -> None:
        self._at_once, self._while = Surprise(_SHARE_MEMORY), Surprise(_SHARE_MEMORY)
        self._counts = [0] * _HOURS
        self._means = [0.0] * _HOURS
        self._mean = self._short = 0.0
        self._count = 0
        self._since = math.nan

    def observe(self, stamp: float, value: float) -> tuple[float, float]:
        """Take in a value and return both surprises."""
        if not self._count:
            self._since = stamp
        self._count += 1
        is_known = self._count > _TELLS
        if is_known and stamp - self._since < _SLOW * (self._count - 1):
            return 0.0, 0.0
        distance = self._distance(int(stamp // _HOUR) % _HOURS, value)
        self._short += (distance - self._short) / _SHORT
        at_once = self._at_once.observe(abs(distance))
        for_a_while = self._while.observe(abs(self._short))
        return (at_once, for_a_while) if is_known else (0.0, 0.0)

    def _distance(self, hour: int, value: float) -> float:
        """Return the distance from the hour's mean, or the mean of all, and learn both."""
        if self._count == 1:
            self._mean = value
        count = self._counts[hour]
        distance = value - (self._means[hour] if count else self._mean)
        if not count:
            self._means[hour] = value
        self._counts[hour] = count + 1
        self._means[hour] += (value - self._means[hour]) / min(count + 1, _MEMORY)
        self._mean += (value - self._mean) / self._count
        return distance
