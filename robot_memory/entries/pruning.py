"""When entries may be pruned: only while time can be relied on (rules.md §2.6 and §4.3)."""

from __future__ import annotations

from datetime import datetime, timedelta

from robot_memory.clock import Instant

_HOLD = 86400.0
_GAP = timedelta(hours=24)
_STEP = timedelta(hours=1)


class PruningGuard:
    """Remembers gaps and steps of time.

    Args:
        now: the instant at which the memory was opened.
        newest: the newest stamp in the home at that time, None in an empty home. A robot that
            was switched off for long gets a day to meet its old faults again.
    """

    def __init__(self, now: Instant, newest: datetime | None) -> None:
        self._offset = self._offset_of(now)
        gap = newest is not None and now.time - newest > _GAP
        self._hold_until = now.uptime + _HOLD if gap else 0.0

    @staticmethod
    def _offset_of(now: Instant) -> datetime:
        return now.time - timedelta(seconds=now.uptime)

    def allows(self, now: Instant) -> bool:
        """Tell whether entries may be pruned now; call it often, so that it sees steps."""
        offset = self._offset_of(now)
        if abs(offset - self._offset) > _STEP:
            self._hold_until = now.uptime + _HOLD
        self._offset = offset
        return now.trusted and now.uptime >= self._hold_until
