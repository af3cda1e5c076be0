"""Entries and evidence as JSON data, the same for the command line, HTTP and agents."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict, cast

from robot_memory.entries.confidence import band
from robot_memory.entries.context_block import percent
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.presence import PresenceRecord
from robot_memory.entries.running_hours import RateRecord, RunningHours
from robot_memory.entries.text_as_read import advice_of, last_seen
from robot_memory.foundation.text.units import units_of
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Observation
from robot_memory.ledger.checked_detail import FIELDS_BEFORE


class _FurtherFields(TypedDict, total=False):
    """Further fields that the memory writes into the file; where one is missing, it is not so."""

    key: Annotated[list[str], "Detector, component and symptom of its evidence."]
    readings: Annotated[list[str], "A pattern, and the values that vary in the text."]
    limit: Annotated[dict[str, Any], "Of a learned limit: its variable and its bound."]
    outcome: Annotated[dict[str, Any], "Of an entry about a task: what makes the difference."]
    joined: Annotated[list[str], "Ids of entries that became part of it."]
    repeats: Annotated[int, "How often it came again within one occurrence, at most."]
    days_observed: Annotated[int, "Number of days (UTC) with evidence."]
    source: Annotated[str, "'agent' or 'claimed', where nobody else supports it."]
    noted_by: Annotated[str, "Who noted what a detector saw."]
    decided_by: Annotated[str, "The person who decided about an agent's note."]
    resolved_from: Annotated[str, "Its type before it was resolved."]
    resolved_at: datetime
    resolved_note: str
    resolved_by: Annotated[str, "The agent who resolved it."]
    recovered_at: Annotated[datetime, "When it was proposed as resolved."]
    recovered_note: Annotated[str, "Who or what proposes that, and why."]
    muted_until: datetime | Literal["unmuted"]
    muted_by: str
    muted_why: str
    mute_asked_by: Annotated[str, "Who asks a person to mute it."]
    mute_asked_why: str
    known_since: datetime
    known_until: Annotated[datetime | Literal["worse"], "'worse': until the fault gets worse."]
    known_by: str
    known_why: str
    known_asked_by: Annotated[str, "Who asks a person to declare it known."]
    known_asked_why: str
    known_asked_until: datetime
    known_doubted_by: Annotated[str, "Who asks a person to withdraw that it is known."]
    known_doubted_why: str
    known_withdrawn_by: Annotated[str, "The person who withdrew that it is known."]
    kept_until: Annotated[
        datetime | Literal["withdrawn"], "Until when a person's note stands and does not fade."
    ]
    of: Annotated[str, "Of a peer's entry: its id at the peer."]
    heard_at: Annotated[datetime, "Of a peer's entry: when its words were first received."]
    about: Annotated[list[str], "Of a peer's entry: detector and symptom."]
    place: Annotated[dict[str, Any], "Of a peer's entry: where it is, metres."]


class _PresentFields(_FurtherFields, total=False):
    """What is told of an entry where it is known when the robot ran."""

    rate: Annotated[RateRecord | None, "How often the fault comes in an hour of operation."]
    presence: Annotated[PresenceRecord | None, "Whether what it tells of is there, and since when."]
    last_seen: Annotated[datetime | None, "When it was seen last; null while it is there or kept."]


class EntryRecord(_PresentFields):
    """What is told of each entry; fields of other tools in the file stand beside it."""

    id: str
    type: Annotated[str, EntryType]
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


def entry_record(
    confidence: float, entry: MemoryEntry, hours: RunningHours | None = None
) -> EntryRecord:
    """Return an entry as JSON data.

    Args:
        confidence: the entry's present value; ``percent`` and ``mark`` are its displayed forms.
        hours: when the robot ran, for ``rate``: how often the fault comes per hour, ``presence``:
            whether it is there, and ``last_seen``; null if unknown. None: without these fields.
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
    # The file's further fields may have any name; they never replace computed ones.
    further = {name: value for name, value in entry.extra.items() if name not in record}
    return cast(EntryRecord, {**record, **further})


class EvidenceRecord(TypedDict):
    """A row of the ledger."""

    id: int
    time: datetime
    kind: Annotated[str, "What it tells: 'onset', 'end', 'note', and so on."]
    source: Annotated[str, "'detector', 'person', 'agent' or 'claimed'."]
    detector: str
    topic: str
    component: str
    severity: Annotated[str, "In a word; empty where it has none."]
    summary: str
    context: Annotated[dict[str, Any], "Operating conditions and readings at that moment."]
    detail: Annotated[dict[str, Any], "Anything else."]
    units: Annotated[dict[str, str], "Units of the numbers in both, by name."]


def evidence_record(row: Observation) -> EvidenceRecord:
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
    """Return a value in a form that JSON has: times as ISO 8601.

    Raises:
        TypeError: JSON has no form for it.
    """
    if isinstance(value, datetime):
        return stamps.to_text(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
