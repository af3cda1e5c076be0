"""Which limits an operator allowed the robot to obey (rules.md §12.2 and §12.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory import stamps
from robot_memory.errors import AssistRefused, InvalidPacket, RobotMemoryError
from robot_memory.files import sync_folder
from robot_memory.governance import approval
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.operators import check_name
from robot_memory.limits.limit import Limit, LimitBound
from robot_memory.limits.place_limit import Circle, PlaceLimit
from robot_memory.limits.speed_limit import LearnedSpeed

if TYPE_CHECKING:
    from robot_memory.identity.robot_keys import RobotKeys

_PATIENCE = 0.2  # s to wait for others that append to the record, as the node's main thread does


@dataclass(frozen=True)
class LimitApproval:
    """Whether a limit may act.

    Attributes:
        operator: who approved it; empty where nobody did.
        approved_at: when, UTC.
        value: the value that was approved; of a maximum that has become lower since, the higher
            one, which acts until somebody approves the lower one.
        reason: why it may not act; empty where it may.
        is_void: whether there is an approval that does not count.
        is_unread: whether it does not count only because it cannot be read now: its file, or an
            operator's keys.
    """

    operator: str = ""
    approved_at: datetime | None = None
    value: float | None = None
    reason: str = ""
    is_void: bool = False
    is_unread: bool = False

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

    def approve(self, limit: Limit | PlaceLimit, keys: RobotKeys, now: datetime) -> None:
        """Sign and store an operator's approval of a limit as it is.

        Raises:
            AssistRefused: the robot has no name yet, or the operator is not enrolled with these
                keys, or they are a robot's.
            OSError, LockHeld: nothing was approved.
        """
        if not limit.rrn:
            raise AssistRefused(
                "this robot has no name (RRN) yet, so an approval would fit any robot; nothing was "
                "signed: start its node once, or write an entry with `robot-memory remember`"
            )
        store = self._store
        with store.locked():
            approval.approve(store.approvals, limit, keys, store.operators, now, limit.terms)
            try:
                self._record(
                    "limit_approved", limit.id, now, operator=keys.rrn, limit=limit.words()
                )
            except (OSError, RobotMemoryError):
                self._path(limit.id).unlink()  # what is not on record must not act
                raise

    def withdraw(self, entry_id: str, by: str, now: datetime) -> None:
        """Take the approval of a limit back; the limit acts no longer.

        Raises:
            InvalidPacket: ``by`` is no name, or nothing can be approved under that id.
            AssistRefused: there is no approval of it.
            OSError, LockHeld: the approval still stands.
        """
        check_name(by)
        path = self._path(entry_id)
        with self._store.locked():
            if not path.is_file():
                raise AssistRefused(
                    f"{entry_id} has no approval, so nothing was withdrawn: `robot-memory limits "
                    "list` lists the limits and their approvals"
                )
            self._record("limit_withdrawn", entry_id, now, by=by)
            path.unlink()
            sync_folder(path.parent)

    def of(self, limit: Limit) -> LimitApproval:
        """Check the approval of a limit as it is now.

        One that cannot be read does not count, and says so: whoever let the limit act before is
        not to take that for a withdrawal.
        """
        try:
            record = approval.find_approval(self._store.approvals, limit.id)
            if record is None:
                return LimitApproval(reason="nobody has approved it")
            return self.check(_as_signed(limit, record), record)
        except (InvalidPacket, OSError) as error:
            return LimitApproval(reason=str(error), is_void=True, is_unread=True)

    def check(self, signed: Limit | PlaceLimit, record: Mapping[str, Any]) -> LimitApproval:
        """Check the signature of an approval.

        Args:
            signed: the limit as the approval has it.
            record: the approval.

        Raises:
            OSError: the approval, or the keys of operators, cannot be read now.
        """
        store = self._store
        try:
            operator = approval.approver_of(store.approvals, signed, store.operators)
        except (AssistRefused, InvalidPacket) as error:
            return LimitApproval(reason=str(error), is_void=True)
        approved_at = stamps.from_text(str(record["approved_at"]))
        return LimitApproval(operator, approved_at, signed.terms.get("value"))

    def approved(self, limits: Iterable[Limit]) -> list[Limit]:
        """Return the limits that may act, each with the value that was approved."""
        return acting_limits((limit, self.of(limit)) for limit in limits)

    def last_speed_limit(self) -> LearnedSpeed | None:
        """Return the speed that was recorded last; None where none was, or was taken back."""
        event = self._newest("limit_applied")
        speed = event.get("speed_m_s")
        return None if speed is None else LearnedSpeed(float(speed), tuple(event["limits"]))

    def _path(self, entry_id: str) -> Path:
        return approval.approval_path(self._store.approvals, entry_id)

    def record_speed_limit(self, speed: float | None, ids: Iterable[str], now: datetime) -> None:
        """Append to the record of events which speed the robot is held to, and by which limits.

        Args:
            speed: m/s; None where no limit holds it any longer.
            ids: the limits.
            now: UTC.

        Raises:
            LockHeld, OSError: nothing was written; who calls tries it again.
        """
        event = {"type": "limit_applied", "speed_m_s": speed, "limits": sorted(ids)}
        self._store.events.append([event], now, patience=_PATIENCE)

    def last_places(self, rrn: str) -> list[PlaceLimit]:
        """Return the limits at places that were recorded last as published.

        Args:
            rrn: this robot.
        """
        return [
            PlaceLimit(rrn, str(one["id"]), Circle(**one["place"]), float(one["value"]))
            for one in self._newest("places_applied").get("places", ())
        ]

    def _newest(self, kind: str) -> Mapping[str, Any]:
        """Return the newest event of a type; one whose words hold its name is none."""
        events = self._store.events.find(f'"{kind}"', after=0)
        return next((event for event in reversed(events) if event.get("type") == kind), {})

    def record_places(self, limits: Iterable[PlaceLimit], now: datetime) -> None:
        """Append to the record of events at which places the robot is limited now.

        Args:
            limits: those that are published; none where the last one was taken back.
            now: UTC.

        Raises:
            LockHeld, OSError: nothing was written; who calls tries it again.
        """
        places = [{"id": limit.id, **limit.terms} for limit in limits]
        event = {"type": "places_applied", "places": places}
        self._store.events.append([event], now, patience=_PATIENCE)

    def _record(self, kind: str, entry_id: str, now: datetime, **what: str) -> None:
        self._store.events.append([{"type": kind, "id": entry_id, **what}], now)


def acting_limits(checked: Iterable[tuple[Limit, LimitApproval]]) -> list[Limit]:
    """Return the limits that may act, each with the value that was approved."""
    return [
        limit if approval.value is None else replace(limit, value=approval.value)
        for limit, approval in checked
        if approval.is_valid
    ]


def _as_signed(limit: Limit, record: Mapping[str, Any]) -> Limit:
    """Return what an approval was about where a maximum has become lower since, else the limit.

    An operator who allows at most 0.3 m/s does not let the robot go faster because it learned that
    0.2 m/s were better.
    """
    signed = record.get("value")
    if signed is None or isinstance(limit.value, str) or limit.bound is not LimitBound.MAXIMUM:
        return limit
    return replace(limit, value=float(signed)) if limit.value < float(signed) else limit
