"""What is known: entries, their evidence, the context block, the search over all."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from robot_memory.entries.context_block import percent
from robot_memory.entries.json_records import entry_record
from robot_memory.entries.lifecycle import band
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entry_explanation import explain_entry
from robot_memory.recall import HitSource, Query
from robot_memory.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.web.tokens import TokenScope

ENTRY_ID = Parameter(
    "id", "path", "string", "The id of the entry.", is_required=True, least=1, most=100
)


def shown_record(confidence: float, entry: MemoryEntry) -> dict[str, Any]:
    """Return an entry as JSON data, with its confidence as people and agents are shown it."""
    shown = {"percent": percent(confidence), "mark": band(confidence)}
    return {**entry_record(confidence, entry), **shown}


def _entries(call: Call) -> Answer:
    found = call.memory.entries(
        types=call["types"], tags=call["tags"], include_resolved=call["include_resolved"],
        min_confidence=call["min_confidence"],
    )  # fmt: skip
    return Answer(call.page(found, lambda valued: shown_record(*valued)))


def _context(call: Call) -> Answer:
    block = call.memory.context(
        call["token_budget"], min_confidence=call["min_confidence"], tags=call["tags"],
        query=call["query"],
    )  # fmt: skip
    return Answer({"context": block.text, "tokens": block.tokens})


def _why(call: Call) -> Answer:
    found = explain_entry(call.memory, call["id"], limit=call["limit"])
    return Answer({"entry": shown_record(found.confidence, found.entry), **found.as_record()})


def _recall(call: Call) -> Answer:
    query = Query(
        call["query"], call["limit"], sources=call["sources"], speaker=call["speaker"],
        component=call["component"], since=call["since"], until=call["until"],
    )  # fmt: skip
    hits = call.memory.recall(query)
    return Answer({"query": call["query"], "hits": [asdict(hit) for hit in hits]})


def _health(call: Call) -> Answer:
    memory = call.memory
    return Answer({
        "rrn": memory.rrn,
        "problem": memory.problem,
        "defects": [{"path": one.path, "problem": one.problem} for one in memory.defects],
        "seq": memory.seq,
        "time": memory.clock.now().time,
    })  # fmt: skip


_TAGS = Parameter(
    "tags", "query", "string", "Only entries with one of these tags.", is_list=True, default=()
)
_MIN_CONFIDENCE = Parameter(
    "min_confidence", "query", "number", "Only entries of at least this confidence.",
    default=0.0, least=0.0, most=1.0,
)  # fmt: skip

ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/entries", TokenScope.READ, "List the entries, strongest first.",
        _entries,
        (
            Parameter("types", "query", "string", "Only entries of these types.", is_list=True,
                      default=(), choices=tuple(kind.value for kind in EntryType)),
            _TAGS,
            Parameter("include_resolved", "query", "boolean", "Resolved ones as well.",
                      default=False),
            _MIN_CONFIDENCE,
        ),
        is_paged=True,
    ),
    Endpoint(
        "GET", "/api/memory/context", TokenScope.READ, "Return the context block of now.",
        _context,
        (
            Parameter("token_budget", "query", "integer", "Its size; 0 for the setting.",
                      default=0, least=0, most=100_000),
            _MIN_CONFIDENCE,
            _TAGS,
            Parameter("query", "query", "string", "Only entries that share a word with it.",
                      default="", most=2000),
        ),
        source="000 §5",
    ),
    Endpoint(
        "GET", "/api/memory/why/{id}", TokenScope.READ,
        "Return an entry and its evidence, newest first.", _why,
        (
            ENTRY_ID,
            Parameter("limit", "query", "integer", "How many rows of evidence.", default=20,
                      least=1, most=1000),
        ),
    ),
    Endpoint(
        "GET", "/api/memory/recall", TokenScope.READ, "Search the whole memory.", _recall,
        (
            Parameter("query", "query", "string", "A question, or words.", is_required=True,
                      least=1, most=2000),
            Parameter("limit", "query", "integer", "How many hits to return.", default=10,
                      least=1, most=1000),
            Parameter("sources", "query", "string", "Only from these.", is_list=True, default=(),
                      choices=tuple(source.value for source in HitSource)),
            Parameter("speaker", "query", "string", "Only what this one said.", default="",
                      most=200),
            Parameter("component", "query", "string", "Only about this part.", default="",
                      most=200),
            Parameter("since", "query", "time", "Only from then on."),
            Parameter("until", "query", "time", "Only until then."),
        ),
    ),
    Endpoint(
        "GET", "/api/memory/health", TokenScope.READ,
        "Return the identity and the health of the memory.",
        _health,
    ),
)  # fmt: skip
