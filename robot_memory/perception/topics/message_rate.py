"""The rate and evenness of messages, window by window.

See docs/reference/detectors.md, "rate".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.perception.fault_grouping.failing_source import FailureMode
from robot_memory.perception.occurrences.detection import Detection


@dataclass(frozen=True)
class WindowRate:
    """How messages came within a window.

    Attributes:
        since: when it began.
        rate: messages a second.
        unevenness: mean deviation from the usual interval, as a share of it: 0 for a clock, 0.74
            for what comes at random, 1 and more for what comes in bursts.
    """

    since: float
    rate: float
    unevenness: float


class RateWindow:
    """Counts the messages of a time window, and restarts when it is over."""

    def __init__(self) -> None:
        self._start = 0.0
        self._count = 0
        self._deviation = 0.0

    def restart(self, now: float) -> None:
        """Begin anew: what comes from now on counts."""
        self._start, self._count, self._deviation = now, 0, 0.0

    def observe(self, now: float, gap: float, usual: float, length: float) -> WindowRate | None:
        """Count a message, and return the pace where the window is over with it.

        Args:
            now: seconds, on an axis without the pauses of the robot.
            gap: seconds since the message before, on that axis.
            usual: seconds between two messages.
            length: seconds that a window has.
        """
        self._count += 1
        self._deviation += abs(gap - usual)
        passed = now - self._start
        if passed < length:
            return None
        pace = WindowRate(
            self._start, self._count / passed, self._deviation / (self._count * usual)
        )
        self.restart(now)
        return pace


class OddWindows:
    """Windows in a row in which something was odd.

    Args:
        manner: how.
        needed: so many are no accident.

    Attributes:
        count: how many there are now.
        since: when the first of them began.
        detection: what is to be told of them; None where there are none.
    """

    def __init__(self, manner: FailureMode, needed: int) -> None:
        self.manner = manner
        self._needed = needed
        self.count = 0
        self.since = 0.0
        self.detection: Detection | None = None

    @property
    def is_long(self) -> bool:
        """Whether there are as many as needed."""
        return self.count >= self._needed

    def observe(self, is_odd: bool, pace: WindowRate, detection: Detection) -> None:
        """Take in a window, and what would be told of it."""
        if not is_odd:
            self.end()
            return
        if not self.count:
            self.since = pace.since
        self.count += 1
        self.detection = detection

    def end(self) -> None:
        """Begin anew: what was odd is over."""
        self.count, self.detection = 0, None
