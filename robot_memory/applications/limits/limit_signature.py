"""What was signed of a limit, or of its end, read from JSON that anybody may have written (§12.2).

Approvals, lines of the record of changes, and what ``governance/in_force`` holds: an agent, an
archive or a failing disk may have put any value there. What is read here can be compared, hashed
and published; what cannot is refused by its path (rules.md §12.4).
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

#: What an operator signs: a learned limit, or one at a place.
SignedLimit = LimitTerms | PlaceLimit

_FARTHEST = 1e7  # m from the origin of a map
_FASTEST = 100.0  # m/s, at a place
#: Of a value that was learned, in its unit.
LARGEST = 1e15
_LAST_ROW = 2**53
_LONGEST = 1000  # characters


def read_limit(rrn: str, record: Mapping[str, Any]) -> SignedLimit:
    """Return the limit that an approval, genuine or not, is of; refuse what says none.

    Raises:
        InvalidPacket: it says no limit; says where and why.
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
    """Return the limit at a place that ``value`` and ``place`` of a record say.

    Raises:
        InvalidPacket: it says none; says where and why.
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
        InvalidPacket: it is none, or beyond its limits.
    """
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _refused(f"{path}{name}", f"{value!r:.60} is no number")
    if not least <= value <= most:  # NaN is not within anything
        raise _refused(f"{path}{name}", f"{value!r:.60} is not within {least:g} to {most:g}")
    return float(value)


def _refused(path: str, problem: str) -> InvalidPacket:
    return InvalidPacket("this says no limit", [Defect(path, problem)])


#: The scope of a signature that ends a limit.
WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class LimitApproval:
    """Whether a signed limit holds."""

    operator: str = ""  # who approved it; empty where nobody did, or no signature counts
    approved_at: datetime | None = None  # when, UTC
    # the value that was approved; None of what was learned and nobody signed
    value: float | str | None = None
    reason: str = ""  # why its file does not count; empty where it does, or nobody approved it
    is_unread: bool = False  # there is one that cannot be read, so nobody knows what was signed
    is_held: bool = False  # the robot is held to the limit although its file does not count (§12.4)

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

    scope = WITHDRAWN
    value = None  # what is approved: nothing
    terms: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    @property
    def digest(self) -> str:
        """The SHA-256 of what an operator signs."""
        return hashlib.sha256(
            canonical_json({"rrn": self.rrn, "entry": self.id, "scope": WITHDRAWN})
        ).hexdigest()


@dataclass(frozen=True)
class LimitSignature:
    """A signature that was read."""

    subject: SignedLimit | LimitWithdrawal  # the limit as it was signed, or its end
    approval: LimitApproval  # whether it counts
    # what was signed, with the signature
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
