"""Step: from one value to the next the signal jumps further than it ever did, and stays there."""

from __future__ import annotations

import math
from collections import deque

from robot_memory.perception.signals.power_law_tail import PowerLawTail
from robot_memory.perception.signals.resolution import Resolution
from robot_memory.perception.signals.signal import LONGEST_STEP, Signal

_STRETCH = 1.0  # s, of which the largest change counts
_STAYS = 1.0  # s that it must stay, and …
_STAYS_VALUES = 3  # … values: less is a spike
_HALF = 0.5  # of a step that must be left of it then
_SURE = 0.7  # score from which a change is a step; once in three weeks, by extrapolation
_RELEARN = 3600.0  # s: told steps become normal one an hour at most


class StepChange(Signal):
    """Reports a jump from one value to the next that stays.

    Quantities with inertia (temperature, pressure, a force at rest) pass through all values in
    between. A sensor that fails, or whose mount breaks, does not. The changes from value to value
    are compared with the largest change of each second so far, extrapolated as a power law. A
    signal that often jumps by itself (modes, loads) therefore needs a larger jump.

    Medians of three values are compared, so a single wrong reading does not count. A change while
    no value came does not count, nor does one step of the resolution of the signal, which rounding
    adds.

    Score: 0.5 for a jump that the signal would make once a day, 0.9 for once in 10,000 days. It
    appears when the jump has stayed for a second and three values, and lasts ``hold`` seconds.

    Args:
        learn: seconds in which every jump is normal.
        hold: seconds for which its score stands.
    """

    KEPT = ("_records", "_known_for", "_resolution")

    def __init__(self, *, learn: float = 1200.0, hold: float = 20.0) -> None:
        super().__init__()
        self._learn, self._hold = learn, hold
        self._records = PowerLawTail()
        self._resolution = Resolution()
        self._known_for = 0.0
        self._begin()

    def _begin(self) -> None:
        self._values: deque[float] = deque(maxlen=3)
        self._level = self._before = math.nan
        self._stretch, self._stretch_left = 0.0, _STRETCH
        self._leap = self._stays_for = self._score = self._score_for = self._since_reported = 0.0
        self._values_since = 0

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely it has jumped to where it is."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        if step >= LONGEST_STEP:
            self._values.clear()
            self._level, self._leap = math.nan, 0.0
        self._known_for += step
        self._since_reported += step
        self._score_for = max(0.0, self._score_for - step)
        self._values.append(value)
        self._resolution.observe(value)
        if len(self._values) == 3:
            before, self._level = self._level, sorted(self._values)[1]
            self._compare(step, before)
        return self._score if self._score_for > 0.0 else 0.0

    def _compare(self, step: float, before: float) -> None:
        change = abs(self._level - before)
        if not math.isfinite(change):
            return
        if self._leap:
            self._stay(step)
        elif self._known_for >= self._learn and self._surprise(change) >= _SURE:
            self._before, self._leap = before, change
            self._stays_for, self._values_since = 0.0, 0
            return
        self._stretch = max(self._stretch, change)
        self._stretch_left -= step
        if self._stretch_left <= 0.0:
            self._records.observe(self._stretch)
            self._stretch, self._stretch_left = 0.0, _STRETCH

    def _surprise(self, change: float) -> float:
        return self._records.score(change - self._resolution.size)

    def _stay(self, step: float) -> None:
        self._stays_for += step
        self._values_since += 1
        if abs(self._level - self._before) < _HALF * self._leap:
            self._leap = 0.0  # it was a spike
        elif self._stays_for >= _STAYS and self._values_since >= _STAYS_VALUES:
            self._score, self._score_for = self._surprise(self._leap), self._hold
            if self._since_reported >= _RELEARN:
                self._stretch, self._since_reported = self._leap, 0.0
            self._leap = 0.0
