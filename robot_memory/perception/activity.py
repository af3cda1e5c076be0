"""How long the robot has been heard, so that a pause is not taken for silence."""

from __future__ import annotations

_LONGEST_STEP = 5.0


class Activity:
    """A time axis on which only the time counts in which any topic was heard.

    A recording that was paused for five hours, or a robot whose whole network was down, has no
    silent topics: they were silent together.
    """

    def __init__(self) -> None:
        self.running = 0.0
        self._last: float | None = None

    def heard(self, stamp: float) -> None:
        """Note that a message of any topic was received."""
        if self._last is not None:
            self.running += min(max(0.0, stamp - self._last), _LONGEST_STEP)
        self._last = stamp
