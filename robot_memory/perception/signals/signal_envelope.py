"""Envelope: the signal reaches beyond all that it ever reached, however rarely it works."""

from __future__ import annotations

import math

from robot_memory.perception.signals.alarm_rate import AlarmRate
from robot_memory.perception.signals.back_and_forth import mean_back_and_forth
from robot_memory.perception.signals.learned_maximum import LearnedMaximum
from robot_memory.perception.signals.resolution import Resolution
from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.time_block import TimeBlock

_SECOND = 1.0  # s, of which the mean counts
_BLOCK = 30.0  # s
_MOST = 4  # seconds of a block that must be beyond, at least: fewer are a burst
_GRAINS = 4.0  # steps of resolution that are never much
_OF_NOISE = 1.1  # times as far as noise goes back and forth, it reaches in four seconds of thirty
_WEATHER = 900.0  # s in which what is warmer than ever, but not by …
_LITTLE = 0.3  # … widths, becomes normal to 63 %


class SignalEnvelope(Signal):
    """Reports extremes beyond all extremes of the signal so far.

    The motors of a robot are hot and cold, loaded and idle, in turn, so their mean says nothing.
    Extremes are compared instead: of each half minute the fourth highest and the fourth lowest
    second, with the highest and lowest such values so far. Before they are compared, what goes back
    and forth in that half minute is taken off: noise may come and go, and is judged by `variance`.
    It stays in what is learned, since movement goes back and forth, too.

    Score: 0.5 at a quarter of the width of the range beyond it, 0.9 at 0.75 (``sure``), 0.99 at
    1.5. Just after the learning time twice as much is needed. If the range still grew in the second
    half of that time, the growth is added, so that an unfinished warm-up is no fault. The score
    stays until the signal is back, or is normal after ``relearn``.

    Args:
        learn: seconds of running in which every extreme is normal.
        relearn: seconds in which a new extreme becomes normal to 63 %.
        share: share of a half minute that must lie beyond the range, if that is more than four
            seconds.
        sure: widths beyond that score 0.9.
        rises: 1 for signals that start at the temperature of the weather. To score they must
            also rise further from there than ever; they cannot be too low. A small excess
            becomes normal soon.
        counts: 1 for signals that start at zero, such as load: their range includes zero, and they
            cannot be too low.
    """

    KEPT = ("_high", "_low", "_rise", "_resolution", "_rate")

    def __init__(
        self,
        *,
        learn: float = 1200.0,
        relearn: float = 14_400.0,
        share: float = 0.0,
        sure: float = 0.75,
        rises: float = 0.0,
        counts: float = 0.0,
    ) -> None:
        super().__init__()
        self._learn, self._relearn = learn, relearn
        self._share, self._sure, self._rises, self._counts = share, sure, rises, counts
        self._resolution = Resolution()
        self._high, self._low, self._rise = LearnedMaximum(), LearnedMaximum(), LearnedMaximum()
        self._rate = AlarmRate()
        self._begin()

    def _begin(self) -> None:
        self._second = TimeBlock(_SECOND)
        self._seconds: list[float] = []
        self._floor = math.inf
        self._score = 0.0

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely it reaches where it never did."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        self._resolution.observe(value)
        if self._second.observe(step, value):
            self._seconds.append(self._second.total / self._second.count)
            elapsed = self._second.elapsed
            self._second.clear()
            if len(self._seconds) * max(elapsed, _SECOND) >= _BLOCK and len(self._seconds) > _MOST:
                self._judge(len(self._seconds) * elapsed)
        return self._score

    def _judge(self, elapsed: float) -> None:
        noise = _OF_NOISE * mean_back_and_forth(self._seconds)
        seconds = sorted(self._seconds)
        self._seconds = []
        most = max(_MOST, int(self._share * len(seconds)))
        low, high = -seconds[most - 1], seconds[-most]
        if self._counts:
            low = max(low, 0.0)
        width = self._high.most + self._low.most + 2.0 * noise + _GRAINS * self._resolution.size
        if not (math.isfinite(low) and math.isfinite(high)):
            return
        learn, relearn = self._learn, self._relearn
        if self._rises and high - noise - self._high.most < _LITTLE * width:
            relearn = _WEATHER  # a hall gets warmer in a day, more than in the first minutes of it
        above = self._high.observe(elapsed, high, width, learn, relearn, noise)
        below = self._low.observe(elapsed, low, width, learn, relearn, noise)
        if self._rises:
            self._floor = min(self._floor, -low)
            rise = high - self._floor
            beyond = min(above, self._rise.observe(elapsed, rise, width, learn, relearn, noise))
        else:
            beyond = above if self._counts else max(above, below)
        self._score = self._rate.score(elapsed, beyond / self._sure)
