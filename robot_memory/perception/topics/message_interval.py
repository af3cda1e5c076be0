"""The usual interval of a topic, learned from its messages.

See docs/reference/detectors.md, "rate".
"""

from __future__ import annotations

import math

_MEMORY = 1800.0  # time constant of what is usual, s: a slow spell is not normal within minutes
_STEADY = 0.5  # mean deviation of intervals as a share of the interval; of random ones it is 0.74
_LONGEST = 2.0  # intervals that one may count as, once the usual one is known


class MessageInterval:
    """The usual interval between two messages, and whether the topic is periodic at all.

    Args:
        learn: messages, and seconds, before it is known: what comes first may be a backlog.

    Attributes:
        seconds: the usual interval.
        is_known: whether enough was seen to say what is usual.
        is_periodic: whether messages come at a steady rate so far: not as events, not all at once.
    """

    def __init__(self, learn: float) -> None:
        self._learn = learn
        self._count = 0
        self._known_for = 0.0
        self._deviation = 0.0
        self.seconds = 0.0
        self.is_known = self.is_periodic = False

    def learn(self, gap: float) -> None:
        """Take in the time between two messages, seconds."""
        seconds = self.seconds
        if self.is_known and gap > _LONGEST * seconds:
            gap = _LONGEST * seconds
        self._count = count = self._count + 1
        self._known_for += gap
        share = max(1.0 / count, -math.expm1(-gap / _MEMORY))
        self.seconds = seconds = seconds + share * (gap - seconds)
        self._deviation += share * (abs(gap - seconds) - self._deviation)
        if count >= self._learn:
            self.is_known = self.is_known or self._learn <= self._known_for
            # Of few messages, some that come at random look steady: then more is asked.
            most = _STEADY * (1.0 - 2.0 / math.sqrt(count)) * seconds
            self.is_periodic = seconds > 0.0 and self._deviation <= most

    @property
    def missing(self) -> float:
        """How many seconds more must be seen."""
        return self._learn - self._known_for
