"""Entries and evidence as JSON data, the same for the command line, HTTP and agents."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from robot_memory.entries.confidence import band
from robot_memory.entries.context_block import percent
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.running_hours import RunningHours
from robot_memory.entries.text_as_read import advice_of, last_seen
from robot_memory.foundation.text.units import units_of
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Observation
from robot_memory.ledger.checked_detail import FIELDS_BEFORE


class EntryRecord(TypedDict, total=False):
    """What is told of each entry; further fields of the file stand beside it."""

    id: str
    type: str
    text: str
    confidence: Annotated[float, "What it is worth now, 0 to 1."]
    percent: Annotated[int, "The confidence as it is shown."]
    mark: Annotated[str, "The band of the confidence."]
    stored_confidence: Annotated[float, "As it was when it was last reinforced."]
    first_seen: datetime
    last_reinforced: datetime
    observation_count: int
    tags: list[str]
    advice: Annotated[str, "What to try; empty where nothing is sure."]
    times_seen: Annotated[str, "How often it came, in words."]
    rate: Annotated[dict[str, Any] | None, "How often the fault comes in an hour of operation."]
    presence: Annotated[dict[str, Any] | None, "Whether what it tells of is there, and since when."]
    last_seen: Annotated[datetime | None, "When it was seen last; null while it is there or kept."]


def entry_record(
    confidence: float, entry: MemoryEntry, hours: RunningHours | None = None
) -> dict[str, Any]:
    """Return an entry as JSON data.

    Args:
        confidence: what the entry is worth now; ``percent`` and ``mark`` are it as it is shown.
        hours: in which the robot ran, for ``rate``: how often the fault comes in an hour,
            ``presence``: whether it is there, and ``last_seen``; null where that is not known.
            None: there are no such fields.
    """
    record: EntryRecord = {
        "id": entry.id,
        "type": entry.type.value,
        "text": entry.text,
        "confidence": confidence,
        "percent": percent(confidence),
        "mark": band(confidence),
        "stored_confidence": entry.confidence,
        "first_seen": entry.first_seen,
        "last_reinforced": entry.last_reinforced,
        "observation_count": entry.observation_count,
        "tags": list(entry.tags),
        "advice": advice_of(entry),
        "times_seen": entry.times_seen,
    }
    if hours is not None:
        rate, presence = hours.rate_of(entry), hours.presence_of(entry)
        record["rate"] = None if rate is None else rate.as_record()
        record["presence"] = None if presence is None else presence.as_record()
        record["last_seen"] = last_seen(entry, hours)
    # A further field of the file may have any name; it takes no place of what is computed.
    further = {name: value for name, value in entry.extra.items() if name not in record}
    return {**record, **further}


def evidence_record(row: Observation) -> dict[str, Any]:
    """Return a row of the ledger as JSON data."""
    return {
        "id": row.id,
        "time": row.time,
        "kind": row.kind.value,
        "source": row.source.value,
        "detector": row.detector,
        "topic": row.topic,
        "component": row.component,
        "severity": row.severity_word,
        "summary": row.summary,
        "context": dict(row.context),
        "detail": {name: value for name, value in row.detail.items() if name != FIELDS_BEFORE},
        "units": units_of({**row.detail, **row.context}),
    }


def plain_value(value: object) -> object:
    """Return what JSON has no form for in one that it has: times as ISO 8601.

    Raises:
        TypeError: there is none.
    """
    if isinstance(value, datetime):
        return stamps.to_text(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
