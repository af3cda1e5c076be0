"""Entries and evidence as JSON data, the same for the command line, HTTP and agents."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from robot_memory.entries.context_block import percent
from robot_memory.entries.lifecycle import band
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.running_hours import RunningHours
from robot_memory.entries.text_as_read import advice_of
from robot_memory.foundation.text.units import units_of
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Observation
from robot_memory.ledger.checked_detail import FIELDS_BEFORE


def entry_record(
    confidence: float, entry: MemoryEntry, hours: RunningHours | None = None
) -> dict[str, Any]:
    """Return an entry as JSON data.

    Args:
        confidence: what the entry is worth now; ``percent`` and ``mark`` are it as it is shown.
        entry: the entry.
        hours: in which the robot ran, for ``rate``: how often the fault comes in an hour, and
            ``presence``: whether it is there; null where that is not known. None: there are no
            such fields.
    """
    lately = {}
    if hours is not None:
        rate, presence = hours.rate_of(entry), hours.presence_of(entry)
        lately = {"rate": rate and rate.as_record(), "presence": presence and presence.as_record()}
    record = {
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
        **lately,
    }
    # A further field of the file may have any name; it takes no place of what is computed.
    return record | {name: value for name, value in entry.extra.items() if name not in record}


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
