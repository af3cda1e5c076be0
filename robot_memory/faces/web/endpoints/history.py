"""What happened: the history of entries, what a limit rests on, when faults came, events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from http import HTTPStatus
from typing import Any

from robot_memory.applications.limits.limit import terms_of
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.faces.web.problem import Refused
from robot_memory.faces.web.record_tail import RecordTail
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Observation
from robot_memory.ledger.occurrence_span import OccurrenceSpan, find_spans
from robot_memory.long_term.limit_search.risk_set import Moment, moments_of

_RAISING = ("entry_created", "entry_reinforced", "entry_reopened")
_CURVE_STEPS = 40
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)
_ROWS_OF_AN_OCCURRENCE = 2  # an onset and an end


def _history(call: Call) -> Answer:
    memory = call.memory
    entry, rows = memory.why(call["id"], limit=1000)
    now, settings = memory.clock.now().time, memory.settings
    events = memory.long_term.levels.events.find(entry.id, after=0)
    raised = _raised(entry, rows, events, settings.decay_per_day)
    # From the last observation on the curve is computed: it falls by the decay in force.
    span = max(now - entry.last_reinforced, timedelta())
    times = [entry.last_reinforced + span * step / _CURVE_STEPS for step in range(_CURVE_STEPS + 1)]
    decay = [
        {"time": time, "confidence": effective(entry, time, settings.decay_per_day)}
        for time in times
    ]
    return Answer({
        "id": entry.id,
        "raised": raised,
        "decay": decay,
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
    """Return what raised the confidence, oldest first; ``before`` is the decayed value."""
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


def _limit(call: Call) -> Answer:
    memory = call.memory
    entry, _ = memory.why(call["id"], limit=1)
    row = memory.ledger.newest_limit(entry.id) if memory.has_ledger else None
    terms = None if row is None else terms_of(memory.rrn, row)
    if row is None or terms is None:
        raise Refused(HTTPStatus.NOT_FOUND, f"{entry.id} is no limit that this robot learned")
    fault, _ = memory.why(str(row.detail.get("explains")), limit=1)
    found = moments_of(memory.ledger, fault, terms.variable)
    return Answer({
        "id": entry.id, "explains": fault.id,
        "variable": terms.variable, "bound": terms.bound.value, "value": terms.value,
        "unit": terms.unit, "time": found.time,
        "onsets": list(map(_moment_record, found.onsets)),
        "others": list(map(_moment_record, found.others)),
    })  # fmt: skip


def _moment_record(moment: Moment) -> dict[str, Any]:
    seconds, value = moment
    return {"time": datetime.fromtimestamp(seconds, timezone.utc), "value": value}


def _occurrences(call: Call) -> Answer:
    if not call.memory.has_ledger:
        return Answer({"occurrences": [], "is_complete": True})
    limit = call["limit"]
    rows = call.memory.ledger.recent_occurrences(
        call["since"], entry_ids=call["entries"], most=_ROWS_OF_AN_OCCURRENCE * limit + 1
    )
    spans = find_spans(rows)
    is_complete = len(rows) <= _ROWS_OF_AN_OCCURRENCE * limit and len(spans) <= limit
    return Answer({
        "occurrences": [_span_record(span) for span in spans[-limit:]],
        "is_complete": is_complete,
    })  # fmt: skip


def _events(call: Call) -> Answer:
    tail = RecordTail(call.memory.long_term.levels.events)
    since = call["since"] or _LONG_AGO
    found = tail.latest(call["after"], call["limit"], lambda one: _time_of(one.data) >= since)
    recent = [{**event.data, "seq": event.seq} for event in found]
    return Answer({"newest": tail.newest(), "events": recent})


def _time_of(data: Mapping[str, Any]) -> datetime:
    return stamps.time_of(data.get("timestamp")) or _LONG_AGO


HANDLERS: Handlers = {
    "GET /api/memory/entries/{id}/history": _history,
    "GET /api/memory/entries/{id}/limit": _limit,
    "GET /api/memory/occurrences": _occurrences,
    "GET /api/memory/events": _events,
}
