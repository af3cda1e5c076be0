"""Whether a signal flickers: it changes all the time, up and down, as measurements do.

See docs/reference/detectors.md, "bound" and "frozen".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_TURNS = 0.3  # share of changes that turn back; 2/3 for noise, 1/2 for a random walk
_MEMORY = 1000.0  # changes
_ENOUGH = 100  # changes
_FINE = 0.1  # share of its changes that are fine
_PACE = 0.1  # nat by which the size of a fine change is corrected at once


class Flicker(PersistentState):
    """Share of changes that turn back against the one before.

    What moves smoothly flickers while it rests, in its last digits: of the finest tenth of its
    changes that share is taken apart.
    """

    KEPT = ("_turns", "_count", "_fine", "_fine_turns", "_fine_count")

    def __init__(self) -> None:
        self._turns = self._fine_turns = 0.0
        self._count = self._fine_count = 0
        self._fine = 0.0  # size of a change that a tenth are finer than
        self._rising = False
        self._last: float | None = None

    @property
    def is_known(self) -> bool:
        """Whether the signal flickers, as far as seen."""
        at_all = self._count >= _ENOUGH and self._turns >= _TURNS
        return at_all or (self._fine_count >= _ENOUGH and self._fine_turns >= _TURNS)

    def observe(self, value: float) -> bool:
        """Take in a value; return whether it is another than the last."""
        last, self._last = self._last, value
        if last is None or value == last:
            return False
        rising = value > last
        self._count += 1
        turned = 1.0 if rising != self._rising else 0.0
        self._turns += (turned - self._turns) / min(self._count, _MEMORY)
        self._rising = rising
        self._add_fine(abs(value - last), turned)
        return True

    def _add_fine(self, size: float, turned: float) -> None:
        if size <= self._fine:
            self._fine_count += 1
            self._fine_turns += (turned - self._fine_turns) / min(self._fine_count, _MEMORY)
            self._fine *= math.exp(-_PACE * (1.0 - _FINE))
        else:
            self._fine = self._fine * math.exp(_PACE * _FINE) if self._fine else size
