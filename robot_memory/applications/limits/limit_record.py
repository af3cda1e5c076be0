"""A limit and its approval as JSON data and as lines for a person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Any, TypedDict

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import (
    Circle,
    Limit,
    LimitBound,
    LimitEvidence,
    LimitTerms,
)
from robot_memory.applications.limits.limit_signature import LimitApproval, SignedLimit
from robot_memory.entries.confidence import band
from robot_memory.memory import RobotMemory

_SIGN = (
    "sign it anew with `robot-memory limits approve {id} --key FILE`, or its end with "
    "`robot-memory limits withdraw {id} --key FILE`"
)
_HELD = f"   {{words}} is held all the same: {_SIGN}"
_UNREAD = "its approval cannot be read"
_TO_DO = (
    f"   a node that holds the robot to it goes on, and no node begins to: repair the file, {_SIGN}"
)


class _Signed(TypedDict, total=False):
    variable: Annotated[str, "What is limited, as in 'speed'."]
    bound: Annotated[str, LimitBound]
    value: Annotated[float | str, "In the unit; of a mode, a flag or a time what to avoid."]
    unit: Annotated[str, "As in m/s; empty where none is known."]
    is_keep_out: Annotated[bool, "Of a limit at a place: whether the robot stays out."]
    place: Annotated[dict[str, Any], Circle]
    is_active: Annotated[bool, "Of a learned limit: whether its entry is active."]
    explains: Annotated[str, "The entry of the fault that comes beyond it."]
    component: Annotated[str, "What fails beyond it."]
    confidence: Annotated[float, "What its entry is worth now, 0 to 1."]
    since: datetime
    last_confirmed: datetime
    evidence: Annotated[dict[str, Any], LimitEvidence]


class _Terms(_Signed):
    text: str


class _Value(TypedDict, total=False):
    approved_value: Annotated[float | str | None, "Of a learned limit: what was approved."]


class _Who(_Value):
    approved_by: Annotated[str, "The operator; empty where nobody approved it."]
    approved_at: datetime | None


class _Approval(_Who):
    approval_problem: Annotated[str, "Why its approval does not count; else empty."]
    is_held: Annotated[bool, "Whether the robot is held to it all the same."]


class LimitRecord(_Terms, _Approval):
    """A limit, learned or at a place, or an approval that cannot be read; nothing else is known."""

    id: str


@dataclass(frozen=True)
class ListedLimit:
    """A limit with its approval: as JSON data, and in lines as a person reads it."""

    record: LimitRecord
    lines: tuple[str, ...]


def listed_limits(memory: RobotMemory) -> Iterator[ListedLimit]:
    """Yield learned limits, limits at places, and approvals that cannot be read."""
    limits = LearnedLimits(memory)
    signed = limits.signed_or_held()
    learned = limits.listed(signed.learned, signed.unread_approval)
    known: list[tuple[SignedLimit, LimitApproval]] = [*learned, *signed.places]
    for limit, approval in known:
        yield ListedLimit(limit_record(limit, approval), tuple(_lines(limit, approval)))
    listed = {limit.id for limit, _ in learned}
    for name, reason in signed.unread.items():  # the folder's path if none can be read
        if name not in listed:
            unread = LimitApproval(reason=reason, is_unread=True)
            terms: _Terms = {"is_active": False, "text": "what was signed cannot be read"}
            record: LimitRecord = {"id": name, **terms, **_approval(unread)}
            yield ListedLimit(record, tuple(_unread_lines(name, reason)))


def limit_record(limit: SignedLimit, approval: LimitApproval) -> LimitRecord:
    """Return a limit as JSON data; its signed terms if its entry is no longer active."""
    return {"id": limit.id, **_terms(limit), **_approval(approval, limit)}


def _terms(limit: SignedLimit) -> _Terms:
    if not isinstance(limit, LimitTerms):
        return {
            "variable": "speed",
            "bound": "maximum",
            "value": limit.speed,
            "unit": "m/s",
            "is_keep_out": limit.is_keep_out,
            "place": asdict(limit.circle),
            "text": limit.words(),
        }
    signed: _Signed = {
        "variable": limit.variable,
        "bound": limit.bound.value,
        "value": limit.value,
        "unit": limit.unit,
        "is_active": isinstance(limit, Limit),
    }
    if not isinstance(limit, Limit):
        return {**signed, "text": limit.words()}
    return {
        **signed,
        "explains": limit.explains,
        "component": limit.component,
        "text": limit.text,
        "confidence": round(limit.confidence, 4),
        "since": limit.since,
        "last_confirmed": limit.last_confirmed,
        "evidence": asdict(limit.evidence),
    }


def _approval(approval: LimitApproval, limit: SignedLimit | None = None) -> _Approval:
    """Return who approved a limit, any problem with the approval, and whether the limit is held."""
    reason = f"cannot be read: {approval.reason}" if approval.is_unread else approval.reason
    who: _Who = {"approved_by": approval.operator, "approved_at": approval.approved_at}
    if isinstance(limit, LimitTerms):
        who["approved_value"] = approval.value
    return {**who, "approval_problem": reason, "is_held": approval.is_held}


def _lines(limit: SignedLimit, approval: LimitApproval) -> Iterator[str]:
    if isinstance(limit, Limit):
        evidence = limit.evidence
        yield f"{band(limit.confidence)} [{limit.confidence:.0%}] {limit.words()}  {limit.id}"
        yield f"   {limit.text}"
        yield (
            f"   {evidence.beyond} of {evidence.onsets} onsets beyond it, in {evidence.share:.0%} "
            f"of {evidence.hours:.1f} h; explains {limit.explains}"
        )
    else:
        yield f"{limit.words()}  {limit.id}"
    if isinstance(limit, LimitTerms) and not isinstance(limit, Limit):
        yield "   its entry is not active any more; what was signed holds until its end is signed"
    if approval.is_unread:
        yield f"   {_UNREAD}: {_without_end(approval.reason)}"
        yield _TO_DO.format(id=limit.id)
    elif approval.reason:
        yield f"   its approval does not count: {_without_end(approval.reason)}"
        if approval.is_held:
            held = limit
            if isinstance(limit, LimitTerms) and approval.value is not None:
                held = replace(limit, value=approval.value)
            yield _HELD.format(words=held.words(), id=limit.id)
    elif approval.is_valid:
        when = f", {approval.approved_at:%Y-%m-%d %H:%M} UTC" if approval.approved_at else ""
        yield f"   approved by {approval.operator}{when}{_other_value(limit, approval)}"
    else:
        yield "   not approved: it is advice, and nothing acts on it"


def _unread_lines(name: str, reason: str) -> Iterator[str]:
    if "/" in name:
        yield f"no approval of a limit can be read: {_without_end(reason)}"
        yield "   nothing was withdrawn by that: let the user that runs this read the folder"
        return
    yield f"what was signed cannot be read  {name}"
    yield f"   {_UNREAD}: {_without_end(reason)}"
    yield _TO_DO.format(id=name)


def _without_end(reason: str) -> str:
    return " ".join(reason.split()).rstrip(".:;")


def _other_value(limit: SignedLimit, approval: LimitApproval) -> str:
    """Return which value acts if it differs from the limit's value."""
    if not isinstance(limit, LimitTerms) or approval.value in (None, limit.value):
        return ""
    value = approval.value if isinstance(approval.value, str) else f"{approval.value:.10g}"
    return f", for {value} {limit.unit}, which acts until the new value is approved"
