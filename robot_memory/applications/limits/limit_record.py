"""A limit and its approval as JSON data and as lines for a person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from robot_memory.applications.limits.limit import Limit, LimitTerms
from robot_memory.applications.limits.limit_signature import LimitApproval
from robot_memory.applications.limits.place_limit import PlaceLimit
from robot_memory.applications.limits.read_limit import SignedLimit
from robot_memory.entries.lifecycle import band

_SIGN = (
    "sign it anew with `robot-memory limits approve {id} --key FILE`, or its end with "
    "`robot-memory limits withdraw {id} --key FILE`"
)
_HELD = f"   {{words}} is held all the same: {_SIGN}"
_UNREAD = "its approval cannot be read"
_TO_DO = (
    f"   a node that holds the robot to it goes on, and no node begins to: repair the file, {_SIGN}"
)


def limit_record(limit: LimitTerms, approval: LimitApproval) -> dict[str, Any]:
    """Return a limit as JSON data; of one whose entry is active no longer, what was signed."""
    return {
        "id": limit.id,
        "variable": limit.variable,
        "bound": limit.bound.value,
        "value": limit.value,
        "unit": limit.unit,
        "is_active": isinstance(limit, Limit),
        **(_learned_record(limit) if isinstance(limit, Limit) else {"text": limit.words()}),
        "approved_by": approval.operator,
        "approved_at": approval.approved_at,
        "approved_value": approval.value,
        **_problem_of(approval),
    }


def _learned_record(limit: Limit) -> dict[str, Any]:
    return {
        "explains": limit.explains,
        "component": limit.component,
        "text": limit.text,
        "confidence": round(limit.confidence, 4),
        "since": limit.since,
        "last_confirmed": limit.last_confirmed,
        "evidence": asdict(limit.evidence),
    }


def limit_lines(limit: LimitTerms, approval: LimitApproval) -> Iterator[str]:
    """Yield a limit as a person reads it: what, how sure, on which evidence, who approved it."""
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
        yield "   its entry is not active any more; what was signed holds until its end is signed"
    if approval.is_unread:
        yield f"   {_UNREAD}: {_without_end(approval.reason)}"
        yield _TO_DO.format(id=limit.id)
    elif approval.reason:
        yield from _problem_lines(limit, approval)
    elif approval.is_valid:
        yield f"   approved by {approval.operator}{_when(approval)}{_other_value(limit, approval)}"
    else:
        yield "   not approved: it is advice, and nothing acts on it"


def unread_record(name: str, reason: str) -> dict[str, Any]:
    """Return as JSON data an approval that cannot be read, of a limit that is not known otherwise.

    Args:
        name: the entry of the limit; the path of the folder where none can be read.
        reason: why it cannot be read.
    """
    unread = LimitApproval(reason=reason, is_unread=True)
    return {
        "id": name,
        "is_active": False,
        "text": "what was signed cannot be read",
        "approved_by": unread.operator,
        "approved_at": unread.approved_at,
        **_problem_of(unread),
    }


def unread_lines(name: str, reason: str) -> Iterator[str]:
    """Yield the same as a person reads it."""
    if "/" in name:
        yield f"no approval of a limit can be read: {_without_end(reason)}"
        yield "   nothing was withdrawn by that: let the user that runs this read the folder"
        return
    yield f"what was signed cannot be read  {name}"
    yield f"   {_UNREAD}: {_without_end(reason)}"
    yield _TO_DO.format(id=name)


def _problem_of(approval: LimitApproval) -> dict[str, Any]:
    """Return why an approval does not count, and whether the limit is held all the same."""
    reason = f"cannot be read: {approval.reason}" if approval.is_unread else approval.reason
    return {"approval_problem": reason, "is_held": approval.is_held}


def _without_end(reason: str) -> str:
    return " ".join(reason.split()).rstrip(".:;")


def place_limit_record(limit: PlaceLimit, approval: LimitApproval) -> dict[str, Any]:
    """Return a limit at a place as JSON data."""
    return {
        "id": limit.id,
        "variable": "speed",
        "bound": "maximum",
        "value": limit.speed,
        "unit": "m/s",
        "is_keep_out": limit.is_keep_out,
        "place": asdict(limit.circle),
        "text": limit.words(),
        "approved_by": approval.operator,
        "approved_at": approval.approved_at,
        **_problem_of(approval),
    }


def place_limit_lines(limit: PlaceLimit, approval: LimitApproval) -> Iterator[str]:
    """Yield a limit at a place as a person reads it."""
    yield f"{limit.words()}  {limit.id}"
    if approval.reason:
        yield from _problem_lines(limit, approval)
    else:
        yield f"   approved by {approval.operator}{_when(approval)}"


def _problem_lines(limit: SignedLimit, approval: LimitApproval) -> Iterator[str]:
    yield f"   its approval does not count: {_without_end(approval.reason)}"
    if approval.is_held:
        if isinstance(limit, LimitTerms) and approval.value is not None:
            limit = replace(limit, value=approval.value)
        yield _HELD.format(words=limit.words(), id=limit.id)


def _when(approval: LimitApproval) -> str:
    return f", {approval.approved_at:%Y-%m-%d %H:%M} UTC" if approval.approved_at else ""


def _other_value(limit: LimitTerms, approval: LimitApproval) -> str:
    """Say which value acts, where it is another one."""
    if approval.value is None or approval.value == limit.value:
        return ""
    value = approval.value if isinstance(approval.value, str) else f"{approval.value:.10g}"
    return f", for {value} {limit.unit}, which acts until the new value is approved"
