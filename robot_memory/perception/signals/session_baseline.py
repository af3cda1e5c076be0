"""Where a level was at the same time since the start, in earlier sessions.

See docs/reference/detectors.md, "drift".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_FIRST = 120.0  # s, end of the first age; each further one ends √2 times later
_AGES = 16  # the last one begins after a good four hours and goes on, hour by hour
_HOUR = 3600.0  # s
_MEMORY = 30.0  # sessions
_CLIP = 2.0  # standard deviations by which a session moves the baseline at most
_SURE, _DOUBT = 6.0, 60.0  # standard deviations; and more, divided by the number of sessions
_AGREE = 3  # ages in a row that must say the same


class SessionBaseline(PersistentState):
    """Mean and spread of a level between sessions, for each age of a session.

    Args:
        sessions: number of them before they are compared.
    """

    KEPT = ("_counts", "_means", "_spreads")

    def __init__(self, sessions: int) -> None:
        self._sessions = sessions
        self._counts = [0.0] * _AGES
        self._means = [0.0] * _AGES
        self._spreads = [0.0] * _AGES
        self.begin()

    def begin(self) -> None:
        """Begin a session."""
        self._age = 0
        self._seconds = self._sum = self._taken = 0.0
        self._misses = [0.0] * _AGREE

    def observe(self, step: float, level: float) -> float:
        """Take in a level and return how far it is from earlier sessions, 1 being certain."""
        self._seconds += step
        self._sum += step * level
        self._taken += step
        if self._seconds >= self._end:
            self._judge(self._sum / self._taken)
            self._sum = self._taken = 0.0
            self._age = min(self._age + 1, _AGES - 1)
        low, high = min(self._misses), max(self._misses)
        return max(low, -high, 0.0)

    @property
    def _end(self) -> float:
        if self._age < _AGES - 1:
            return _FIRST * math.pow(2.0, 0.5 * self._age)
        return self._seconds - self._taken + _HOUR

    def _judge(self, level: float) -> None:
        age = self._age
        count, mean = self._counts[age], self._means[age]
        spread = math.sqrt(self._spreads[age])
        off = level - mean
        needed = self._sessions if age < _AGES - 1 else 24.0 * self._sessions
        miss = 0.0
        if count >= needed and spread > 0.0:
            miss = off / spread / (_SURE + _DOUBT / count)
        self._misses = [*self._misses[1:], miss]
        if count >= needed:
            off = max(-_CLIP * spread, min(_CLIP * spread, off))
        memory = _MEMORY if age < _AGES - 1 else 24.0 * _MEMORY
        share = 1.0 / min(count + 1.0, memory)
        self._counts[age] = min(count + 1.0, memory)
        self._means[age] = mean + share * off
        self._spreads[age] = (1.0 - share) * (self._spreads[age] + share * off * off)
