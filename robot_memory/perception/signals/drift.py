"""Drift: the signal slowly leaves this robot's own baseline, learned over days."""

from __future__ import annotations

from robot_memory.perception.signals.alarm_rate import AlarmRate
from robot_memory.perception.signals.level_range import LevelRange
from robot_memory.perception.signals.running_median import RunningMedian
from robot_memory.perception.signals.session_baseline import SessionBaseline
from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.time_block import TimeBlock

_BLOCK = 60.0  # s
_MEDIAN_OF = 5  # blocks
_LEAST = 0.1  # of the values' mean deviation in a minute: never much


class Drift(Signal):
    """Reports a signal that has left its normal level, however slowly.

    The level is the median of five means over a minute. It is compared with two baselines that
    survive restarts. The first is the range in which the signal has wandered in all its running
    time. The second is the level at the same time since the start of earlier sessions, so that
    warm-up is normal. Both baselines follow changes over many days, such as wear, but no faster
    ones.

    Score: 0.9 at the following distance, 0.5 at 0.3 times of it. The distance is a full width of
    the range, beyond what the signal would wander by chance, or six standard deviations between
    sessions (more if there were few sessions). The score falls when the signal is back.

    Args:
        learn: seconds of running in which every level is normal.
        sessions: number of sessions before sessions are compared; a day counts as one session.
        pause: seconds without a value after which another session begins.
    """

    KEPT = ("_wander", "_sessions", "_swing", "_rate")

    def __init__(self, *, learn: float = 3600.0, sessions: int = 5, pause: float = 300.0) -> None:
        super().__init__()
        self._pause = pause
        self._wander = LevelRange(learn)
        self._swing = 0.0  # the most that five means differed by while learning: who works by turns
        self._sessions = SessionBaseline(sessions)
        self._block = TimeBlock(_BLOCK)
        self._means = RunningMedian(_MEDIAN_OF)
        self._rate = AlarmRate()
        self._begin()

    def _begin(self) -> None:
        self._sessions.begin()
        self._wander.pause()
        self._block.clear()
        self._means.clear()
        self._score = self._deviation = self._level = 0.0

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely the signal has drifted."""
        gone = stamp - self._stamp
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        if gone > self._pause:
            self._begin()
        block = self._block
        self._deviation += abs(value - self._level) * step
        if block.observe(step, value):
            mean = block.total / block.count
            level = self._means.observe(mean)
            if level is not None:
                self._judge(block.elapsed, level)
            block.clear()
            self._deviation, self._level = 0.0, mean
        return self._score

    def _judge(self, elapsed: float, level: float) -> None:
        if self._wander.is_learning:
            self._swing = max(self._swing, self._means.spread)
        least = _LEAST * self._deviation / elapsed + self._swing
        excess = max(
            self._wander.observe(elapsed, level, least), self._sessions.observe(elapsed, level)
        )
        self._score = self._rate.score(elapsed, excess)
