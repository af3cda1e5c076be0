"""Signs, checks and ends approvals of limits, and records them (rules.md §12.2 and §12.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from robot_memory.applications.limits.limit_signature import (
    LimitSignature,
    LimitWithdrawal,
    newest_signature,
    read_signature,
    signed_at,
)
from robot_memory.applications.limits.limits_in_force import LimitsInForce
from robot_memory.applications.limits.place_limit import PlaceLimit
from robot_memory.applications.limits.read_limit import SignedLimit
from robot_memory.applications.limits.recorded_limits import (
    RecordedLimits,
    recorded_limits,
    tells_all,
)
from robot_memory.applications.limits.speed_limit import LearnedSpeed
from robot_memory.foundation.disk.file_lock import LOCK_PATIENCE
from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.governance import approval
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.record_lines import LIMIT_APPROVED, LIMIT_ID, LIMIT_WITHDRAWN
from robot_memory.governance.signing import problem_with

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys

#: The types of the lines that say what the node publishes.
LIMIT_APPLIED, PLACES_APPLIED = "limit_applied", "places_applied"
_NO_TERMS: Mapping[str, Any] = MappingProxyType({})
_PATIENCE = 0.2  # s to wait for others that append to the record, as the node's main thread does


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
            OSError, LockHeld: it was not approved, or is on record only: approve it again.
        """
        approval.check_named(limit.rrn)
        store = self._store
        with store.locked():
            store.operators.check_signer(keys.card)
            made = self._after(limit.rrn, self._signatures(limit.id), now)
            self._sign(LIMIT_APPROVED, limit, keys, made, limit.terms)

    def withdraw(self, rrn: str, entry_id: str, keys: RobotKeys, now: datetime) -> None:
        """Sign and store that a limit ends; it acts no longer.

        Args:
            rrn: this robot.
            keys: an operator's own.

        Raises:
            InvalidPacket: nothing can be approved under that id.
            AssistRefused: there is nothing to end, or the operator is not enrolled with these keys.
            OSError, LockHeld: it did not end, or its end is on record only: withdraw it again.
        """
        store = self._store
        with store.locked():
            signatures = self._signatures(entry_id)
            newest = self.newest(rrn, entry_id, signatures)
            store.operators.check_signer(keys.card)
            is_ended = newest is not None and newest.is_end
            is_limit = LIMIT_ID.fullmatch(entry_id) is not None
            may_hold = bool(signatures) or (is_limit and entry_id in self._in_force.names(rrn))
            if not may_hold or (is_ended and newest == self._stored(rrn, entry_id)):
                raise AssistRefused(
                    f"{entry_id} has no approval, so nothing was withdrawn: `robot-memory limits "
                    "list` lists the limits and their approvals"
                )
            end = LimitWithdrawal(rrn, entry_id)
            self._sign(LIMIT_WITHDRAWN, end, keys, self._after(rrn, signatures, now))

    def _sign(
        self, kind: str, subject: SignedLimit | LimitWithdrawal, keys: RobotKeys, now: datetime,
        terms: Mapping[str, Any] = _NO_TERMS,
    ) -> None:  # fmt: skip
        """Sign, record and store. What is not on record must not act, so that comes first."""
        signed = approval.sign_approval(subject, keys, now, terms)
        line = {"type": kind, "id": subject.id, "operator": keys.rrn, "approval": signed}
        self._store.events.append([line], now, signed="approval")
        approval.store_approval(self._store.approvals, signed)

    def _after(self, rrn: str, signatures: Iterable[Mapping[str, Any]], now: datetime) -> datetime:
        """Return when a signature is made: after all others, also where the clock went back.

        Those by keys of a former operator count, too: who is enrolled again signed no later.
        """
        dates = (signed_at(rrn, one) for one in signatures if self._is_confirmed(one))
        newest = max(filter(None, dates), default=None)
        return now if newest is None else max(now, newest + timedelta(microseconds=1))

    def _is_confirmed(self, record: Mapping[str, Any]) -> bool:
        cards = self._store.operators.cards_of(str(record.get("operator")))
        return any(problem_with(record, card) is None for card in cards)

    def _signatures(self, entry_id: str) -> list[Mapping[str, Any]]:
        """Return what is said to be signed of a limit; an empty one is damaged.

        Raises:
            InvalidPacket: nothing can be approved under that id.
            LockHeld, OSError: the record cannot be read now.
        """
        file = self._file(entry_id)
        if not LIMIT_ID.fullmatch(entry_id):
            return []
        return [*self.recorded().get(entry_id, []), *([] if file is None else [file])]

    def _stored(self, rrn: str, entry_id: str) -> LimitSignature | None:
        return self.newest(rrn, entry_id, [self._file(entry_id) or {}])

    def _file(self, entry_id: str) -> Mapping[str, Any] | None:
        approval.approval_path(self._store.approvals, entry_id)  # refuses what is no id
        try:
            return approval.find_approval(self._store.approvals, entry_id)
        except (InvalidPacket, OSError):
            return {}

    def recorded(self, patience: float = LOCK_PATIENCE) -> RecordedLimits:
        """Return what the record has of limits; see :func:`recorded_limits`."""
        return recorded_limits(self._store.events, patience)

    def tells_all(self) -> bool:
        """Tell whether a limit of which the record says nothing was never signed.

        Raises:
            LockHeld, OSError: the record cannot be read now.
        """
        return tells_all(self._store.events)

    def read(self, rrn: str, entry_id: str, record: Mapping[str, Any]) -> LimitSignature:
        """Read an approval or an end, and check its signature; see :func:`read_signature`."""
        return read_signature(rrn, entry_id, record, self._store.operators)

    def newest(
        self, rrn: str, entry_id: str, records: Iterable[Mapping[str, Any]]
    ) -> LimitSignature | None:
        """Return the newest signature that counts; see :func:`newest_signature`."""
        return newest_signature(rrn, entry_id, records, self._store.operators)

    def kept(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the newest signatures that the node kept; see :meth:`LimitsInForce.signatures`."""
        return self._in_force.signatures()

    def keep(self, signatures: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep the newest signatures for the next start, where others are kept.

        Raises:
            OSError: they could not be written.
        """
        if self.kept() != signatures:
            self._in_force.write_signatures(signatures)

    def last_speed_limit(self) -> LearnedSpeed | None:
        """Return the speed that was published last; None where none was, or was taken back."""
        return self._in_force.speed()

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

    def check_in_force(self) -> None:
        """Check that what the node published last could be read since this object was made.

        Raises:
            InvalidPacket: lists the files that could not.
        """
        damaged = self._in_force.damaged
        if damaged:
            raise InvalidPacket(
                "what an earlier run of the node published cannot be read, so a limit that had no "
                "signature left may have ended; those that are signed act: compare `robot-memory "
                "limits list` with what is to hold, and sign what is missing. This is told until "
                "the node starts again",
                [Defect(str(path), f"was damaged: {why}") for path, why in damaged.items()],
            )

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
