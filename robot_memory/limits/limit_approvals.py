"""Signs, checks and ends approvals of limits, and records them (rules.md §12.2 and §12.5)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory import stamps
from robot_memory.errors import AssistRefused, InvalidPacket
from robot_memory.file_lock import LOCK_PATIENCE
from robot_memory.governance import approval
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.record_lines import LIMIT_APPROVED, LIMIT_WITHDRAWN
from robot_memory.identity.canonical import canonical_json
from robot_memory.limits.limit import LimitTerms
from robot_memory.limits.limits_in_force import LimitsInForce
from robot_memory.limits.place_limit import PlaceLimit
from robot_memory.limits.recorded_limits import (
    LIMIT_APPLIED,
    PLACES_APPLIED,
    RecordedLimit,
    recorded_limits,
    tells_all,
)
from robot_memory.limits.speed_limit import LearnedSpeed

if TYPE_CHECKING:
    from robot_memory.identity.robot_keys import RobotKeys

#: What an operator signs: a learned limit, or one at a place.
SignedLimit = LimitTerms | PlaceLimit
#: The scope of a signature that ends a limit.
WITHDRAWN = "withdrawn"
_PATIENCE = 0.2  # s to wait for others that append to the record, as the node's main thread does


@dataclass(frozen=True)
class LimitApproval:
    """Whether a signed limit holds.

    Attributes:
        operator: who approved it; empty where nobody did, or the approval does not count.
        approved_at: when, UTC.
        value: the value that was approved; None of what was learned and nobody signed.
        reason: why it does not count; empty where it does, or nobody approved it.
        is_unread: there is one that cannot be read, so nobody knows what was signed.
        is_held: it does not count, and the robot is held to the limit all the same (§12.4).
    """

    operator: str = ""
    approved_at: datetime | None = None
    value: float | str | None = None
    reason: str = ""
    is_unread: bool = False
    is_held: bool = False

    @property
    def is_valid(self) -> bool:
        """Whether the limit may act."""
        return bool(self.operator)

    @property
    def acts(self) -> bool:
        """Whether the limit may act, or is held because it acted."""
        return self.is_valid or self.is_held


@dataclass(frozen=True)
class LimitWithdrawal:
    """What an operator signs to end a limit; it is stored in place of the approval.

    Attributes:
        rrn: the robot.
        id: the entry of the limit.
    """

    rrn: str
    id: str

    @property
    def scope(self) -> str:
        """What the signature is about."""
        return WITHDRAWN

    @property
    def digest(self) -> str:
        """The SHA-256 of what an operator signs."""
        return hashlib.sha256(
            canonical_json({"rrn": self.rrn, "entry": self.id, "scope": WITHDRAWN})
        ).hexdigest()

    @property
    def value(self) -> None:
        """What is approved: nothing."""


class LimitApprovals:
    """The approvals of limits, in ``governance/approvals`` with those of packets.

    Every approval and withdrawal, and every time that a limit begins or ceases to act, is appended
    to the record of events.

    Args:
        store: the files of governance.
    """

    def __init__(self, store: GovernanceStore) -> None:
        self._store = store
        self._in_force = LimitsInForce(store.folder / "in_force")

    def approve(self, limit: SignedLimit, keys: RobotKeys, now: datetime) -> None:
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
            store.operators.check_signer(keys.card)
            now = _after(self.recorded().get(limit.id), now)
            # What is not on record must not act; an earlier approval stands where this fails.
            terms = {"scope": limit.scope, **limit.terms}
            self._record(
                LIMIT_APPROVED, limit.id, now, operator=keys.rrn, limit=limit.words(), terms=terms
            )
            approval.approve(store.approvals, limit, keys, store.operators, now, limit.terms)

    def withdraw(self, rrn: str, entry_id: str, keys: RobotKeys, now: datetime) -> None:
        """Sign and store that a limit ends; it acts no longer.

        Args:
            rrn: this robot.
            keys: an operator's own.

        Raises:
            InvalidPacket: nothing can be approved under that id.
            AssistRefused: there is nothing to end, or the operator is not enrolled with these keys.
            OSError, LockHeld: the limit still holds.
        """
        store = self._store
        with store.locked():
            recorded = self.recorded().get(entry_id)
            may_hold = self._may_hold(rrn, entry_id, recorded)
            store.operators.check_signer(keys.card)
            if not may_hold:
                raise AssistRefused(
                    f"{entry_id} has no approval, so nothing was withdrawn: `robot-memory limits "
                    "list` lists the limits and their approvals"
                )
            now = _after(recorded, now)
            self._record(LIMIT_WITHDRAWN, entry_id, now, operator=keys.rrn)
            end = LimitWithdrawal(rrn, entry_id)
            approval.approve(store.approvals, end, keys, store.operators, now)

    def _may_hold(self, rrn: str, entry_id: str, recorded: RecordedLimit | None) -> bool:
        """Tell whether a limit has an approval, be it one that cannot be read, or had one."""
        if not self._path(entry_id).exists():
            return recorded is not None and bool(recorded.operator)
        if not entry_id.startswith("mem-"):
            return False
        try:
            record = approval.find_approval(self._store.approvals, entry_id) or {}
            return not self.check(LimitWithdrawal(rrn, entry_id), record, recorded).is_valid
        except (InvalidPacket, OSError):
            return True

    def recorded(self, patience: float = LOCK_PATIENCE) -> dict[str, RecordedLimit]:
        """Return what the record says of each limit that it names; see :func:`recorded_limits`."""
        return recorded_limits(self._store.events, patience)

    def tells_all(self) -> bool:
        """Tell whether a limit of which the record says nothing was never signed.

        Raises:
            LockHeld, OSError: the record cannot be read now.
        """
        return tells_all(self._store.events)

    def is_enrolled(self, operator: str) -> bool:
        """Tell whether somebody of that name is an operator."""
        return operator in self._store.operators.names()

    def check(
        self, signed: SignedLimit | LimitWithdrawal, record: Mapping[str, Any],
        recorded: RecordedLimit | None = None,
    ) -> LimitApproval:  # fmt: skip
        """Check the signature of an approval or of an end, and that it is the newest one.

        Args:
            signed: the limit as the approval has it, or its end.
            record: the approval.
            recorded: what is known of the signatures of that limit; None: nothing else.

        Raises:
            OSError: the approval, or the keys of operators, cannot be read now.
        """
        store = self._store
        try:
            operator = approval.approver_of(store.approvals, signed, store.operators)
        except (AssistRefused, InvalidPacket) as error:
            return LimitApproval(reason=str(error))
        approved_at = stamps.from_text(str(record["approved_at"]))
        newest = recorded.signed_at if recorded is not None else None
        if newest is not None and approved_at < newest:
            dates = f"{stamps.to_text(approved_at)}; the newest one is of {stamps.to_text(newest)}"
            return LimitApproval(reason=f"it is an older signature, of {dates}")
        return LimitApproval(operator, approved_at, signed.value)

    def last_speed_limit(self) -> LearnedSpeed | None:
        """Return the speed that was published last; None where none was, or was taken back."""
        return self._in_force.speed()

    def _path(self, entry_id: str) -> Path:
        return approval.approval_path(self._store.approvals, entry_id)

    def record_speed_limit(self, speed: float | None, ids: Iterable[str], now: datetime) -> None:
        """Store, and note in the record of events, which speed the robot is held to, and by what.

        Args:
            speed: m/s; None where no limit holds it any longer.
            ids: the limits.
            now: UTC.

        Raises:
            LockHeld, OSError: not all was written; who calls tries it again.
        """
        limits = sorted(ids)
        self._in_force.write_speed(speed, limits)
        event = {"type": LIMIT_APPLIED, "speed_m_s": speed, "limits": limits}
        self._store.events.append([event], now, patience=_PATIENCE)

    def last_places(self, rrn: str) -> list[PlaceLimit]:
        """Return the limits at places that were published last.

        Args:
            rrn: this robot.
        """
        return self._in_force.places(rrn)

    def record_places(self, limits: Sequence[PlaceLimit], now: datetime) -> None:
        """Store, and note in the record of events, at which places the robot is limited now.

        Args:
            limits: those that are published; none where the last one was taken back.
            now: UTC.

        Raises:
            LockHeld, OSError: not all was written; who calls tries it again.
        """
        self._in_force.write_places(limits)
        places = [{"id": limit.id, **limit.terms} for limit in limits]
        event = {"type": PLACES_APPLIED, "places": places}
        self._store.events.append([event], now, patience=_PATIENCE)

    def _record(self, kind: str, entry_id: str, now: datetime, **what: object) -> None:
        self._store.events.append([{"type": kind, "id": entry_id, **what}], now)


def _after(recorded: RecordedLimit | None, now: datetime) -> datetime:
    """Return when a signature is made: after the newest one, also where the clock went back."""
    if recorded is None or recorded.signed_at is None:
        return now
    return max(now, recorded.signed_at + timedelta(microseconds=1))
