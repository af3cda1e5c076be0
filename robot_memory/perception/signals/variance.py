"""Variance: the signal has more noise or vibration than it ever had."""

from __future__ import annotations

import math

from robot_memory.perception.signals.adaptive_range import AdaptiveRange
from robot_memory.perception.signals.alarm_rate import AlarmRate
from robot_memory.perception.signals.back_and_forth import back_and_forth
from robot_memory.perception.signals.running_median import RunningMedian
from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.time_block import TimeBlock
from robot_memory.perception.signals.wandering import Wandering

_MEDIAN_OF = 5  # blocks
_WIDEST = 0.7  # nat: a robot that rests and works has spreads far apart; twice is much
_LEAST = 8  # values in a block that say something of its spread
_OF_WANDERING = 5.0  # times as far as the spread wanders in twenty blocks, that is never much
_GRAIN = 0.25  # nat: a factor of 1.3 in spread is never much


class Variance(Signal):
    """Reports a spread (noise, vibration) larger than all spreads of the signal so far.

    Noise goes back and forth. So a change counts only as far as the four values around it go back.
    Movement, ramps and switched levels do not go back, so they do not count, however often they
    come. The mean over a block is its spread. The median of five blocks is compared with the range
    learned so far, on a logarithmic scale.

    Score: 0.5 when the spread exceeds its range by 0.3 widths of it, 0.9 at one width, 0.99 at two;
    the width counts at least 0.25 (a factor of 1.3). Where the spread itself wanders (noise that
    comes and goes by itself), five times as far as that in twenty blocks is added. A smaller spread
    is not reported, because a robot at rest is quieter; `frozen` reports a value that stands still.
    The score stays until the spread is back, or is normal after about one and a half times
    ``relearn``.

    Args:
        learn: seconds in which every spread is normal; should see all modes of the robot.
        relearn: seconds in which a new spread becomes normal to 63 %.
        forget: seconds after which a spread that did not recur is forgotten to 63 %.
        block: least seconds of a block, which has at least eight values.
        floor: spread, in the signal's unit, up to which it counts as quiet.
    """

    KEPT = ("_reach", "_rate", "_wandering")

    def __init__(
        self,
        *,
        learn: float = 600.0,
        relearn: float = 7200.0,
        forget: float = 604800.0,
        block: float = 1.0,
        floor: float = 0.0,
    ) -> None:
        super().__init__()
        self._block, self._floor = TimeBlock(block), floor
        self._reach = AdaptiveRange(learn, relearn, forget, widest=_WIDEST, wanders=False)
        self._spreads = RunningMedian(_MEDIAN_OF)
        self._wandering = Wandering()
        self._rate = AlarmRate()
        self._begin()

    def _begin(self) -> None:
        self._block.clear()
        self._spreads.clear()
        self._reach.pause()
        self._wandering.pause()
        self._last = math.nan
        self._changes = (math.nan, math.nan)  # the last two, with their signs
        self._score = 0.0

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely the spread has grown."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        change, self._last = value - self._last, value
        earlier, middle = self._changes
        self._changes = middle, change
        if math.isnan(earlier):
            return 0.0
        block = self._block
        if block.observe(step, back_and_forth(earlier, middle, change)) and block.count >= _LEAST:
            self._judge(block.total / block.count, block.elapsed)
            block.clear()
        return self._score

    def _judge(self, newest: float, elapsed: float) -> None:
        spread = self._spreads.observe(newest)
        if spread is None:
            return
        excess = 0.0  # it rests
        if 0.0 < spread < math.inf:
            size, reach = math.log(max(spread, self._floor)), self._reach
            least = _GRAIN + _OF_WANDERING * self._wandering.size
            excess = reach.observe(elapsed, size, least)
            if excess <= 0.0:
                self._wandering.observe(size, 0.5 * (reach.low + reach.high))
        self._score = self._rate.score(elapsed, excess)
