"""Counts the hours in which the robot runs, as the base of counts for each hour."""

from __future__ import annotations

from typing import Any, ClassVar

from robot_memory.perception.listening_time import ListeningTime
from robot_memory.perception.persistent_state import PersistentState

_HOUR = 3600.0  # s


class HoursCounter(PersistentState):
    """Hours of operation since this was made, those of earlier runs included.

    Args:
        activity: for how long the robot runs.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_hours",)

    def __init__(self, activity: ListeningTime) -> None:
        self._activity = activity
        self._hours = 0.0
        self._begin()

    def _begin(self) -> None:
        self._running = self._activity.running

    def state(self) -> dict[str, Any]:
        """Return what was learned so far, up to now."""
        self._advance()
        return super().state()

    def _advance(self) -> None:
        """Add the hours since the last call."""
        self._hours += (self._activity.running - self._running) / _HOUR
        self._running = self._activity.running
