"""How often a healthy signal gives an alarm, and the score that says so.

See docs/reference/signals.md, "Scores".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.signal import score_of, score_of_rate

_ALARM = 0.3  # widths of an excess from which the score is 0.5
_TOLD = 0.9  # score from which it may be a fault, of which nothing is learned
_APART = 60.0  # s below the threshold that end an excursion
_DAY = 86_400.0  # s
_MEMORY = 30.0  # days in which peaks are forgotten to 63 %
_USUAL = 0.076  # widths, mean size of peaks above the alarm before there are any: as scores suppose
_YOUTH = 0.05  # days for which a signal counts as known when its first value comes


class AlarmRate(PersistentState):
    """Lowers the score of an excess that this signal may reach more often than the score says.

    Peaks over the threshold of an alarm are counted, each excursion once, with a memory of a month.
    Of a signal that was known for a time and had some peaks, the next one is taken to come at the
    rate of one peak more in that time. For none so far that is the rate of records in any series
    whose values could have come in any order: one in the time so far. Sizes of peaks are taken for
    exponential, with the mean of those seen and one as scores suppose it, so that an excess has a
    rate of alarms a day. Peaks that are told as a fault are not counted.
    """

    KEPT = ("_days", "_peaks", "_sizes")

    def __init__(self) -> None:
        self._days = self._peaks = self._sizes = 0.0
        self._begin()

    def _begin(self) -> None:
        self._peak = self._quiet_for = 0.0
        self._is_told = False

    def score(self, elapsed: float, excess: float) -> float:
        """Return the score of an excess: what it says itself, or the rate of such, if lower.

        Args:
            elapsed: seconds since the last call.
            excess: widths by which a check finds the signal outside; 0.3 is an alarm by itself.
        """
        self._days += elapsed / _DAY
        if excess < _ALARM:
            self._quiet_for += elapsed
            if self._peak and self._quiet_for >= _APART:
                self._end_excursion()
            return score_of(excess)
        score, self._quiet_for = min(score_of(excess), score_of_rate(self._rate(excess))), 0.0
        self._peak = max(self._peak, excess)
        self._is_told |= score >= _TOLD
        return score

    def _rate(self, excess: float) -> float:
        """Return how many alarms a day would reach an excess."""
        size = (self._sizes + _USUAL) / (self._peaks + 1.0)
        return (self._peaks + 1.0) / (_YOUTH + self._days) * math.exp((_ALARM - excess) / size)

    def _end_excursion(self) -> None:
        if not self._is_told:
            keeps = math.exp(-max(0.0, self._days - _MEMORY) / _MEMORY)
            self._days = min(self._days, _MEMORY)
            self._peaks = keeps * self._peaks + 1.0
            self._sizes = keeps * self._sizes + self._peak - _ALARM
        self._begin()
