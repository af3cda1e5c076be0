"""The tail of the scores of all components: how often they are as unusual as scores say.

See docs/reference/signals.md, "Scores".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import Any

from robot_memory.perception.signals.signal import LONGEST_STEP, rareness, score_of_rate

_DAY = 86_400.0  # s
_YOUTH = 0.05  # days for which a robot counts as known when it is first heard
_MEMORY = 30.0  # days after which an alarm of a component is forgotten
_USUAL = 1.0 / math.log(10.0)  # powers of ten of days: mean rareness of alarms, if scores are right
_TRUSTED = 30.0  # alarms that must speak against that to count as much as it
_STANDS = 1.0 / 1440.0  # days after which the score is computed again where nothing happens
_MOST = 1024  # components


class AlarmTail:
    """The rate at which this robot really gets as unusual as a score says.

    A score extrapolates from one signal. How rare it is, as a power of ten of days, is exponential
    with a mean of 0.43 if scores are right. If many signals of a robot are of a kind for which they
    are not (noise whose spread comes and goes), it has a longer tail. Its mean is estimated from
    the largest score of each component that came to nothing, beside thirty alarms as they should
    be: one component that is often unusual therefore says no more than another, and a few that fail
    say little.

    Args:
        per_day: false alarms of a healthy robot in a day, at most.
    """

    def __init__(self, per_day: float) -> None:
        self._per_day = per_day
        self._days = 0.0
        self._stamp = math.nan
        self._alarms: dict[str, tuple[float, float]] = {}  # how rare, and when: days
        self._least = 0.0
        self._computed = -math.inf  # when that was: days

    @property
    def least(self) -> float:
        """The score that all components together reach by chance as often as the budget allows."""
        if self._days - self._computed >= _STANDS:
            self._computed, self._least = self._days, self._compute()
        return self._least

    def advance(self, stamp: float) -> None:
        """Let time pass; a pause of more than 5 s counts as 5 s."""
        step = stamp - self._stamp
        self._stamp = stamp
        if step > 0.0:
            self._days += min(step, LONGEST_STEP) / _DAY

    def note(self, component: str, score: float) -> None:
        """Take in that a component is unusual, by a score of a half at least."""
        rare, known = rareness(score), self._alarms.get(component)
        if known is not None and rare <= known[0] and known[1] >= self._days - _MEMORY:
            return
        self._alarms[component] = rare, self._days
        if len(self._alarms) > _MOST:
            del self._alarms[next(iter(self._alarms))]
        self._computed = -math.inf

    def drop(self, component: str) -> None:
        """Forget the alarms of a component: it has a fault."""
        if self._alarms.pop(component, None) is not None:
            self._computed = -math.inf

    def _compute(self) -> float:
        since = self._days - _MEMORY
        rare = [rare for rare, noted in self._alarms.values() if noted >= since]
        rate = len(rare) / (_YOUTH + min(self._days, _MEMORY))
        if rate <= self._per_day:
            return 0.0
        mean = (sum(rare) + _TRUSTED * _USUAL) / (len(rare) + _TRUSTED)
        return score_of_rate(10.0 ** -(mean * math.log(rate / self._per_day)))

    def state(self) -> dict[str, Any]:
        """Return what was learned, as JSON knows it."""
        alarms = [[name, rare, noted] for name, (rare, noted) in self._alarms.items()]
        return {"days": self._days, "alarms": alarms}

    def restore(self, days: float, alarms: Sequence[Sequence[Any]]) -> None:
        """Continue with what was learned before a restart.

        Raises:
            ValueError, TypeError: it is of another kind.
        """
        known = {str(name): (float(rare), float(noted)) for name, rare, noted in alarms}
        if not all(map(math.isfinite, (days, *chain.from_iterable(known.values())))):
            raise ValueError("a day or an alarm is no finite number")
        self._days, self._alarms, self._computed = float(days), known, -math.inf
