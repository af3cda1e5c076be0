"""Which limits an operator allowed the robot to obey (rules.md §12.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from robot_memory import stamps
from robot_memory.errors import AssistRefused, InvalidPacket
from robot_memory.files import sync_folder
from robot_memory.governance import approval
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.operators import check_name
from robot_memory.limits.limit import Limit

if TYPE_CHECKING:
    from robot_memory.identity.robot_keys import RobotKeys


@dataclass(frozen=True)
class LimitApproval:
    """Whether a limit may act.

    Attributes:
        operator: who approved it as it is; empty where nobody did.
        approved_at: when, UTC.
        reason: why it may not act; empty where it may.
    """

    operator: str = ""
    approved_at: datetime | None = None
    reason: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether the limit may act."""
        return bool(self.operator)


class LimitApprovals:
    """The approvals of limits, in ``governance/approvals`` with those of packets.

    Every approval and withdrawal, and every time that a limit begins or ceases to act, is appended
    to the record of events.

    Args:
        store: the files of governance.
    """

    def __init__(self, store: GovernanceStore) -> None:
        self._store = store

    def approve(self, limit: Limit, keys: RobotKeys, now: datetime) -> None:
        """Sign and store an operator's approval of a limit as it is.

        Raises:
            AssistRefused: the operator is not enrolled with these keys, or they are a robot's.
            OSError: the disk refused; nothing was approved.
        """
        store = self._store
        with store.locked():
            approval.approve(store.approvals, limit, keys, store.operators, now)
            self._record("limit_approved", limit.id, now, operator=keys.rrn, limit=limit.words())

    def withdraw(self, entry_id: str, by: str, now: datetime) -> None:
        """Take the approval of a limit back; the limit acts no longer.

        Raises:
            InvalidPacket: ``by`` is no name.
            AssistRefused: there is no approval of it.
            OSError: the disk refused; the approval still stands.
        """
        check_name(by)
        path = self._store.approvals / f"{entry_id}.json"
        with self._store.locked():
            if not path.is_file():
                raise AssistRefused(
                    f"{entry_id} has no approval, so nothing was withdrawn: `robot-memory limits` "
                    "lists the limits and their approvals"
                )
            path.unlink()
            sync_folder(path.parent)
            self._record("limit_withdrawn", entry_id, now, by=by)

    def of(self, limit: Limit) -> LimitApproval:
        """Check the approval of a limit as it is now."""
        store = self._store
        try:
            operator = approval.approver_of(store.approvals, limit, store.operators)
            record = approval.find_approval(store.approvals, limit.id)
        except (AssistRefused, InvalidPacket) as error:
            return LimitApproval(reason=str(error))
        approved_at = stamps.from_text(str(record["approved_at"])) if record else None
        return LimitApproval(operator, approved_at)

    def approved(self, limits: Iterable[Limit]) -> list[Limit]:
        """Return the limits that may act."""
        return [limit for limit in limits if self.of(limit).is_valid]

    def record_speed_limit(self, speed: float | None, ids: Iterable[str], now: datetime) -> None:
        """Append to the record of events which speed the robot is held to, and by which limits.

        Args:
            speed: m/s; None where no limit holds it any longer.
            ids: the limits.
            now: UTC.
        """
        event = {"type": "limit_applied", "speed_m_s": speed, "limits": sorted(ids)}
        self._store.events.append([event], now)

    def _record(self, kind: str, entry_id: str, now: datetime, **what: str) -> None:
        self._store.events.append([{"type": kind, "id": entry_id, **what}], now)
