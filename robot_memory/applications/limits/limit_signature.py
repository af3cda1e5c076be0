"""Signed limits and their ends, read from JSON that anybody may have written (§12.2).

The sources are approvals, lines of the event log, and ``governance/in_force``: an agent, an archive
or a failing disk may have put any value there. Values that were read here can be compared, hashed
and published; others are refused with their path (rules.md §12.4).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar

from robot_memory.applications.limits.limit import (
    LARGEST_RADIUS,
    Circle,
    LimitBound,
    LimitTerms,
    PlaceLimit,
)
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.time import stamps
from robot_memory.governance import schemas

#: An operator signs a learned limit, or a place limit.
SignedLimit = LimitTerms | PlaceLimit

_FARTHEST = 1e7  # m from the origin of a map
_FASTEST = 100.0  # m/s, at a place
#: The largest learned value, in its unit.
LARGEST = 1e15
_LAST_ROW = 2**53
_LONGEST = 1000  # characters


def read_limit(rrn: str, record: Mapping[str, Any]) -> SignedLimit:
    """Return the limit in an approval, which may not be genuine.

    Raises:
        InvalidPacket: it contains no valid limit; the message says where and why.
    """
    entry_id = str(record.get("subject"))
    if record.get("scope") == PlaceLimit.scope:
        return read_place_limit(rrn, entry_id, record)
    if record.get("scope") != LimitTerms.scope:
        raise _refused("scope", f"{record.get('scope')!r:.60} is not that of a limit")
    terms, path = _object(record, "limit", "limit"), "limit."
    value = terms.get("value")
    bounds = [one.value for one in LimitBound]
    if terms.get("bound") not in bounds:
        raise _refused("limit.bound", f"{terms.get('bound')!r:.60} is not one of {bounds}")
    return LimitTerms(
        rrn, entry_id,
        first_row=int(read_number(terms, "first_row", path, 0, _LAST_ROW)),
        variable=_text(terms, "variable", path),
        bound=LimitBound(terms["bound"]),
        value=_text(terms, "value", path) if isinstance(value, str)
        else read_number(terms, "value", path, -LARGEST, LARGEST),
        unit=_text(terms, "unit", path),
    )  # fmt: skip


def read_place_limit(rrn: str, entry_id: str, record: Mapping[str, Any]) -> PlaceLimit:
    """Return the place limit given by ``value`` and ``place`` of a record.

    Raises:
        InvalidPacket: they are invalid; the message says where and why.
    """
    place, path = _object(record, "place", "place"), "place."
    circle = Circle(
        frame=_text(place, "frame", path),
        x=read_number(place, "x", path, -_FARTHEST, _FARTHEST),
        y=read_number(place, "y", path, -_FARTHEST, _FARTHEST),
        radius=read_number(place, "radius", path, 0.0, LARGEST_RADIUS),
    )
    return PlaceLimit(rrn, entry_id, circle, read_number(record, "value", "", 0.0, _FASTEST))


def _object(data: Mapping[str, Any], name: str, path: str) -> Mapping[str, Any]:
    value = data.get(name)
    if not isinstance(value, Mapping):
        raise _refused(path, f"{value!r:.60} is no object")
    return value


def _text(data: Mapping[str, Any], name: str, path: str) -> str:
    value = data.get(name)
    is_text = isinstance(value, str) and len(value) <= _LONGEST
    if not is_text or not (value == "" or str(value).isprintable()):
        raise _refused(f"{path}{name}", f"{value!r:.60} is no text of at most {_LONGEST} signs")
    return str(value)


def read_number(data: Mapping[str, Any], name: str, path: str, least: float, most: float) -> float:
    """Return a number that a node can have written.

    Raises:
        InvalidPacket: it is no number, or out of range.
    """
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _refused(f"{path}{name}", f"{value!r:.60} is no number")
    if not least <= value <= most:  # also false for NaN
        raise _refused(f"{path}{name}", f"{value!r:.60} is not within {least:g} to {most:g}")
    return float(value)


def _refused(path: str, problem: str) -> InvalidPacket:
    return InvalidPacket("this says no limit", [Defect(path, problem)])


#: The scope of a signature that ends a limit.
WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class LimitApproval:
    """The validity of a signed limit."""

    operator: str = ""  # who approved it; empty if nobody did, or no signature is valid
    approved_at: datetime | None = None  # UTC
    # the approved value; None for a learned limit that nobody signed
    value: float | str | None = None
    reason: str = ""  # why its file is invalid; empty if it is valid or missing
    is_unread: bool = False  # the file cannot be read, so its content is unknown
    is_held: bool = False  # the limit is held even though its file is invalid (§12.4)

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
    """The end of a limit, as an operator signs it; it replaces the approval file."""

    rrn: str
    id: str

    scope = WITHDRAWN
    value = None  # nothing is approved
    terms: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    @property
    def digest(self) -> str:
        """The SHA-256 of the signed content."""
        return hashlib.sha256(
            canonical_json({"rrn": self.rrn, "entry": self.id, "scope": WITHDRAWN})
        ).hexdigest()


@dataclass(frozen=True)
class LimitSignature:
    """A signature after reading."""

    subject: SignedLimit | LimitWithdrawal  # the signed limit, or its end
    approval: LimitApproval  # whether it is valid
    # the signed record, with the signature
    record: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def is_end(self) -> bool:
        """Whether it ends the limit."""
        return isinstance(self.subject, LimitWithdrawal)

    def replaces(self, other: LimitSignature | None) -> bool:
        """Whether it is valid and not older than another valid signature."""
        mine = self.approval.approved_at
        theirs = other.approval.approved_at if other is not None else None
        return mine is not None and (theirs is None or mine >= theirs)


def subject_of(rrn: str, record: Mapping[str, Any]) -> SignedLimit | LimitWithdrawal | None:
    """Return the content of an approval or an end, unverified; None if it is invalid."""
    try:
        schemas.check(record, schemas.APPROVAL, "an approval")
        return checked_subject(rrn, record)
    except InvalidPacket:
        return None


def signed_at(rrn: str, record: Mapping[str, Any]) -> datetime | None:
    """Return the alleged signing time of an approval or an end; None if it is invalid."""
    if subject_of(rrn, record) is None:
        return None
    try:
        return stamps.from_text(str(record["approved_at"]))
    except ValueError:
        return None


def checked_subject(rrn: str, record: Mapping[str, Any]) -> SignedLimit | LimitWithdrawal:
    """Return the content of an approval or an end whose schema was checked."""
    if record["scope"] == WITHDRAWN:
        return LimitWithdrawal(rrn, str(record["subject"]))
    return read_limit(rrn, record)
