"""How many hours the robot ran since a moment, and how often something came in them.

Rates are told when an entry is read; they are not stored (rules.md §1.10, §11.2).
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.ledger.running_table import RunningHour
from robot_memory.wording.plain_words import plain_words

_FEWEST = 3  # occurrences that make a rate
_LEAST = 2.0  # hours that make one
_HOUR = 3600.0
_STEPS = (1.0, 2.0, 3.0, 5.0, 8.0, 10.0)
_TIMES = {1: "once", 2: "twice"}
#: What comes from driving is told by the hours in which the robot drove.
_OF_DRIVING = re.compile(
    r"\b(?:wheels?|drive ?train|traction|odometry|slip\w*|bumps?|bumper|caster|track|steering)\b"
)


@dataclass(frozen=True)
class RunningHours:
    """Seconds of operation in each hour of the clock of which they are known, oldest first."""

    known: Sequence[RunningHour] = ()

    def rate_words(self, entry: MemoryEntry) -> str:
        """Return "about twice an hour of driving"; empty where too little is known.

        Nothing is told of what was first seen before the running time is known: all of its
        occurrences have no known time in which they came.
        """
        known = self.known
        if entry.observation_count < _FEWEST or not known or entry.first_seen < known[0].begin:
            return ""
        if _OF_DRIVING.search(plain_words(entry.text)):
            driven = self._since(entry.first_seen, [hour.driven for hour in known])
            if driven >= _LEAST:
                return f"{_often(entry.observation_count / driven)} of driving"
        ran = self._since(entry.first_seen, [hour.ran for hour in known])
        return f"{_often(entry.observation_count / ran)} of operation" if ran >= _LEAST else ""

    def _since(self, moment: datetime, seconds: Sequence[float]) -> float:
        """Return hours of operation since a moment; of its own hour the share that was left."""
        first = bisect_right([hour.begin for hour in self.known], moment) - 1
        gone = (moment - self.known[first].begin).total_seconds()
        own = seconds[first] * max(0.0, 1.0 - gone / _HOUR)
        return (own + sum(seconds[first + 1 :])) / _HOUR


def _often(rate: float) -> str:
    """Say how often something comes in an hour, in steps so coarse that it seldom changes."""
    if rate < 0.7:
        return f"about once in {_coarse(1.0 / rate):.0f} h"
    times = round(_coarse(rate))
    return f"about {_TIMES.get(times, f'{times} times')} an hour"


def _coarse(number: float) -> float:
    """Return the nearest of 1, 2, 3, 5 and 8 times a power of ten."""
    power: float = 10.0 ** math.floor(math.log10(number))
    return power * min(_STEPS, key=lambda step: abs(step - number / power))
