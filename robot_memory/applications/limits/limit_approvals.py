"""Signs, checks and ends approvals of limits, and records them (rules.md §12.2 and §12.5).

Each approval and each end is appended to the event log with its signature. So an unsigned line
begins, ends and changes nothing (rules.md §12.4).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from robot_memory.applications.limits.limit_signature import (
    LimitApproval,
    LimitSignature,
    LimitWithdrawal,
    SignedLimit,
    checked_subject,
    signed_at,
)
from robot_memory.applications.limits.limits_in_force import LimitsInForce
from robot_memory.foundation.disk.file_lock import LOCK_PATIENCE
from robot_memory.foundation.errors import AssistRefused, Defect, InvalidInput, InvalidPacket
from robot_memory.foundation.time import stamps
from robot_memory.governance import approval, schemas
from robot_memory.governance.governance_store import (
    ENROLLED,
    LIMIT_APPROVED,
    LIMIT_ID,
    LIMIT_LINES,
    LIMIT_WITHDRAWN,
    GovernanceStore,
)
from robot_memory.governance.signing import problem_with
from robot_memory.long_term.levels.json_files import parse_line
from robot_memory.long_term.levels.record_verification import verify

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys


_TEXTS = tuple(f'"{kind}"'.encode() for kind in LIMIT_LINES)
#: Seconds to wait for other writers if the event log will be read again later.
LOOK_PATIENCE = 1.0

#: Recorded approvals and ends by entry, oldest first. Their signatures are not yet checked.
RecordedLimits = Mapping[str, list[Mapping[str, Any]]]


class LimitApprovals:
    """The approvals of limits, in ``governance/approvals`` beside those of packets.

    Every approval and withdrawal, and every time that a limit begins or ceases to act, is appended
    to the event log. If storing raises :class:`OSError` or :class:`LockHeld`, nothing was done, or
    it is only recorded: repeat the call.
    """

    def __init__(self, store: GovernanceStore) -> None:
        self._store = store
        self.in_force = LimitsInForce(store.folder / "in_force", store.events)

    def approve(self, limit: SignedLimit, keys: RobotKeys, now: datetime) -> None:
        """Sign and store an operator's approval of a limit as it is.

        Raises:
            AssistRefused: the robot has no name yet, the operator is not enrolled with these keys,
                or they are a robot's keys.
            OSError, LockHeld: it was not approved, or is only recorded: approve it again.
        """
        approval.check_named(limit.rrn)
        store = self._store
        with store.locked():
            store.operators.check_signer(keys.card)
            made = self._after(limit.rrn, self._signatures(limit.id), now)
            self._sign(LIMIT_APPROVED, limit, keys, made)

    def withdraw(self, rrn: str, entry_id: str, keys: RobotKeys, now: datetime) -> None:
        """Sign and store the end of a limit, which then no longer acts.

        Raises:
            InvalidPacket: the id cannot belong to an approval.
            AssistRefused: there is nothing to end, or the operator is not enrolled with these keys.
            OSError, LockHeld: it did not end, or its end is only recorded: withdraw it again.
        """
        store = self._store
        with store.locked():
            signatures = self._signatures(entry_id)
            newest = self.newest(rrn, entry_id, signatures)
            store.operators.check_signer(keys.card)
            is_ended = newest is not None and newest.is_end
            is_limit = LIMIT_ID.fullmatch(entry_id) is not None
            may_hold = bool(signatures) or (is_limit and entry_id in self.in_force.names(rrn))
            stored = self.newest(rrn, entry_id, [self._file(entry_id) or {}])
            if not may_hold or (is_ended and newest == stored):
                raise AssistRefused(
                    f"{entry_id} has no approval, so nothing was withdrawn: `robot-memory limits "
                    "list` lists the limits and their approvals"
                )
            end = LimitWithdrawal(rrn, entry_id)
            self._sign(LIMIT_WITHDRAWN, end, keys, self._after(rrn, signatures, now))

    def _sign(
        self, kind: str, subject: SignedLimit | LimitWithdrawal, keys: RobotKeys, now: datetime
    ) -> None:
        """Sign, record and store, in this order: only a recorded signature may act."""
        signed = approval.sign_approval(subject, keys, now, subject.terms)
        line = {"type": kind, "id": subject.id, "operator": keys.rrn, "approval": signed}
        self._store.events.append([line], now, signed="approval")
        approval.store_approval(self._store.approvals, signed)

    def _after(self, rrn: str, signatures: Iterable[Mapping[str, Any]], now: datetime) -> datetime:
        """Return the time for a signature: after all others, even if the clock was set back.

        Signatures with a former operator's keys count too, in case that operator was enrolled
        again.
        """
        dates = (signed_at(rrn, one) for one in signatures if self._is_confirmed(one))
        newest = max(filter(None, dates), default=None)
        return now if newest is None else max(now, newest + timedelta(microseconds=1))

    def _is_confirmed(self, record: Mapping[str, Any]) -> bool:
        cards = self._store.operators.cards_of(str(record.get("operator")))
        return any(problem_with(record, card) is None for card in cards)

    def _signatures(self, entry_id: str) -> list[Mapping[str, Any]]:
        """Return the alleged signatures for a limit; an empty one is damaged."""
        file = self._file(entry_id)
        if not LIMIT_ID.fullmatch(entry_id):
            return []
        return [*self.recorded().get(entry_id, []), *([] if file is None else [file])]

    def _file(self, entry_id: str) -> Mapping[str, Any] | None:
        approval.approval_path(self._store.approvals, entry_id)  # raises an error for an invalid id
        try:
            return approval.find_approval(self._store.approvals, entry_id)
        except (InvalidPacket, OSError):
            return {}

    def recorded(self, patience: float = LOCK_PATIENCE) -> RecordedLimits:
        """Return the recorded approvals and ends, by limit."""
        found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        with self._store.events.snapshot(patience) as record:
            lines = [line for _, line in record.lines([]) if any(text in line for text in _TEXTS)]
        # Include lines marked as others': the signature shows whose they are.
        for event in filter(None, map(parse_line, lines)):
            entry_id, signed = str(event.get("id")), event.get("approval")
            if event.get("type") in LIMIT_LINES and LIMIT_ID.fullmatch(entry_id):
                found[entry_id].append(signed if isinstance(signed, dict) else {})
        return dict(found)

    def tells_all(self) -> bool:
        """Whether a limit that the event log does not contain was certainly never signed.

        The log must be complete from its first line on. A newly begun log does not count: it must
        contain the enrolment of operators, which precedes any approval.

        Raises:
            LockHeld, OSError: the event log cannot be read now.
        """
        enrolled: list[int] = []

        def look(seq: int, _place: str, line: bytes) -> None:
            if f'"{ENROLLED}"'.encode() in line:
                enrolled.append(seq)

        with self._store.events.snapshot(LOOK_PATIENCE) as record:
            told = verify(record, on_line=look)
        return told.first == 1 and not told.defects and bool(enrolled)

    def read(self, rrn: str, entry_id: str, record: Mapping[str, Any]) -> LimitSignature:
        """Read an approval or an end, and check its signature.

        Raises:
            InvalidPacket: the record contains no limit, or one of another entry.
            OSError: the operators' keys cannot be read now.
        """
        schemas.check(record, schemas.APPROVAL, f"the approval of {entry_id}")
        subject = checked_subject(rrn, record)
        if subject.id != entry_id:
            problem = f"it does not say how {entry_id} was limited: sign it anew"
            raise InvalidPacket("the approval does not count", [Defect("subject", problem)])
        try:
            operator = approval.signer_of(record, subject, self._store.operators)
        except (AssistRefused, InvalidInput) as error:
            return LimitSignature(subject, LimitApproval(reason=str(error)), record)
        made = stamps.from_text(str(record["approved_at"]))
        return LimitSignature(subject, LimitApproval(operator, made, subject.value), record)

    def newest(
        self, rrn: str, entry_id: str, records: Iterable[Mapping[str, Any]]
    ) -> LimitSignature | None:
        """Return the newest valid signature of a limit; None if there is none.

        Args:
            records: approvals and ends, oldest first; some may be forged.
        """
        newest: LimitSignature | None = None
        for record in records:
            with suppress(InvalidPacket):  # anybody may append anything to the event log
                one = self.read(rrn, entry_id, record)
                newest = one if one.replaces(newest) else newest
        return newest
