"""How rarely a flag has one of its values: what it has in normal use is no fault.

See docs/reference/detectors.md, "flag".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_RARE = 0.1  # share of the time, and …
_FEW = 3.0  # … times in about a day, after which it is usual
_KNOWN = 600.0  # s before its share is known
_MEMORY = 86_400.0  # s that the share is the mean of
_LONGEST_STEP = 5.0  # s; a longer pause counts as this


def verb_of(matter: bool, *, is_said: bool) -> str:
    """Return what is told of a flag; that it is rare is no judgement."""
    if is_said:
        return "is raised" if matter else "is lost"
    return f"is {str(matter).lower()}, which it was rarely before"


class FlagRarity(PersistentState):
    """Counts how often a flag is raised, which may mean that it is false, and for how long."""

    KEPT = ("_known_for", "_share", "_times")

    def __init__(self) -> None:
        self._known_for = self._share = self._times = 0.0
        self._begin()

    def _begin(self) -> None:
        self._received = math.nan
        self._was_raised = False

    def observe(self, stamp: float, *, is_raised: bool) -> None:
        """Take in how the flag stands."""
        step = stamp - self._received
        self._received = stamp
        self._times += is_raised and not self._was_raised
        self._was_raised = is_raised
        if not step > 0.0:
            return
        step = min(step, _LONGEST_STEP)
        self._known_for += step
        share = step / min(self._known_for, _MEMORY)
        self._share += (is_raised - self._share) * share
        self._times *= math.exp(-step / _MEMORY)

    @property
    def is_rare(self) -> bool:
        """Whether it is raised for less than a tenth of the time, as is known after ten minutes."""
        is_seldom = self._share <= _RARE and self._times <= _FEW
        return is_seldom and self._known_for >= _KNOWN

    @property
    def score(self) -> float:
        """How surely what is rare is unusual, in [0, 1): a half for what is known for a day."""
        return self._known_for / (self._known_for + _MEMORY)
