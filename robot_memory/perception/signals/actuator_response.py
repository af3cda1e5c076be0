"""Response: an actuator is on, and the measurement that always follows does not.

See docs/reference/detectors.md, "signal"; docs/reference/signals.md, "Monitors";
docs/explanation/perception.md, "Commands and their effect".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.signal import LONGEST_STEP, measures
from robot_memory.perception.signals.standstill import Standstill

_ON, _OFF = 0.5, 0.05  # of the largest command so far
_SETTLED = 5.0  # s after a switch, from which a level is learned
_KNOWN = 20.0  # s of a level
_TURNS = 3  # times that it was switched on: with one more its levels are known
_APART = 6.0  # mean deviations by which the two levels must differ
_ANSWERED = 0.3  # of the way from the level while off to the one while on
_MEMORY = 3600.0  # s that a level is the mean of
_DOUBTFUL = 0.5  # score from which nothing is learned


class ActuatorResponse(PersistentState):
    """Learns what a measurement is while its actuator is off and on, and how soon it answers.

    It is on from half of the largest command on. Two levels that are not clearly apart tell
    nothing, nor does an effect that often needs longer than ``patience`` to show.

    Score: 0.5 at three times, 0.9 at ten times the longest delay so far plus half a second.

    Args:
        learn: seconds of being on, with both levels known, in which every delay is normal.
        patience: longest normal delay, s.
    """

    KEPT = ("_most", "_turns", "_off", "_on", "_delay")

    def __init__(self, *, learn: float = 60.0, patience: float = 5.0) -> None:
        self._most = 0.0
        self._turns = 0
        self._off, self._on = _Level(), _Level()
        self._delay = Standstill(learn, patience)
        self._begin()

    def _begin(self) -> None:
        self._stamp = self._since = math.nan
        self._was_on = False

    def rest(self) -> None:
        """Let time pass in which a command tells nothing, as something keeps the actuator off."""
        self._delay.rest()
        self._begin()

    def observe(self, stamp: float, command: float, effect: float) -> float:
        """Take in what it is told and what is measured; return how surely it does not answer.

        Args:
            stamp: seconds.
            command: in its own unit; 0 is off.
            effect: in its own unit.
        """
        if not (measures(stamp, command) and measures(stamp, effect)):
            return 0.0
        gone, self._stamp = stamp - self._stamp, stamp
        step = min(gone, LONGEST_STEP) if gone > 0.0 else 0.0
        self._most = max(self._most, abs(command))
        is_on = abs(command) >= _ON * self._most > 0.0
        if not is_on and abs(command) > _OFF * self._most:
            self._since = math.nan
            self._delay.rest()
            return 0.0
        if is_on != self._was_on or math.isnan(self._since):
            self._turns += is_on
            self._since, self._was_on = stamp, is_on
        return self._judge(stamp - self._since >= _SETTLED, step, effect)

    def _judge(self, is_settled: bool, step: float, effect: float) -> float:
        score = 0.0
        if self._was_on and self._is_known:
            if _share(effect, self._off.mean, self._on.mean) >= _ANSWERED:
                self._delay.move(step)
            else:
                self._delay.stand(step)
                score = self._delay.score
        else:
            self._delay.rest()
        if is_settled and score < _DOUBTFUL:
            (self._on if self._was_on else self._off).observe(step, effect)
        return score

    @property
    def _is_known(self) -> bool:
        on, off = self._on, self._off
        if min(on.known_for, off.known_for) < _KNOWN or self._turns <= _TURNS:
            return False
        return abs(on.mean - off.mean) > _APART * max(on.deviation, off.deviation)


class _Level(PersistentState):
    """Mean and mean deviation of what is measured in one state."""

    KEPT = ("known_for", "mean", "deviation")

    def __init__(self) -> None:
        self.known_for = self.mean = self.deviation = 0.0

    def observe(self, step: float, value: float) -> None:
        self.known_for += step
        share = step / min(self.known_for, _MEMORY) if self.known_for > 0.0 else 0.0
        self.mean += share * (value - self.mean)
        self.deviation += share * (abs(value - self.mean) - self.deviation)


def _share(effect: float, off: float, on: float) -> float:
    """Return how far a value is on the way from one level, 0, to another one, 1."""
    return (effect - off) / (on - off)
