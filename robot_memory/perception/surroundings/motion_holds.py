"""Flags that keep the robot from moving now: an emergency stop, a brake; a silent one lapses.

See docs/reference/detectors.md, "commanded_motion"; docs/explanation/perception.md, "Commands and
their effect".
"""

from __future__ import annotations

from dataclasses import dataclass

_REPEATS = 3  # with which a flag is one that comes again and again
_SILENT = 30.0  # s without such a flag after which nothing is known of it, at least
_INTERVALS = 5.0  # of its longest interval


@dataclass
class _Hold:
    topic: str
    stamp: float
    repeats: int = 0
    interval: float = 0.0

    def repeat(self, stamp: float) -> None:
        self.interval = max(self.interval, stamp - self.stamp)
        self.repeats += 1
        self.stamp = stamp

    def is_over(self, stamp: float) -> bool:
        silence = max(_SILENT, _INTERVALS * self.interval)
        return self.repeats >= _REPEATS and stamp - self.stamp > silence


class MotionHolds:
    """The flags that are set now and keep the robot from moving.

    A flag that is repeated holds until it says otherwise, or until it is silent for five of its
    intervals, and 30 s. One that is published only when it changes, as a latched one is, holds
    until it changes or until its topic is gone.
    """

    def __init__(self) -> None:
        self._holds: dict[str, _Hold] = {}

    def observe(self, stamp: float, topic: str, flag: str, *, is_held: bool) -> None:
        """Take in what a flag says.

        Args:
            stamp: seconds.
            topic: where.
            flag: its name.
            is_held: whether it keeps the robot from moving now.
        """
        if not is_held:
            self._holds.pop(flag, None)
        elif flag in self._holds:
            self._holds[flag].repeat(stamp)
        else:
            self._holds[flag] = _Hold(topic, stamp)

    def forget(self, topic: str) -> None:
        """Let go of the flags of a topic that nobody publishes any more."""
        self._holds = {flag: hold for flag, hold in self._holds.items() if hold.topic != topic}

    def are_on(self, stamp: float) -> bool:
        """Tell whether anything keeps the robot from moving."""
        return any(not hold.is_over(stamp) for hold in self._holds.values())
