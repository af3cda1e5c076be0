"""A signature of a limit, or of its end, and whether it counts (rules.md §12.2 and §12.4)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.applications.limits.read_limit import SignedLimit, read_limit
from robot_memory.foundation.errors import InvalidPacket
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.time import stamps
from robot_memory.governance import schemas

#: The scope of a signature that ends a limit.
WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class LimitApproval:
    """Whether a signed limit holds.

    Attributes:
        operator: who approved it; empty where nobody did, or no signature counts.
        approved_at: when, UTC.
        value: the value that was approved; None of what was learned and nobody signed.
        reason: why its file does not count; empty where it does, or nobody approved it.
        is_unread: there is one that cannot be read, so nobody knows what was signed.
        is_held: the robot is held to the limit although its file does not count (§12.4).
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
    """What an operator signs to end a limit; it is stored in place of the approval."""

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


@dataclass(frozen=True)
class LimitSignature:
    """A signature that was read.

    Attributes:
        subject: the limit as it was signed, or its end.
        approval: whether it counts.
        record: what was signed, with the signature.
    """

    subject: SignedLimit | LimitWithdrawal
    approval: LimitApproval
    record: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def is_end(self) -> bool:
        """Whether it ends the limit."""
        return isinstance(self.subject, LimitWithdrawal)

    def replaces(self, other: LimitSignature | None) -> bool:
        """Tell whether it counts, and was not made before another one that counts."""
        mine = self.approval.approved_at
        theirs = other.approval.approved_at if other is not None else None
        return mine is not None and (theirs is None or mine >= theirs)


def subject_of(rrn: str, record: Mapping[str, Any]) -> SignedLimit | LimitWithdrawal | None:
    """Return what an approval or an end says, whoever wrote it; None where it does not say it."""
    try:
        schemas.check(record, schemas.APPROVAL, "an approval")
        return checked_subject(rrn, record)
    except InvalidPacket:
        return None


def signed_at(rrn: str, record: Mapping[str, Any]) -> datetime | None:
    """Return when an approval or an end says that it was signed; None where it says nothing."""
    if subject_of(rrn, record) is None:
        return None
    try:
        return stamps.from_text(str(record["approved_at"]))
    except ValueError:
        return None


def checked_subject(rrn: str, record: Mapping[str, Any]) -> SignedLimit | LimitWithdrawal:
    """Return what an approval or an end says, of which the schema was checked."""
    if record["scope"] == WITHDRAWN:
        return LimitWithdrawal(rrn, str(record["subject"]))
    return read_limit(rrn, record)
