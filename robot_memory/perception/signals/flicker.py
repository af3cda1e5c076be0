"""Whether a signal flickers: it changes all the time, up and down, as measurements do."""

from __future__ import annotations

from robot_memory.perception.signals.signal import Kept

_TURNS = 0.3  # share of changes that turn back; 2/3 for noise, 1/2 for a random walk
_MEMORY = 1000.0  # changes


class Flicker(Kept):
    """Share of changes that turn back against the one before."""

    __slots__ = ("_count", "_last", "_rising", "_turns")
    KEPT = ("_turns", "_count")

    def __init__(self) -> None:
        self._turns = 0.0
        self._count = 0
        self._rising = False
        self._last: float | None = None

    @property
    def is_known(self) -> bool:
        """Whether the signal flickers, as far as seen."""
        return self._count >= 100 and self._turns >= _TURNS

    def add(self, value: float) -> bool:
        """Take in a value; return whether it is another than the last."""
        last, self._last = self._last, value
        if last is None or value == last:
            return False
        rising = value > last
        self._count += 1
        turned = 1.0 if rising != self._rising else 0.0
        self._turns += (turned - self._turns) / min(self._count, _MEMORY)
        self._rising = rising
        return True
