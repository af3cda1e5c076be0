"""The clock to read a home with, and the newest stamp from before this boot (rules.md §4.2).

:mod:`robot_memory.foundation.time.clock` decides whether wall time is trusted.
"""

from __future__ import annotations

from datetime import datetime

from robot_memory.foundation.time.clock import Clock, ManualClock, SystemClock
from robot_memory.ledger.ledger import Ledger


def clock_for(ledger: Ledger) -> Clock:
    """Return a clock to read a home with: a recording's time stands where it ended."""
    if ledger.time_kind == "wall":
        return SystemClock()
    newest = max(filter(None, (ledger.newest_time(), ledger.newest_running())), default=None)
    if newest is None:
        return SystemClock()
    return ManualClock(newest, kind=ledger.time_kind, boot="reading")


def newest_before(
    boot: str, ledger: Ledger | None, last_updated: datetime | None
) -> datetime | None:
    """Return the newest stamp that a home had before a boot.

    Args:
        boot: its stamps do not count: they may be provisional.
        ledger: the evidence; where it is empty, the file's own time is all there is.
        last_updated: when the file was written.
    """
    if ledger is None or ledger.last() == 0:
        return last_updated
    return ledger.newest_time(but_not_of=boot)
