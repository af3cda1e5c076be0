"""Which log messages are one occurrence: they follow closely, or come at a steady interval.

Nodes throttle a message that lasts (``RCLCPP_WARN_THROTTLE``), so it comes at such an interval.

Specification: rules.md §2.9.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

LONGEST = 60.0  # s between two moments; after a longer gap the next one begins anew
_TELLS = 4  # moments that make a steady interval
_MISSED = 2.5  # intervals after which such a sequence is over
_MOST_WAITING = 8  # moments that wait until it is known how they belong


class MessageTime(NamedTuple):
    """A moment, and the gap before it, in s, that makes it an occurrence of its own."""

    stamp: float
    apart: float


class ThrottledMessages:
    """Sorts the moments at which one message was logged into occurrences.

    A second moment may stand alone, or be the second of a steady sequence; only the fourth tells.
    So moments wait until it is known, at most 1.3 intervals longer than it takes; the first never
    waits, and those that follow closely belong to the one before.

    Args:
        apart: gap that makes two moments two.
        steadiness: ratio of longest to shortest gap, up to which the interval is steady.
    """

    __slots__ = ("_apart", "_last", "_period", "_starts", "_steadiness", "_waiting")

    def __init__(self, apart: float, steadiness: float) -> None:
        self._apart = apart
        self._steadiness = steadiness
        self._last = 0.0
        self._period = 0.0
        self._starts: list[float] = []
        self._waiting: list[float] = []

    @property
    def is_waiting(self) -> bool:
        """Whether moments wait to be told."""
        return bool(self._waiting)

    def observe(self, stamp: float) -> list[MessageTime]:
        """Take in a moment, and return those of which it is known now how they belong."""
        gap = stamp - self._last
        self._last = stamp
        if not self._starts or gap > LONGEST:
            return self._start_anew(stamp)
        if gap <= self._apart:
            return self._follow(stamp)
        if self._period:
            if gap <= _MISSED * self._period:
                return [MessageTime(stamp, _MISSED * self._period)]
            return self._start_anew(stamp)
        return self._consider(stamp)

    def expire(self, stamp: float) -> list[MessageTime]:
        """Return the moments that waited for a next one which does not come."""
        if not self._waiting or stamp - self._last <= self._patience():
            return []
        return self.finish()

    def finish(self) -> list[MessageTime]:
        """Return the moments that wait, each for itself: no more come."""
        released = self._release(self._apart)
        self._starts = [self._last]
        return released

    def _start_anew(self, stamp: float) -> list[MessageTime]:
        released = self._release(self._apart)
        self._starts, self._period = [stamp], 0.0
        return [*released, MessageTime(stamp, self._apart)]

    def _follow(self, stamp: float) -> list[MessageTime]:
        if self._waiting and len(self._waiting) < _MOST_WAITING:
            self._waiting.append(stamp)
            return []
        return (
            [] if self._waiting else [MessageTime(stamp, max(self._apart, _MISSED * self._period))]
        )

    def _consider(self, stamp: float) -> list[MessageTime]:
        self._starts.append(stamp)
        self._waiting.append(stamp)
        released: list[MessageTime] = []
        while not self._is_steady():
            del self._starts[0]
            released += self._release(self._apart, before=self._starts[1])
        if len(self._starts) == _TELLS:
            self._period = max(self._gaps())
            released += self._release(_MISSED * self._period)
        return released

    def _release(self, apart: float, before: float = float("inf")) -> list[MessageTime]:
        """Let moments go that wait: all, or those before a stamp."""
        released = [MessageTime(stamp, apart) for stamp in self._waiting if stamp < before]
        self._waiting = self._waiting[len(released) :]
        return released

    def _gaps(self) -> list[float]:
        return [later - earlier for earlier, later in pairwise(self._starts)]

    def _is_steady(self) -> bool:
        gaps = self._gaps()
        return max(gaps) <= self._steadiness * min(gaps)

    def _patience(self) -> float:
        return min(LONGEST, self._steadiness * min(self._gaps()))
