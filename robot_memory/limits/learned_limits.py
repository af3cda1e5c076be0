"""The limits of a memory: those that are active, and those that may act (rules.md §12.1)."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from robot_memory.entries.limit_rules import explained_by
from robot_memory.errors import AssistRefused
from robot_memory.limits.limit import Limit, limit_of

if TYPE_CHECKING:
    from robot_memory.identity.robot_keys import RobotKeys
    from robot_memory.limits.limit_approvals import LimitApprovals
    from robot_memory.memory import RobotMemory


class LearnedLimits:
    """Reads the limits of a memory.

    Args:
        memory: whose.
    """

    def __init__(self, memory: RobotMemory) -> None:
        self._memory = memory

    @cached_property
    def approvals(self) -> LimitApprovals:
        """Which of the limits an operator approved."""
        from robot_memory.limits.limit_approvals import LimitApprovals  # most memories need none

        return LimitApprovals(self._memory.long_term.assist.store)

    def active(self) -> list[Limit]:
        """Return the active limits, the strongest first (rules.md §12.1).

        A limit that was resolved, withdrawn or has decayed below ``inject_min`` is not active.
        """
        memory = self._memory
        if not memory.has_ledger:
            return []
        found: list[Limit] = []
        for confidence, entry in memory.entries(min_confidence=memory.settings.inject_min):
            row = memory.ledger.newest_limit(entry.id) if explained_by(entry) else None
            limit = limit_of(memory.rrn, row, entry, confidence) if row is not None else None
            if limit is not None:
                found.append(limit)
        return found

    def approve(self, entry_id: str, keys: RobotKeys, now: datetime) -> Limit:
        """Let an operator allow a limit to act, as it is; return it.

        Raises:
            UnknownEntry: no entry has that id.
            AssistRefused: it is no active limit, the robot has no name yet, or the operator is not
                enrolled with these keys.
            OSError: the disk refused; nothing was approved.
        """
        entry, _ = self._memory.why(entry_id, limit=1)
        limit = next((one for one in self.active() if one.id == entry.id), None)
        if limit is None:
            raise AssistRefused(
                f"{entry.id} is no active limit; nothing was signed: `robot-memory limits list` "
                "lists those that can be approved"
            )
        self.approvals.approve(limit, keys, now)
        return limit
