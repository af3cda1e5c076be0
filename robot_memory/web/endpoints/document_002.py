"""The endpoints of document 002, "API Endpoints", as written there."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from robot_memory.levels.level_tree import MemoryLevel
from robot_memory.levels.retention import RETENTION_POLICY
from robot_memory.night_shift import STEPS
from robot_memory.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.web.entity_tag import check_match, tag_of
from robot_memory.web.problem import Refused
from robot_memory.web.tokens import TokenScope

_SOURCE = "002 §API Endpoints"
_LEVELS = tuple(level.value for level in MemoryLevel)
_LEVEL = Parameter(
    "level", "path", "string", "The level of memory.", is_required=True, choices=_LEVELS
)
_PATH = Parameter(
    "path", "path", "string", "The file, below the level.", is_required=True, least=1, most=1000
)


def _search(call: Call) -> Answer:
    context = call.memory.long_term.recall.read_memory(
        call["q"], call["levels"] or _LEVELS, limit=call["limit"]
    )
    return Answer({"query": call["q"], "hits": [asdict(hit) for hit in context.hits]})


def _read(call: Call) -> Answer:
    text = call.memory.long_term.levels.read(call["level"], call["path"])
    if text is None:
        detail = f"there is no file {call['path']!r:.200} in the {call['level']} level"
        raise Refused(HTTPStatus.NOT_FOUND, detail)
    return Answer(
        {"level": call["level"], "path": call["path"], "content": text},
        headers={"ETag": tag_of(text)},
    )


def _write(call: Call) -> Answer:
    levels = call.memory.long_term.levels
    if call.if_match:
        check_match(call.if_match, levels.read(call["level"], call["path"]))
    author = f"{call.caller.name} over HTTP"
    made = levels.write(call["level"], call["path"], call["content"], by=author)
    where = {"level": call["level"], "path": call["path"]}
    if made is not None:
        return Answer({**where, "proposal": made.as_record()}, HTTPStatus.ACCEPTED)
    return Answer(where, headers={"ETag": tag_of(call["content"])})


def _consolidate(call: Call) -> Answer:
    report = call.memory.consolidate(call["steps"], dry_run=call["dry_run"])
    status = HTTPStatus.OK if report.success else HTTPStatus.INTERNAL_SERVER_ERROR
    return Answer(report.as_record(), status)


def _stats(call: Call) -> Answer:
    return Answer(call.memory.long_term.levels.stats().as_record())


def _retention(call: Call) -> Answer:
    plan = call.memory.long_term.levels.plan_retention()
    steps = [{"path": step.path, "reason": step.reason} for step in plan.steps]
    return Answer({"policy": RETENTION_POLICY, "held": plan.held, "due": steps})


ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/search", TokenScope.READ, "Search the levels of memory.", _search,
        (
            Parameter("q", "query", "string", "Words.", is_required=True, least=1, most=2000),
            Parameter("levels", "query", "string", "The levels to search; all by default.",
                      is_list=True, default=(), choices=_LEVELS),
            Parameter("limit", "query", "integer", "How many hits to return.",
                      default=10, least=1, most=1000),
        ),
        source=_SOURCE,
    ),
    Endpoint(
        "GET", "/api/memory/read/{level}/{path:path}", TokenScope.READ, "Read a file of a level.",
        _read, (_LEVEL, _PATH), source=_SOURCE,
    ),
    Endpoint(
        "POST", "/api/memory/write/{level}/{path:path}", TokenScope.WRITE,
        "Write a file of a level; a procedural file becomes a proposal.", _write,
        (_LEVEL, _PATH,
         Parameter("content", "body", "string", "The whole text; of an event one JSON object.",
                   is_required=True, most=500_000)),
        source=_SOURCE,
    ),
    Endpoint(
        "POST", "/api/memory/consolidate", TokenScope.WRITE, "Run the night shift now.",
        _consolidate,
        (
            Parameter("steps", "body", "string", "The steps to run; all by default.",
                      is_list=True, default=(), choices=STEPS),
            Parameter("dry_run", "body", "boolean", "Report only; change nothing.", default=False),
        ),
        source=_SOURCE,
    ),
    Endpoint(
        "GET", "/api/memory/stats", TokenScope.READ, "Count the files of the levels.", _stats,
        source=_SOURCE,
    ),
    Endpoint(
        "GET", "/api/memory/retention", TokenScope.READ, "List what retention would archive now.",
        _retention, source=_SOURCE,
    ),
)  # fmt: skip
