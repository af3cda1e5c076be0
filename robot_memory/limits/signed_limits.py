"""The limits that operators signed, as their approvals have them (rules.md §12.2 and §12.6)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

from robot_memory.errors import InvalidPacket
from robot_memory.governance.approval import find_approval
from robot_memory.limits.limit import SCOPE, LimitTerms, signed_terms, terms_of
from robot_memory.limits.limit_approvals import (
    WITHDRAWN,
    LimitApproval,
    LimitApprovals,
    SignedLimit,
)
from robot_memory.limits.place_limit import PlaceLimit, place_limit_of

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class LimitSignatures:
    """What the folder of approvals says of limits.

    Attributes:
        limits: as they were signed, each with whether that counts, by entry.
        withdrawn: those of which an operator signed that they end.
        unread: why others cannot be read now, by entry; by the path of the folder, why none can.
    """

    limits: Mapping[str, tuple[SignedLimit, LimitApproval]]
    withdrawn: frozenset[str]
    unread: Mapping[str, str]

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

    def read(self) -> LimitSignatures:
        """Return what is signed now."""
        limits: dict[str, tuple[SignedLimit, LimitApproval]] = {}
        withdrawn: set[str] = set()
        unread: dict[str, str] = {}
        for entry_id in self._names(unread):
            try:
                record = find_approval(self._folder, entry_id)
                if record is None:
                    continue
                if record["scope"] == WITHDRAWN:
                    if self.approvals.is_withdrawn(self._memory.rrn, entry_id):
                        withdrawn.add(entry_id)
                    else:
                        unread[entry_id] = "the signature that ends it does not count"
                    continue
                limit = self._limit_of(record)
                if limit is None:
                    unread[entry_id] = "it does not say which limit was approved: sign it anew"
                    continue
                limits[entry_id] = limit, self.approvals.check(limit, record)
            except (InvalidPacket, OSError) as error:
                unread[entry_id] = str(error)
        return LimitSignatures(limits, frozenset(withdrawn), unread)

    def recorded(self) -> dict[str, SignedLimit]:
        """Return, by entry, what the record says was approved last, as far as it does.

        Raises:
            LockHeld, OSError: the record cannot be read now.
        """
        rrn, limits = self._memory.rrn, {}
        for entry_id, terms in self.approvals.recorded_terms().items():
            with suppress(KeyError, TypeError, ValueError):
                record = {"subject": entry_id, **terms}
                limit = signed_terms(rrn, record) or place_limit_of(rrn, record)
                limits.update({entry_id: limit} if limit else {})
        return limits

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
