"""What the record of changes says of limits: the newest signature of each (rules.md §12.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from robot_memory import file_lock
from robot_memory.governance.record_lines import ENROLLED, LIMIT_APPROVED, LIMIT_WITHDRAWN
from robot_memory.levels.event_log import EventLog
from robot_memory.levels.record_verification import verify
from robot_memory.stamps import time_of

#: The types of the lines that say what the node publishes.
LIMIT_APPLIED, PLACES_APPLIED = "limit_applied", "places_applied"
_TEXTS = tuple(
    f'"{kind}"' for kind in (LIMIT_APPROVED, LIMIT_WITHDRAWN, LIMIT_APPLIED, PLACES_APPLIED)
)
#: Seconds to wait for others that append, where the record is looked at again later.
LOOK_PATIENCE = 1.0


@dataclass(frozen=True)
class RecordedLimit:
    """What the record says of a limit.

    Attributes:
        signed_at: when its newest signature was made, UTC; None where the record has none.
        operator: who approved it last; empty where nobody did.
        terms: what was approved last; None where the record does not say that.
        is_ended: whether its newest signature ends it.
        has_acted: whether the node published it since the last end.
    """

    signed_at: datetime | None = None
    operator: str = ""
    terms: Mapping[str, Any] | None = None
    is_ended: bool = False
    has_acted: bool = False


def recorded_limits(
    events: EventLog, patience: float = file_lock.LOCK_PATIENCE
) -> dict[str, RecordedLimit]:
    """Return what the record says of each limit that it names.

    Args:
        patience: seconds to wait for others that append to it.

    Raises:
        LockHeld, OSError: the record cannot be read now.
    """
    found: dict[str, RecordedLimit] = {}
    for event in events.find(*_TEXTS, after=0, patience=patience):
        for name in _names(event):
            found[name] = _with(found.get(name, RecordedLimit()), event)
    return found


def _names(event: Mapping[str, Any]) -> Iterator[str]:
    """Yield the limits that a line is about."""
    kind = event.get("type")
    if kind in (LIMIT_APPROVED, LIMIT_WITHDRAWN):
        yield str(event.get("id"))
    elif kind in (LIMIT_APPLIED, PLACES_APPLIED):
        listed = event.get("limits" if kind == LIMIT_APPLIED else "places")
        for one in listed if isinstance(listed, list) else ():
            yield str(one.get("id") if isinstance(one, dict) else one)


def _with(one: RecordedLimit, event: Mapping[str, Any]) -> RecordedLimit:
    """Return what is known of a limit with its next line."""
    kind = event["type"]
    if kind not in (LIMIT_APPROVED, LIMIT_WITHDRAWN):
        return replace(one, has_acted=not one.is_ended)
    dates = [date for date in (one.signed_at, time_of(event.get("timestamp"))) if date is not None]
    one = replace(one, signed_at=max(dates, default=None), is_ended=kind == LIMIT_WITHDRAWN)
    if one.is_ended:
        return replace(one, has_acted=False)
    terms = event.get("terms")
    terms = terms if isinstance(terms, dict) else None
    return replace(one, operator=str(event.get("operator", "")), terms=terms)


def tells_all(events: EventLog) -> bool:
    """Tell whether a limit of which the record says nothing was never signed.

    The record has to be whole from its first line on. One that was begun anew does not count: who
    approves limits was enrolled before, and the record says that.

    Raises:
        LockHeld, OSError: the record cannot be read now.
    """
    enrolled: list[int] = []

    def look(seq: int, _place: str, line: bytes) -> None:
        if f'"{ENROLLED}"'.encode() in line:
            enrolled.append(seq)

    with events.snapshot(LOOK_PATIENCE) as record:
        told = verify(record, on_line=look)
    return told.first == 1 and not told.defects and bool(enrolled)
