"""How things came to be as they are: of an entry, of the whole memory, of places, of robots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

from robot_memory import stamps
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.ledger import Observation
from robot_memory.ledger.occurrence_span import OccurrenceSpan, find_spans
from robot_memory.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.web.endpoints.entries import ENTRY_ID, shown_record
from robot_memory.web.record_tail import RecordTail
from robot_memory.web.tokens import TokenScope

_RAISING = ("entry_created", "entry_reinforced", "entry_reopened")
_CURVE_STEPS = 40
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)
_NEWEST_ROWS = 20_000  # that are looked at for a picture


def _history(call: Call) -> Answer:
    memory = call.memory
    entry, rows = memory.why(call["id"], limit=1000)
    now, settings = memory.clock.now().time, memory.settings
    events = memory.long_term.levels.events.find(entry.id, after=0)
    raised = _raised(entry, rows, events, settings.decay_per_day)
    # From the last observation on the curve is computed: it falls by the decay in force.
    span = max(now - entry.last_reinforced, timedelta())
    times = [entry.last_reinforced + span * step / _CURVE_STEPS for step in range(_CURVE_STEPS + 1)]
    fading = [
        {"time": time, "confidence": effective(entry, time, settings.decay_per_day)}
        for time in times
    ]
    return Answer({
        "id": entry.id,
        "raised": raised,
        "fading": fading,
        "occurrences": [_span_record(span) for span in find_spans(reversed(rows))],
        "decay_per_day": settings.decay_per_day,
        "inject_min": settings.inject_min,
        "prune_min": settings.prune_min,
    })  # fmt: skip


def _raised(
    entry: MemoryEntry,
    rows: Sequence[Observation],
    events: Sequence[Mapping[str, Any]],
    decay_per_day: float,
) -> list[dict[str, Any]]:
    """Return what raised the confidence, oldest first; ``before`` is what it had faded to."""
    seen = {row.id: row.time for row in rows}
    points = []
    for event in events:
        value, row = event.get("confidence"), event.get("row")
        time = seen.get(row) if isinstance(row, int) else None
        time = time or stamps.time_of(event.get("timestamp"))
        is_raised = event.get("id") == entry.id and event.get("type") in _RAISING
        if is_raised and time is not None and isinstance(value, (int, float)):
            points.append((time, float(value)))
    raised: list[dict[str, Any]] = []
    last: MemoryEntry | None = None
    for time, value in sorted(points):
        before = effective(last, time, decay_per_day) if last else None
        raised.append({"time": time, "before": before, "confidence": value})
        last = replace(entry, confidence=value, last_reinforced=time)
    return raised


def _span_record(span: OccurrenceSpan) -> dict[str, Any]:
    return {"entry": span.entry_id, "start": span.start, "end": span.end, "count": span.count}


def _occurrences(call: Call) -> Answer:
    if not call.memory.has_ledger:
        return Answer({"occurrences": []})
    ledger = call.memory.ledger
    rows = ledger.after(max(0, ledger.last() - _NEWEST_ROWS))
    found = [
        _span_record(span)
        for span in find_spans(row for row in rows if row.entry_id)
        if (span.end or span.start) >= call["since"]
    ]
    return Answer({"occurrences": found[-call["limit"] :]})


def _events(call: Call) -> Answer:
    tail = RecordTail(call.memory.long_term.levels.events)
    found = tail.latest(call["after"])
    recent = [
        {"seq": event.seq, **event.data}
        for event in found
        if call["since"] is None or _time_of(event.data) >= call["since"]
    ]
    return Answer({"newest": tail.newest(), "events": recent[-call["limit"] :]})


def _time_of(data: Mapping[str, Any]) -> datetime:
    return stamps.time_of(data.get("timestamp")) or _LONG_AGO


def _places(call: Call) -> Answer:
    memory = call.memory
    places = memory.ledger.places() if memory.has_ledger else []
    worth = {entry.id: (confidence, entry) for confidence, entry in memory.entries()}
    shown = [
        {
            "id": place.id,
            "entry": place.entry_id,
            "text": worth[place.entry_id][1].text,
            "confidence": worth[place.entry_id][0],
            "frame": place.centre.frame,
            "x": place.centre.x,
            "y": place.centre.y,
            "radius": place.radius,
            "events": place.events,
        }
        for place in places
        if place.entry_id in worth
    ]
    return Answer({"places": shown, "track": _track(call)})


def _track(call: Call) -> list[dict[str, Any]]:
    """Return where the robot was when something happened, oldest first; at most 2,000 points."""
    if not call.memory.has_ledger:
        return []
    ledger = call.memory.ledger
    points = []
    for row in ledger.after(max(0, ledger.last() - _NEWEST_ROWS)):
        at = row.detail.get("at")
        if isinstance(at, dict) and isinstance(at.get("x"), (int, float)):
            points.append({
                "time": row.time, "frame": at.get("frame", ""), "x": at["x"], "y": at.get("y", 0.0),
            })  # fmt: skip
    return points[-2000:]


def _peers(call: Call) -> Answer:
    memory = call.memory
    now, decay = memory.clock.now().time, memory.settings.decay_per_day
    heard = [
        {
            "rrn": rrn,
            "name": peer.name,
            "last_synced": peer.last_synced,
            "is_current": peer.is_current(now),
            "problem": peer.problem,
            "entries": [
                shown_record(effective(entry, now, decay), entry)
                for entry in peer.entries
            ],
        }
        for rrn, peer in sorted(memory.peers.all().items())
    ]  # fmt: skip
    return Answer({"peers": heard})


ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/entries/{id}/history", TokenScope.READ,
        "How the confidence in an entry went, and its occurrences.", _history, (ENTRY_ID,),
    ),
    Endpoint(
        "GET", "/api/memory/occurrences", TokenScope.READ,
        "When faults began and ended, oldest first.", _occurrences,
        (
            Parameter("since", "query", "time", "Only from then on.", is_required=True),
            Parameter("limit", "query", "integer", "How many, of the newest.", default=2000,
                      least=1, most=10_000),
        ),
    ),
    Endpoint(
        "GET", "/api/memory/events", TokenScope.READ, "What happened to entries, oldest first.",
        _events,
        (
            Parameter("after", "query", "integer", "Only events with a greater number.", default=0,
                      least=0, most=2**53),
            Parameter("since", "query", "time", "Only events from then on."),
            Parameter("limit", "query", "integer", "How many, of the newest.", default=200,
                      least=1, most=1000),
        ),
    ),
    Endpoint(
        "GET", "/api/memory/places", TokenScope.READ,
        "Places that entries are about, and where the robot was.", _places,
    ),
    Endpoint(
        "GET", "/api/memory/peers", TokenScope.READ, "What other robots said.", _peers,
    ),
)  # fmt: skip
