"""What is known, and what people and agents say of it: entries, evidence, context, review."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from http import HTTPStatus
from typing import Any

from robot_memory.applications.entry_explanation import explain_entry
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit_record import (
    limit_record,
    place_limit_record,
    unread_record,
)
from robot_memory.applications.memory_status import is_watched, watched_words
from robot_memory.applications.review import ReviewItem, items_to_review
from robot_memory.entries.context_block import percent
from robot_memory.entries.json_records import entry_record
from robot_memory.entries.lifecycle import band, effective
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.running_hours import RunningHours
from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.long_term.recall import Query


def _remember(call: Call) -> Answer:
    result = call.memory.remember(
        call["type"], call["text"], confidence=call["confidence"], tags=call["tags"],
        source=call.caller.source, keep=call["keep"], until=call["until"],
    )  # fmt: skip
    status = HTTPStatus.CREATED if result.created else HTTPStatus.OK
    return Answer(asdict(result), status, {"Location": f"/api/memory/why/{result.id}"})


def _confirm(call: Call) -> Answer:
    result = call.memory.confirm(
        call["id"], text=call["says"], source=call.caller.source, keep=call["keep"],
        until=call["until"],
    )  # fmt: skip
    return Answer(asdict(result))


def _resolve(call: Call) -> Answer:
    return _changed(call, call.memory.resolve(call["id"], call["note"], source=call.caller.source))


def _mute(call: Call) -> Answer:
    return _changed(
        call,
        call.memory.mute(
            call["id"], until=call["until"], why=call["why"], source=call.caller.source
        ),
    )


def _unmute(call: Call) -> Answer:
    return _changed(call, call.memory.unmute(call["id"], source=call.caller.source))


def _known(call: Call) -> Answer:
    memory, reason, source = call.memory, call["reason"], call.caller.source
    if call["withdraw"]:
        return _changed(call, memory.withdraw_known(call["id"], reason, source=source))
    return _changed(
        call, memory.declare_known(call["id"], reason, until=call["until"], source=source)
    )


def _forget(call: Call) -> Answer:
    return _changed(call, call.memory.forget(call["id"], call["why"], source=call.caller.source))


def _correct(call: Call) -> Answer:
    return _changed(call, call.memory.correct(call["id"], call["text"], source=call.caller.source))


def _undo(call: Call) -> Answer:
    undone = call.memory.undo(call["id"], source=call.caller.source)
    shown = {} if undone.has_left else _record(call, undone.entry)
    return Answer({**shown, "id": undone.entry.id, "undone": undone.words})


def _repaired(call: Call) -> Answer:
    entries = call.memory.repaired(call["component"], call["note"], source=call.caller.source)
    resolved = [entry.id for entry in entries if entry.type is EntryType.RESOLVED]
    waiting = [entry.id for entry in entries if entry.type is not EntryType.RESOLVED]
    return Answer({"component": call["component"], "resolved": resolved, "waiting": waiting})


def _changed(call: Call, entry: MemoryEntry) -> Answer:
    return Answer(_record(call, entry))


def _record(call: Call, entry: MemoryEntry) -> dict[str, Any]:
    memory = call.memory
    worth = effective(entry, memory.clock.now().time, memory.settings.decay_per_day)
    return shown_record(worth, entry)


def _review(call: Call) -> Answer:
    return Answer(call.page(items_to_review(call.memory), ReviewItem.as_record))


def _limits(call: Call) -> Answer:
    limits = LearnedLimits(call.memory)
    signed = limits.signed_or_held()
    found = limits.listed(signed.learned, signed.unread_approval)
    learned = [partial(limit_record, *one) for one in found]
    places = [partial(place_limit_record, *one) for one in signed.places]
    listed = {limit.id for limit, _ in found}
    unread = [partial(unread_record, *one) for one in signed.unread.items() if one[0] not in listed]
    return Answer(call.page([*learned, *places, *unread], lambda record: record()))


def shown_record(
    confidence: float, entry: MemoryEntry, hours: RunningHours | None = None
) -> dict[str, Any]:
    """Return an entry as JSON data, with its confidence as people and agents are shown it.

    Args:
        confidence: what it is worth now.
        entry: the entry.
        hours: in which the robot ran; None: how often it comes is not asked.
    """
    shown = {"percent": percent(confidence), "mark": band(confidence)}
    return {**entry_record(confidence, entry, hours), **shown}


def _entries(call: Call) -> Answer:
    found = call.memory.entries(
        types=call["types"], tags=call["tags"], include_resolved=call["include_resolved"],
        min_confidence=call["min_confidence"],
    )  # fmt: skip
    hours = call.memory.running_hours()
    return Answer(
        call.page(
            found,
            lambda valued: shown_record(*valued, hours),
            lambda valued: not valued[1].is_agents_word,
        )
    )


def _context(call: Call) -> Answer:
    block = call.memory.context(
        call["token_budget"], min_confidence=call["min_confidence"], tags=call["tags"],
        query=call["query"],
    )  # fmt: skip
    return Answer({"context": block.text, "tokens": block.tokens})


def _why(call: Call) -> Answer:
    found = explain_entry(call.memory, call["id"], limit=call["limit"])
    entry = shown_record(found.confidence, found.entry, call.memory.running_hours())
    return Answer({"entry": entry, **found.as_record()})


def _recall(call: Call) -> Answer:
    query = Query(
        call["query"], call["limit"], sources=call["sources"], speaker=call["speaker"],
        component=call["component"], since=call["since"], until=call["until"],
    )  # fmt: skip
    hits = call.memory.recall(query)
    return Answer({"query": call["query"], "hits": [asdict(hit) for hit in hits]})


def _health(call: Call) -> Answer:
    memory = call.memory
    memory.tick()  # nothing below reads what other processes wrote since the last request
    return Answer({
        "rrn": memory.rrn,
        "problem": memory.problem,
        "defects": [{"path": one.path, "problem": one.problem} for one in memory.defects],
        "seq": memory.seq,
        "time": memory.clock.now().time,
        "is_watched": is_watched(memory),
        "watched": watched_words(memory),
        "caller": {"name": call.caller.name, "scopes": sorted(call.caller.scopes)},
    })  # fmt: skip


HANDLERS: Handlers = {
    "POST /api/memory/entries": _remember,
    "POST /api/memory/entries/{id}/confirm": _confirm,
    "POST /api/memory/entries/{id}/resolve": _resolve,
    "POST /api/memory/entries/{id}/mute": _mute,
    "POST /api/memory/entries/{id}/unmute": _unmute,
    "POST /api/memory/entries/{id}/known": _known,
    "POST /api/memory/entries/{id}/forget": _forget,
    "POST /api/memory/entries/{id}/correct": _correct,
    "POST /api/memory/entries/{id}/undo": _undo,
    "POST /api/memory/repaired": _repaired,
    "GET /api/memory/review": _review,
    "GET /api/memory/limits": _limits,
    "GET /api/memory/entries": _entries,
    "GET /api/memory/context": _context,
    "GET /api/memory/why/{id}": _why,
    "GET /api/memory/recall": _recall,
    "GET /api/memory/health": _health,
}
