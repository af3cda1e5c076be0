"""Entries and evidence as ROS messages."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from builtin_interfaces.msg import Time

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.confidence import effective
from robot_memory.entries.entry_event import EntryEvent
from robot_memory.entries.known_rules import known_reason
from robot_memory.entries.presence import Presence
from robot_memory.entries.priority import priority_of
from robot_memory.foundation.text.escaping import field_text, json_text
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.foundation.text.units import units_of
from robot_memory.ledger import Observation
from robot_memory.ledger.checked_detail import FIELDS_BEFORE
from robot_memory.msg import Evidence, MemoryEvent, RecallHit
from robot_memory.msg import MemoryEntry as EntryMessage

if TYPE_CHECKING:
    from robot_memory.long_term.recall.query import Hit

_LAST_SECOND = 2**31 - 1
#: Message fields that depend on more than the entry, or have another name there.
_COMPUTED = frozenset({
    "confidence", "stored_confidence", "observation_count", "priority_severity",
    "priority_recency", "priority_use", "known", "known_why", "presence", "presence_since", "rrn",
})  # fmt: skip
#: All other fields have the name of an entry's property.
_OF_ENTRY = tuple(
    name for name in EntryMessage.get_fields_and_field_types() if name not in _COMPUTED
)


def to_time(stamp: datetime) -> Time:
    """Return a time as a message, limited to the range from 1970 to January 2038."""
    seconds, microseconds = divmod(max(0, round(stamp.timestamp() * 1e6)), 1_000_000)
    return Time(sec=min(seconds, _LAST_SECOND), nanosec=microseconds * 1000)


def from_time(stamp: Time) -> datetime | None:
    """Return a message's time; None if it is zero, which means "not given"."""
    if not (stamp.sec or stamp.nanosec):
        return None
    return datetime.fromtimestamp(stamp.sec + stamp.nanosec * 1e-9, timezone.utc)


def to_text(text: str) -> str:
    """Return a text for a message field: one line that is safe to display.

    Bytes that are not UTF-8 become �.
    """
    return field_text(storable(text))


def entry_message(
    confidence: float,
    entry: MemoryEntry,
    now: datetime,
    rrn: str = "",
    presence: Presence | None = None,
) -> EntryMessage:
    """Return an entry as a message.

    Args:
        rrn: the RRN of the peer that owns the entry; empty for an own entry.
        presence: whether the entry's subject is present; None if unknown.
    """
    priority = priority_of(entry, (now - entry.last_reinforced).total_seconds())
    return EntryMessage(
        **{name: _value(getattr(entry, name)) for name in _OF_ENTRY},
        confidence=confidence,
        stored_confidence=entry.confidence,
        observation_count=min(entry.observation_count, 2**32 - 1),
        priority_severity=priority.severity,
        priority_recency=priority.recency,
        priority_use=priority.use,
        known=entry.is_known(now),
        known_why=to_text(known_reason(entry, now)),
        presence="" if presence is None else presence.state.value,
        presence_since=Time() if presence is None else to_time(presence.since),
        rrn=to_text(rrn),
    )


def _value(value: Any) -> Any:
    match value:
        case EntryType():
            return value.value
        case str():
            return to_text(value)
        case datetime():
            return to_time(value)
        case tuple():
            return [to_text(one) for one in value]
    return value


def evidence_message(row: Observation) -> Evidence:
    """Return a ledger row as a message."""
    detail = {**row.detail, **row.context}
    detail.pop(FIELDS_BEFORE, None)
    units = units_of(detail)
    detail |= {"units": units} if units else {}
    return Evidence(
        id=row.id,
        stamp=to_time(row.time),
        kind=row.kind.value,
        author=to_text(row.author),
        detector=to_text(row.detector),
        topic=to_text(row.topic),
        component=to_text(row.component),
        severity=row.severity_word,
        summary=to_text(row.summary),
        detail_json=json_text(dict(sorted(detail.items()))),
    )


def hit_message(hit: Hit) -> RecallHit:
    """Return a search hit as a message."""
    return RecallHit(
        source=hit.source,
        id=to_text(hit.id),
        where=to_text(hit.where),
        stamp=Time() if hit.time is None else to_time(hit.time),
        text=to_text(f"{hit.speaker}: {hit.text}" if hit.speaker else hit.text),
        context=to_text(hit.context),
        score=hit.score,
        why=[to_text(reason) for reason in hit.why],
    )


def event_message(event: EntryEvent, decay_per_day: float, own_rrn: str) -> MemoryEvent:
    """Return an event as a message; ``own_rrn`` is the RRN of the robot that owns the entries."""
    message = MemoryEvent(
        stamp=to_time(event.time),
        kind=event.kind,
        rrn=event.rrn if event.entry is None else own_rrn,
        actor=to_text(event.actor),
        known=event.is_known,
        reason=to_text(event.reason),
        detail=to_text(event.detail),
    )
    entry = event.entry
    if entry is not None:
        message.entry_id = to_text(entry.id)
        message.type = entry.type.value
        message.text = to_text(entry.text)
        message.confidence = effective(entry, event.time, decay_per_day)
    return message
