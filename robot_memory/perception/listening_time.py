"""How long the robot has been received: a pause of all topics is not the silence of one.

Specification: rules.md §10.1.

See docs/explanation/perception.md, "One cause, one entry".
"""

from __future__ import annotations

_SHORTEST_PAUSE = 2.0  # s without any message
_GAPS_OF_A_PAUSE = 5.0  # usual gaps between messages that make a pause
_LONGEST_GAP = 60.0  # s; a longer gap counts as this for the usual one
_REMEMBERED = 100  # gaps that the usual one is the mean of


class ListeningTime:
    """A time axis that advances only while messages of the robot are received.

    A recording that was paused for five hours, or a robot whose whole network was down, has no
    silent topics: they were silent together. What is a pause depends on the robot: one that is
    heard four hundred times a second pauses sooner than one that is heard every ten seconds.
    """

    def __init__(self) -> None:
        self.running = 0.0
        self._last: float | None = None
        self._usual = 0.0
        self._count = 0

    def note_message(self, stamp: float) -> None:
        """Note that a message of this robot arrived, on any topic."""
        last, self._last = self._last, stamp
        if last is None or stamp <= last:
            return
        gap = stamp - last
        if self._count < _REMEMBERED:
            self._count += 1
        counted = gap if gap < _LONGEST_GAP else _LONGEST_GAP
        self._usual += 1.0 / self._count * (counted - self._usual)
        if gap <= _SHORTEST_PAUSE or gap <= _GAPS_OF_A_PAUSE * self._usual:
            self.running += gap
