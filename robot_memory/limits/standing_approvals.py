"""Keeps approvals of limits valid while their file cannot be read (rules.md §12.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from robot_memory.errors import Defect, InvalidPacket
from robot_memory.limits.limit import Limit
from robot_memory.limits.limit_approvals import LimitApproval


class StandingApprovals:
    """Lets a limit go on acting while its approval cannot be read (rules.md §12.2).

    Only a limit that acted since this object was made can stand: an approval that was never read
    lets nothing act.

    Args:
        look: returns the approval of a limit as it is now.
    """

    def __init__(self, look: Callable[[Limit], LimitApproval]) -> None:
        self._look = look
        self._valid: dict[str, LimitApproval] = {}
        self._unread: dict[str, str] = {}

    def of(self, limits: Iterable[Limit]) -> list[tuple[Limit, LimitApproval]]:
        """Return each limit with its approval; one that cannot be read is as it was before."""
        looked = [(limit, self._look(limit)) for limit in limits]
        self._unread = {limit.id: how.reason for limit, how in looked if how.is_unread}
        found = [
            (limit, self._valid.get(limit.id, how) if how.is_unread else how)
            for limit, how in looked
        ]
        self._valid = {limit.id: how for limit, how in found if how.is_valid}
        return found

    def missed(self, ids: Iterable[str]) -> bool:
        """Tell whether the approval of one of some limits could not be read in the last look."""
        return not self._unread.keys().isdisjoint(ids)

    def check_all_read(self) -> None:
        """Check that the last look could read all approvals.

        Raises:
            InvalidPacket: lists those that it could not read.
        """
        if self._unread:
            raise InvalidPacket(
                "approvals of limits cannot be read; a limit that acted goes on acting, and no "
                "other begins to: repair the file, or end the limit with `robot-memory limits "
                "withdraw ID --by NAME`",
                [Defect(entry_id, reason) for entry_id, reason in sorted(self._unread.items())],
            )
