"""Writing a file of a level (document 002, "API Endpoints").

It is of HTTP alone: a caller names the version that is replaced, and is told the new one; all
agents together have so many bytes of events.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from robot_memory.applications.operations.levels_questions import ReadLevelFile
from robot_memory.applications.operations.operation import Takes
from robot_memory.faces.web.endpoint import Answer, Call, Endpoint
from robot_memory.faces.web.endpoints.declared import parameters_of
from robot_memory.faces.web.entity_tag import check_match, tag_of
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.levels.proposal import is_agents


def _write(call: Call) -> Answer:
    levels = call.memory.long_term.levels
    if call.if_match:
        check_match(call.if_match, levels.read(call["level"], call["path"]))
    author = f"{call.caller.source} over HTTP"
    is_event = call["level"] == MemoryLevel.EPISODIC.value
    if is_event and is_agents(author):
        call.events_of_agents.take(len(call["content"].encode()))
    made = levels.write(call["level"], call["path"], call["content"], by=author)
    where = {"level": call["level"], "path": call["path"]}
    if made is not None:
        return Answer({**where, "proposal": made.as_record()}, HTTPStatus.ACCEPTED)
    if is_event:
        return Answer(where)  # of a record that grew by a line nobody holds the whole
    stored = levels.read(call["level"], call["path"]) or ""  # without secrets
    return Answer(where, headers={"ETag": tag_of(stored)})


@dataclass(frozen=True)
class _WriteLevelFile(ReadLevelFile):
    content: Annotated[str, Takes("the whole text; of an event one JSON object", 1, 500_000)]


WRITE_LEVEL_FILE = Endpoint(
    "POST", "/api/memory/write/{level}/{path:path}", TokenScope.WRITE,
    "Write a file of a level; a procedural file becomes a proposal. An agent replaces no knowledge "
    "of a person.",
    _write, parameters_of(_WriteLevelFile, "body"), source=ReadLevelFile.SOURCE,
)  # fmt: skip
