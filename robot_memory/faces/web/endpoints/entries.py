"""What is known: entries, their evidence, the context block, the search over all."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from robot_memory.applications.entry_explanation import explain_entry
from robot_memory.entries.context_block import percent
from robot_memory.entries.json_records import entry_record
from robot_memory.entries.lifecycle import band
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.running_hours import RunningHours
from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.long_term.recall import Query


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
    })  # fmt: skip


HANDLERS: Handlers = {
    "GET /api/memory/entries": _entries,
    "GET /api/memory/context": _context,
    "GET /api/memory/why/{id}": _why,
    "GET /api/memory/recall": _recall,
    "GET /api/memory/health": _health,
}
