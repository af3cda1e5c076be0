"""How long something must stay away before it is over, the more often it comes back.

A status that flaps ten times a minute is one occurrence with repeats, and so is one that flaps
all day long every two minutes, but two faults a minute apart are two. Nobody can tell at the
first return which it is; so each return within ten minutes earns points, and with them what has
to pass before the next one counts as another.

Specification: rules.md §2.10.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import math
from collections import OrderedDict

from robot_memory.ledger import Key

LONGEST = 600.0  # s that something must stay away, at most; what ended earlier is forgotten
_SOON = 60.0  # s in which what comes back comes back soon
_FULL = 3  # points for coming back soon; others get one
_GROWTH = 3.0  # times as long, for each _FULL points
_MOST_KEYS = 2048  # keys of what ended


class FlapDamping:
    """Remembers what ended within the last ten minutes, and how often it had come back."""

    def __init__(self) -> None:
        self._ended: OrderedDict[Key, tuple[float, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._ended)

    def returned(self, key: Key, stamp: float, *, momentary: bool) -> int:
        """Return the points of something that is there (again)."""
        ended, points = self._ended.get(key, (-math.inf, 0))
        if stamp - ended > LONGEST:
            return 0
        return points + (_FULL if stamp - ended <= _SOON and not momentary else 1)

    def ended(self, key: Key, stamp: float, points: int) -> None:
        """Note that something is over."""
        self._ended.pop(key, None)
        self._ended[key] = (stamp, points)
        if len(self._ended) > _MOST_KEYS:
            self._ended.popitem(last=False)

    def forget(self, stamp: float) -> None:
        """Let go of what ended long ago."""
        while self._ended:
            key, (ended, _) = next(iter(self._ended.items()))
            if stamp - ended <= LONGEST:
                return
            del self._ended[key]


def stretched(seconds: float, points: int) -> float:
    """Return how long something with so many points must stay away, instead of ``seconds``."""
    return max(seconds, min(LONGEST, seconds * _GROWTH ** (points // _FULL)))
