"""The signed limits, as read from their approvals (rules.md §12.2 and §12.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

from robot_memory.applications.limits.limit import LimitTerms, PlaceLimit
from robot_memory.applications.limits.limit_approvals import (
    LOOK_PATIENCE,
    LimitApprovals,
    RecordedLimits,
)
from robot_memory.applications.limits.limit_signature import (
    WITHDRAWN,
    LimitApproval,
    LimitSignature,
    LimitWithdrawal,
    SignedLimit,
    signed_at,
    subject_of,
)
from robot_memory.foundation.errors import InvalidPacket, LockHeld
from robot_memory.foundation.time import stamps
from robot_memory.governance.approval import find_approval

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class LimitSignatures:
    """The limits in the folder of approvals."""

    # each signed limit with its validity, by entry; if its file is not the newest signature, the
    # newest one from the event log, marked as held
    limits: Mapping[str, tuple[SignedLimit, LimitApproval]]
    withdrawn: frozenset[str]  # limits whose end an operator signed
    # why other limits cannot be read now, by entry; under the folder's path, why none can
    unread: Mapping[str, str]
    # the limits in the event log; None if it cannot be read now
    recorded: frozenset[str] | None = None
    # the alleged signer of a newer signature than the newest valid one, by entry: no key confirms
    # it, so it may be looser than the signed limit
    doubted: Mapping[str, str] = field(default_factory=dict)
    # additional held limits of entries whose signed limit is unknown
    further: Sequence[tuple[SignedLimit, LimitApproval]] = ()

    def unread_approval(self, entry_id: str) -> LimitApproval:
        """Return the state of the approval of a limit that was not read.

        If all approvals were read, or its end was signed, nobody approved it.
        """
        reason = self.unread.get(entry_id)
        if reason is None and entry_id not in self.withdrawn:
            reason = next((why for name, why in self.unread.items() if "/" in name), None)
        return LimitApproval() if reason is None else LimitApproval(reason=reason, is_unread=True)

    @property
    def learned(self) -> list[tuple[LimitTerms, LimitApproval]]:
        """The limits that hold everywhere."""
        return [(one, how) for one, how in self._all() if isinstance(one, LimitTerms)]

    @property
    def places(self) -> list[tuple[PlaceLimit, LimitApproval]]:
        """The limits at places."""
        return [(one, how) for one, how in self._all() if isinstance(one, PlaceLimit)]

    def _all(self) -> Sequence[tuple[SignedLimit, LimitApproval]]:
        return [*self.limits.values(), *self.further]


class SignedLimits:
    """Reads the signed limits.

    A signed limit holds until an operator signs its end or another value. It needs nothing but its
    approval: changes of its entry and its evidence have no effect.
    """

    def __init__(self, memory: RobotMemory) -> None:
        self._memory = memory
        self._folder = memory.long_term.assist.store.approvals
        self.approvals = LimitApprovals(memory.long_term.assist.store)
        self._files: dict[str, str] | None = None  # signatures; None: not read yet
        self._recorded: RecordedLimits = {}  # including those that the node kept
        self._names_recorded: frozenset[str] = frozenset()
        self._newest: dict[str, LimitSignature] = {}  # the newest valid signature seen

    def read(self) -> LimitSignatures:
        """Return the currently signed limits."""
        unread: dict[str, str] = {}
        records = self._records(unread)
        try:
            self._read_record(records)
        except (LockHeld, OSError) as error:
            why = f"whether it is the newest signature is not known: {error}"
            return LimitSignatures({}, frozenset(), {**dict.fromkeys(records, why), **unread})
        files = self._signatures(records, unread)
        limits: dict[str, tuple[SignedLimit, LimitApproval]] = {}
        withdrawn: set[str] = set()
        for entry_id in sorted({*files, *self._newest}):
            newest, one = self._newest.get(entry_id), files.get(entry_id)
            if newest is not None and newest.is_end:
                withdrawn.add(entry_id)
                unread.pop(entry_id, None)
            folder = next((why for name, why in unread.items() if "/" in name), "it is gone")
            acting = _acting(one, newest, unread.get(entry_id, folder))
            if acting is not None:
                unread.pop(entry_id, None)
                limits[entry_id] = acting
            elif newest is None and one is not None:
                why = one.approval.reason
                unread[entry_id] = f"the signature that ends it does not count: {why}"
        unread.update(self._unconfirmed({*limits, *withdrawn, *unread}))
        doubted = {name: who for name in limits if (who := self._signed_later(name, files))}
        return LimitSignatures(limits, frozenset(withdrawn), unread, self._names_recorded, doubted)

    def _signed_later(self, entry_id: str, files: Mapping[str, LimitSignature]) -> str:
        """Return the alleged signer of a limit after its newest valid signature."""
        newest, one = self._newest.get(entry_id), files.get(entry_id)
        if newest is None:
            return ""
        said = [*self._recorded.get(entry_id, ()), *([one.record] if one is not None else [])]
        later = (str(record["operator"]) for record in said if self._is_later(record, newest))
        return next(later, "")

    def _unconfirmed(self, known: Collection[str]) -> dict[str, str]:
        """Return why other limits with a recorded approval are not held."""
        return {
            entry_id: "it is gone, and no key confirms what the record says that "
            f"{signed[-1].get('operator', 'somebody')} approved"
            for entry_id, signed in self._recorded.items()
            if entry_id not in known and signed[-1].get("scope") != WITHDRAWN
        }

    def _records(self, unread: dict[str, str]) -> dict[str, Mapping[str, Any]]:
        """Return the approvals and ends of limits by entry; note why others cannot be read."""
        found = {}
        try:
            names = sorted(path.name for path in self._folder.iterdir())
        except FileNotFoundError:
            return {}
        except OSError as error:
            unread[str(self._folder)] = f"the folder {self._folder}: {error.strerror or error}"
            return {}
        for entry_id in (name[:-5] for name in names if fnmatch(name, "mem-*.json")):
            try:
                record = find_approval(self._folder, entry_id)
            except (InvalidPacket, OSError) as error:
                unread[entry_id] = str(error)
                continue
            if record is not None:
                found[entry_id] = record
        return found

    def _read_record(self, records: Mapping[str, Mapping[str, Any]]) -> None:
        """Read the signatures in the event log and those that a node kept.

        They are read again only after a file changed: a signature is recorded before its file is
        written.
        """
        files = {name: str(record["signature"]) for name, record in records.items()}
        if files == self._files:
            return
        recorded = self.approvals.recorded(LOOK_PATIENCE)
        kept = self.approvals.in_force.signatures()
        self._names_recorded = frozenset(recorded)
        self._recorded = {
            name: [*recorded.get(name, ()), *filter(None, [kept.get(name)])]
            for name in {**recorded, **kept}
        }
        for entry_id, signed in self._recorded.items():
            newest = self.approvals.newest(self._memory.rrn, entry_id, signed)
            if newest is not None:
                self._see(entry_id, newest)
        self._files = files

    def _see(self, entry_id: str, one: LimitSignature) -> None:
        if one.replaces(self._newest.get(entry_id)):
            self._newest[entry_id] = one

    def _signatures(
        self, records: Mapping[str, Mapping[str, Any]], unread: dict[str, str]
    ) -> dict[str, LimitSignature]:
        """Return the signatures in the files; note why others are invalid."""
        found = {}
        for entry_id, record in records.items():
            try:
                found[entry_id] = self.approvals.read(self._memory.rrn, entry_id, record)
            except (InvalidPacket, OSError) as error:
                unread[entry_id] = str(error)
            else:
                self._see(entry_id, found[entry_id])
        return found

    def last_in_force(self) -> list[SignedLimit]:
        """Return the limits that the node published last, and those it kept as signed.

        A limit from several sources occurs several times.

        Raises:
            OSError: the files cannot be read now.
        """
        speed, rrn = self.approvals.in_force.speed(), self._memory.rrn
        places = self.approvals.in_force.places(rrn)
        return [*self.last_signed(), *(speed.terms(rrn) if speed else ()), *places]

    def last_signed(self) -> list[SignedLimit]:
        """Return the limits whose signatures the node kept."""
        return _approved(self._memory.rrn, self.approvals.in_force.signatures().values())

    def recorded(self, entry_id: str) -> list[SignedLimit]:
        """Return a limit's recorded approvals, which may be forged."""
        return _approved(self._memory.rrn, self._recorded.get(entry_id, ()))

    def keep(self) -> None:
        """Store the newest signatures, in case files or the event log change before the next start.

        A later signature that is already stored stays: its operator may no longer be enrolled.

        Raises:
            OSError: they could not be written.
        """
        kept = self.approvals.in_force.signatures()
        newest = {
            entry_id: dict(one.record)
            for entry_id, one in self._newest.items()
            if not self._is_later(kept.get(entry_id), one)
        }
        self.approvals.in_force.keep({**kept, **newest})

    def _is_later(self, record: Mapping[str, Any] | None, one: LimitSignature) -> bool:
        """Whether a record claims to be newer than a valid signature."""
        made = signed_at(self._memory.rrn, record) if record is not None else None
        counts = one.approval.approved_at
        return made is not None and counts is not None and made > counts


def _approved(rrn: str, signed: Iterable[Mapping[str, Any]]) -> list[SignedLimit]:
    subjects = (subject_of(rrn, record) for record in signed)
    return [one for one in subjects if isinstance(one, (LimitTerms, PlaceLimit))]


def _acting(
    one: LimitSignature | None, newest: LimitSignature | None, why_none: str
) -> tuple[SignedLimit, LimitApproval] | None:
    """Return a limit in the form that acts, with its validity; None if there is none.

    Args:
        one: the file's signature; None if it has none, for the reason ``why_none``.
        newest: the newest valid signature; None if there was none.
    """
    if newest is not None and one != newest:
        why = _why_not_newest(one, newest) if one is not None else why_none
        if not isinstance(newest.subject, LimitWithdrawal):
            reason = f"{why}; it is held as {newest.approval.operator} signed it"
            return newest.subject, replace(newest.approval, reason=reason, is_held=True)
        if one is not None:
            one = replace(one, approval=LimitApproval(reason=why))
    if one is None or isinstance(one.subject, LimitWithdrawal):
        return None
    return one.subject, one.approval


def _why_not_newest(one: LimitSignature, newest: LimitSignature) -> str:
    made, last = one.approval.approved_at, newest.approval.approved_at
    if made is None or last is None:
        return one.approval.reason
    dates = f"{stamps.to_text(made)}; the newest one is of {stamps.to_text(last)}"
    return f"it is an older signature, of {dates}"
