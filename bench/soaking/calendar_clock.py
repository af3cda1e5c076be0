"""A clock on which days pass in seconds, while seconds remain real."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from robot_memory.foundation.time.clock import Instant

#: Midnight, UTC.
START = datetime(2026, 12, 1, tzinfo=timezone.utc)


def boot_seconds() -> float:
    """Return the seconds since this machine started, suspend included."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class CalendarClock:
    """Seconds since boot are real, so messages come at their real rates; the calendar runs ahead.

    A memory uses the calendar for decay, nights and retention. Detectors use the seconds since boot
    for rates and durations.

    Args:
        began: seconds since boot at which the calendar began, the same for all processes.
        day: the length of a calendar day, s.
        read: returns the seconds since boot.
    """

    kind = "simulated"
    is_running = True

    def __init__(self, began: float, day: float, read: Callable[[], float] = boot_seconds) -> None:
        self.boot = f"soak {began:.0f}"
        self._began, self._day, self._read = began, day, read

    def now(self) -> Instant:
        """Return the present instant."""
        uptime = self._read()
        time = START + timedelta(days=(uptime - self._began) / self._day)
        return Instant(time, uptime, self.boot, trusted=True)
