"""The limits that operators signed, as their approvals have them (rules.md §12.2 and §12.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

from robot_memory.errors import InvalidPacket, LockHeld
from robot_memory.governance.approval import find_approval
from robot_memory.limits.limit import SCOPE, LimitTerms, signed_terms, terms_of
from robot_memory.limits.limit_approvals import (
    WITHDRAWN,
    LimitApproval,
    LimitApprovals,
    LimitWithdrawal,
    SignedLimit,
)
from robot_memory.limits.place_limit import PlaceLimit, place_limit_of
from robot_memory.limits.recorded_limits import LOOK_PATIENCE, RecordedLimit

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class LimitSignatures:
    """What the folder of approvals says of limits.

    Attributes:
        limits: as they were signed, each with whether that counts, by entry.
        withdrawn: those of which an operator signed that they end.
        unread: why others cannot be read now, by entry; by the path of the folder, why none can.
        recorded: what the record says of limits.
        gone: those of ``limits`` that have no file, and that the record says were approved.
    """

    limits: Mapping[str, tuple[SignedLimit, LimitApproval]]
    withdrawn: frozenset[str]
    unread: Mapping[str, str]
    recorded: Mapping[str, RecordedLimit] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()

    def unread_approval(self, entry_id: str) -> LimitApproval:
        """Return what is known of the approval of a limit that is not among those that were read.

        Where all were read, or its end was signed, nobody approved it.
        """
        reason = self.unread.get(entry_id)
        if reason is None and entry_id not in self.withdrawn:
            reason = next((why for name, why in self.unread.items() if "/" in name), None)
        return LimitApproval() if reason is None else LimitApproval(reason=reason, is_unread=True)

    @property
    def learned(self) -> list[tuple[LimitTerms, LimitApproval]]:
        """Those that hold everywhere."""
        return [(one, how) for one, how in self.limits.values() if isinstance(one, LimitTerms)]

    @property
    def places(self) -> list[tuple[PlaceLimit, LimitApproval]]:
        """Those at places."""
        return [(one, how) for one, how in self.limits.values() if isinstance(one, PlaceLimit)]


class SignedLimits:
    """Reads the limits that operators signed.

    A signed limit holds as it was signed until an operator signs its end or another value. It
    needs nothing but its approval: what becomes of its entry and its evidence changes nothing.

    Args:
        memory: whose.
    """

    def __init__(self, memory: RobotMemory) -> None:
        self._memory = memory
        self._folder = memory.long_term.assist.store.approvals
        self.approvals = LimitApprovals(memory.long_term.assist.store)
        self._files: dict[str, str] | None = None  # signatures; None: not read yet
        self._recorded: dict[str, RecordedLimit] = {}

    def read(self) -> LimitSignatures:
        """Return what is signed now."""
        unread: dict[str, str] = {}
        records = self._records(unread)
        try:
            recorded = self._newest(records)
        except (LockHeld, OSError) as error:
            why = f"whether it is the newest signature is not known: {error}"
            return LimitSignatures({}, frozenset(), {**dict.fromkeys(records, why), **unread})
        limits: dict[str, tuple[SignedLimit, LimitApproval]] = {}
        withdrawn: set[str] = set()
        for entry_id, record in records.items():
            try:
                self._take(entry_id, record, limits, withdrawn)
            except (InvalidPacket, OSError) as error:
                unread[entry_id] = str(error)
        gone = self._gone(records, unread)
        return LimitSignatures(
            {**limits, **gone}, frozenset(withdrawn), unread, recorded, frozenset(gone)
        )

    def _records(self, unread: dict[str, str]) -> dict[str, Mapping[str, Any]]:
        """Return the approvals and ends of limits, by entry, or note why one cannot be read."""
        found = {}
        for entry_id in self._names(unread):
            try:
                record = find_approval(self._folder, entry_id)
            except (InvalidPacket, OSError) as error:
                unread[entry_id] = str(error)
                continue
            if record is not None:
                found[entry_id] = record
        return found

    def _newest(self, records: Mapping[str, Mapping[str, Any]]) -> Mapping[str, RecordedLimit]:
        """Return what the record says of limits, and what earlier looks saw to be signed.

        It is read anew where a file changed: whoever signs writes the record first.
        """
        signatures = {name: str(record["signature"]) for name, record in records.items()}
        if signatures != self._files:
            self._recorded = _newer(self._recorded, self.approvals.recorded(LOOK_PATIENCE))
            self._files = signatures
        return self._recorded

    def _take(
        self, entry_id: str, record: Mapping[str, Any],
        limits: dict[str, tuple[SignedLimit, LimitApproval]], withdrawn: set[str],
    ) -> None:  # fmt: skip
        """Note what an approval says.

        Raises:
            InvalidPacket: it is an end that does not count, or does not say what was approved.
            OSError: it, or the keys of operators, cannot be read now.
        """
        is_end = record["scope"] == WITHDRAWN
        signed = LimitWithdrawal(self._memory.rrn, entry_id) if is_end else self._limit_of(record)
        if signed is None:
            raise InvalidPacket("it does not say which limit was approved: sign it anew")
        how = self.approvals.check(signed, record, self._recorded.get(entry_id))
        if not isinstance(signed, LimitWithdrawal):
            limits[entry_id] = signed, how
        elif how.is_valid:
            withdrawn.add(entry_id)
        else:
            raise InvalidPacket(f"the signature that ends it does not count: {how.reason}")
        if how.approved_at is not None:
            one = RecordedLimit(signed_at=how.approved_at, is_ended=is_end)
            self._recorded = _newer({entry_id: one}, self._recorded)

    def _gone(
        self, records: Mapping[str, object], unread: dict[str, str]
    ) -> dict[str, tuple[SignedLimit, LimitApproval]]:
        """Return limits without a file that the record says were approved, and does not end."""
        found: dict[str, tuple[SignedLimit, LimitApproval]] = {}
        if any("/" in name for name in unread):  # no file can be read
            return found
        for entry_id, one in self._recorded.items():
            if one.is_ended or not one.operator or entry_id in records or entry_id in unread:
                continue
            by = f"the record says that {one.operator} approved it"
            reason = f"it is gone; {by}, and has no signed end"
            limit = self.recorded(entry_id)
            if limit is None:
                unread[entry_id] = reason
            else:
                found[entry_id] = limit, LimitApproval(reason=reason)
        return found

    def last_in_force(self) -> list[SignedLimit]:
        """Return the limits that the node published last.

        Raises:
            OSError: that cannot be read now.
        """
        speed, rrn = self.approvals.last_speed_limit(), self._memory.rrn
        return [*(speed.terms(rrn) if speed else ()), *self.approvals.last_places(rrn)]

    def recorded(self, entry_id: str) -> SignedLimit | None:
        """Return a limit as the record says that it was approved last; None where it does not."""
        one = self._recorded.get(entry_id)
        if one is None or one.terms is None:
            return None
        try:
            record = {"subject": entry_id, **one.terms}
            rrn = self._memory.rrn
            return signed_terms(rrn, record) or place_limit_of(rrn, record)
        except (KeyError, TypeError, ValueError):
            return None

    def _names(self, unread: dict[str, str]) -> list[str]:
        """Return the entries that have an approval, or note why the folder does not tell."""
        try:
            names = [path.name for path in self._folder.iterdir()]
        except FileNotFoundError:
            return []
        except OSError as error:
            unread[str(self._folder)] = f"the folder {self._folder}: {error.strerror or error}"
            return []
        return sorted(name[:-5] for name in names if fnmatch(name, "mem-*.json"))

    def _limit_of(self, record: Mapping[str, Any]) -> SignedLimit | None:
        rrn = self._memory.rrn
        return (
            signed_terms(rrn, record) or place_limit_of(rrn, record) or self._from_evidence(record)
        )

    def _from_evidence(self, record: Mapping[str, Any]) -> LimitTerms | None:
        """Return the limit of an approval of an earlier version, which names its value alone."""
        if record["scope"] != SCOPE or not self._memory.has_ledger:
            return None
        row = self._memory.ledger.newest_limit(str(record["subject"]))
        terms = terms_of(self._memory.rrn, row) if row is not None else None
        return replace(terms, value=record.get("value", terms.value)) if terms else None


def _newer(
    seen: Mapping[str, RecordedLimit], recorded: Mapping[str, RecordedLimit]
) -> dict[str, RecordedLimit]:
    """Return what the record says, with the dates of newer signatures that were seen before."""
    found = dict(recorded)
    for name, one in seen.items():
        now = found.get(name, RecordedLimit())
        if one.signed_at is not None and (now.signed_at is None or now.signed_at < one.signed_at):
            found[name] = replace(now, signed_at=one.signed_at, is_ended=one.is_ended)
    return found
