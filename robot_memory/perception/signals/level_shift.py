"""Level shift: the signal has moved to where it never was, and stays there."""

from __future__ import annotations

from robot_memory.perception.signals.adaptive_range import AdaptiveRange
from robot_memory.perception.signals.alarm_rate import AlarmRate
from robot_memory.perception.signals.resolution import Resolution
from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.signal_level import SignalLevel

_GRAINS = 4.0  # steps of resolution that are never much
_INSIDE = 0.3  # widths beyond its range that are still as usual
_OF_FASTER = 0.5  # of the range of the faster level that is never much for the slower one


class LevelShift(Signal):
    """Reports a level outside all levels of the signal so far, over seconds and over a minute.

    The level is the median of five block means, so that a spike or a single burst does not move it.
    It is compared with the range of levels learned so far. Modes that were seen are normal. So are
    warm-up and slow change, because the range follows them.

    Score: 0.5 at 0.3 widths of that range outside it, 0.9 at one width, 0.99 at two. The score
    stays until the signal is back, or until the new level is normal, after about one and a half
    times ``relearn``. A signal that never varied has no scale and stays below 0.5.

    Args:
        learn: seconds in which every level is normal; should see all modes of the robot.
        relearn: seconds in which a new level becomes normal to 63 %.
        forget: seconds after which a level that did not recur is forgotten to 63 %.
        block: seconds of a block of the faster level; the slower one has blocks twelve times that.
    """

    KEPT = ("_fast", "_slow", "_resolution", "_rate")

    def __init__(
        self,
        *,
        learn: float = 600.0,
        relearn: float = 7200.0,
        forget: float = 604800.0,
        block: float = 1.0,
    ) -> None:
        super().__init__()
        self._resolution = Resolution()
        self._fast = SignalLevel(block, AdaptiveRange(learn, relearn, forget))
        self._slow = SignalLevel(12.0 * block, AdaptiveRange(2.0 * learn, relearn, forget))
        self._rate = AlarmRate()
        self._usual = 0.0  # width of the faster level's range
        self._begin()

    def _begin(self) -> None:
        self._score = 0.0

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely the level has shifted."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        self._resolution.observe(value)
        least = _GRAINS * self._resolution.size
        elapsed = self._fast.observe(step, value, least)
        if max(abs(self._fast.excess), abs(self._slow.excess)) < _INSIDE:
            self._usual = self._fast.width
        # Who works by turns has no level of one turn for long, until one lasts longer than ever.
        self._slow.observe(step, value, least + _OF_FASTER * self._usual)
        if elapsed:
            excess = max(abs(self._fast.excess), abs(self._slow.excess))
            self._score = self._rate.score(elapsed, excess)
        return self._score
