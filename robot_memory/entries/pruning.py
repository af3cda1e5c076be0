"""When entries may be pruned: only while the time is reliable (rules.md §2.6 and §4.3).

Wrong times from an earlier boot are corrected once pruning is allowed (§4.5).

See docs/reference/memory-file.md, "Saving"; docs/explanation/time.md, "What waits for a trusted
clock".
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Ledger

#: Seconds of uptime without irreversible changes after a gap or a step of time.
HOLD = 86400.0
_GAP = timedelta(hours=24)
_STEP = timedelta(hours=1)


class PruningGuard:
    """Decides whether entries may be pruned: not for 24 h after a gap or a step of time.

    Args:
        now: the instant at which the memory was opened.
        newest: the stamp of the last row at that time, None in an empty home. A robot that was
            switched off for long gets a day to meet its old faults again. So does a robot whose
            last row is more than an hour ahead: its clock was wrong then, or is now.
        earlier: the last instant of this boot in the home: a step since then counts.
        held_until: the uptime up to which pruning was held before the memory was opened.

    Attributes:
        held_until: nothing is pruned before this uptime.
    """

    def __init__(
        self,
        now: Instant,
        newest: datetime | None,
        *,
        earlier: Instant | None = None,
        held_until: float = 0.0,
    ) -> None:
        self._last = now
        if earlier is not None and earlier.uptime < now.uptime:
            # Nobody asked since then, but that is no gap: the robot may have run without us.
            self._last = replace(now, time=_offset(earlier) + timedelta(seconds=now.uptime))
        gap = newest is not None and not -_STEP <= now.time - newest <= _GAP
        self.held_until = max(held_until, now.uptime + HOLD if gap else 0.0)

    def allows(self, now: Instant) -> bool:
        """Whether entries may be pruned now; call it often, so that it notices gaps and steps."""
        step = _offset(now) - _offset(self._last)
        slept = timedelta(seconds=now.uptime - self._last.uptime)
        if abs(step) > _STEP or slept > _GAP:
            self.held_until = now.uptime + HOLD
        self._last = now
        return now.trusted and now.uptime >= self.held_until


class StepWatch:
    """Notices that the clock may have been set: at first, and after a step of over an hour.

    Attributes:
        pending: whether earlier stamps must be checked; the caller then sets it to False.
    """

    def __init__(self) -> None:
        self.pending = True
        self._offset: datetime | None = None

    def look(self, now: Instant) -> bool:
        """Compare the clock with the last call; return whether a step is pending."""
        before, self._offset = self._offset, _offset(now)
        if before is not None and abs(self._offset - before) > _STEP:
            self.pending = True
        return self.pending


def _offset(instant: Instant) -> datetime:
    return instant.time - timedelta(seconds=instant.uptime)


def hold_in_this_boot(ledger: Ledger, boot: str) -> float:
    """Return the uptime until which pruning is held, with the rest of an earlier boot's hold."""
    held_boot, until = ledger.pruning_hold()
    if held_boot in ("", boot):
        return until
    last = ledger.newest_of(held_boot)
    seen = max(last.uptime if last else 0.0, ledger.alive_until(held_boot) or 0.0)
    return max(0.0, until - seen)
