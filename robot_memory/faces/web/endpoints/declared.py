"""The endpoints of operations and questions, and the endpoint that writes a file of a level.

An operation's fields are in the body, a question's fields in the query, and ids in the path.
Writing a file (document 002, "API Endpoints") exists only over HTTP: a caller names the version to
replace and gets the new one. All agents share an allowance of bytes.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, Literal, TypedDict

from robot_memory.applications.entry_explanation import WhyRecord
from robot_memory.applications.limits.limit_record import LimitRecord
from robot_memory.applications.operations import OPERATIONS, QUESTIONS
from robot_memory.applications.operations.levels_questions import LevelFile, ReadLevelFile
from robot_memory.applications.operations.operation import (
    Declared,
    ListAnswer,
    Operation,
    OperationAnswer,
    Question,
    QuestionAnswer,
    Takes,
    fields_of,
)
from robot_memory.applications.operations.status_questions import HealthAnswer
from robot_memory.applications.reliability.reliability_report import ReliabilityRecord
from robot_memory.faces.web.endpoint import Answer, Call, Endpoint, Parameter, matches, tag_of
from robot_memory.faces.web.problem import Refused
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.long_term.chunks.chunk_file import ChunkRecord
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.levels.proposal import ProposalRecord, is_agents
from robot_memory.long_term.night_shift.shift_report import ShiftRecord
from robot_memory.long_term.recall.query import LevelContext

#: Record types in modules that verbs import only when their answers need them.
_RECORDS = {
    one.__name__: one
    for one in (
        ChunkRecord, LevelContext, LimitRecord, ReliabilityRecord, ShiftRecord, WhyRecord,
    )
}  # fmt: skip


class _CallerRecord(TypedDict):
    """Who calls."""

    name: Annotated[str, "Of the token; empty where none was sent."]
    scopes: list[TokenScope]


@dataclass(frozen=True)
class _Health(HealthAnswer):
    """How the memory is, and who asks."""

    caller: _CallerRecord


def _endpoint(operation: type[Operation]) -> Endpoint:
    def handle(call: Call) -> Answer:
        done = operation(**_given(operation, call.values)).run(call.memory, call.caller.source)
        record = done.as_record()
        headers = {"Location": f"/api/memory/why/{record['id']}"} if "id" in record else {}
        if done.has_failed:
            return Answer(record, HTTPStatus.INTERNAL_SERVER_ERROR)
        if done.is_made:
            return Answer(record, HTTPStatus.CREATED, headers)
        return Answer(record, HTTPStatus.ACCEPTED if done.is_waiting else HTTPStatus.OK)

    return Endpoint(
        "POST", f"/api/memory{operation.PATH}", operation.SCOPE, operation.summary(), handle,
        parameters_of(operation, "body"), is_long=operation.IS_LONG, source=operation.SOURCE,
        answers=_answered(typing.get_type_hints(operation.run)["return"]),
    )  # fmt: skip


def _question_endpoint(question: type[Question]) -> Endpoint:
    answer = typing.get_type_hints(question.ask)["return"]

    def handle(call: Call) -> Answer:
        found = question(**_given(question, call.values)).ask(call.memory)
        if isinstance(found, ListAnswer):
            return Answer(call.page(found.items, found.record_of, found.is_own))
        if isinstance(found, HealthAnswer):
            caller: _CallerRecord = {
                "name": call.caller.name,
                "scopes": sorted(call.caller.scopes),
            }
            return Answer({**found.as_record(), "caller": caller})
        tag = {"ETag": tag_of(found.content)} if isinstance(found, LevelFile) else {}
        return Answer(found.as_record(), headers=tag)

    return Endpoint(
        "GET", f"/api/memory{question.PATH}", question.SCOPE, question.summary(), handle,
        parameters_of(question, "query"), is_paged=issubclass(answer, ListAnswer),
        source=question.SOURCE, answers=_answered(answer),
    )  # fmt: skip


def _answered(answer: type[OperationAnswer] | type[QuestionAnswer]) -> Any:
    """Return the type of an answer's record or of a page's item; default: the answer's own type."""
    if answer is HealthAnswer:
        return _Health
    if issubclass(answer, ListAnswer):
        return _returned(answer.record_of)
    record = _returned(answer.as_record)
    return answer if record is Any else record


def _returned(function: Callable[..., Any]) -> Any:
    return typing.get_type_hints(function, localns=_RECORDS, include_extras=True)["return"]


def parameters_of(
    declared: type[Declared], place: Literal["query", "body"]
) -> tuple[Parameter, ...]:
    """Return the fields of an operation or a question as endpoint parameters."""
    in_path = _in_path(declared)
    return tuple(
        Parameter("path" if one.name in in_path else place, one) for one in fields_of(declared)
    )


def _in_path(declared: type[Declared]) -> list[str]:
    """Return the names of the fields in the path, as ``{id}`` or ``{path:path}``."""
    parts = (part[1:-1] for part in declared.PATH.split("/") if part.startswith("{"))
    return [part.partition(":")[0] for part in parts]


def _given(declared: type[Declared], values: Mapping[str, Any]) -> dict[str, Any]:
    return {one.name: values[one.name] for one in fields_of(declared)}


DECLARED_ENDPOINTS = (
    *(_question_endpoint(one) for one in QUESTIONS if one.PATH),
    *(_endpoint(one) for one in OPERATIONS if one.PATH),
)


class _ProposedRecord(TypedDict, total=False):
    proposal: Annotated[ProposalRecord, "Of a procedural file: it waits for a decision."]


class WrittenRecord(_ProposedRecord):
    """A file that was written, or is proposed."""

    level: str
    path: str


def _write(call: Call) -> Answer:
    levels = call.memory.long_term.levels
    if call.is_for_new or call.if_match:
        _check_version(call, levels.read(call["level"], call["path"]))
    author = f"{call.caller.source} over HTTP"
    is_event = call["level"] == MemoryLevel.EPISODIC.value
    if is_agents(author):
        call.bytes_of_agents.take(len(call["content"].encode()))
    made = levels.write(call["level"], call["path"], call["content"], by=author)
    where: WrittenRecord = {"level": call["level"], "path": call["path"]}
    if made is not None:
        return Answer({**where, "proposal": made.as_record()}, HTTPStatus.ACCEPTED)
    if is_event:
        return Answer(where)  # an event is one line of a record: no caller has its whole text
    stored = levels.read(call["level"], call["path"]) or ""  # stored without secrets
    return Answer(where, headers={"ETag": tag_of(stored)})


def _check_version(call: Call, current: str | None) -> None:
    """Refuse a write if the file is not as the caller expects.

    Args:
        current: the file's text; None if the file does not exist.
    """
    if call.is_for_new and current is not None:
        detail = (
            "the file is there already, and If-None-Match says that it is new; nothing was "
            "written: read it, and write with If-Match and its tag"
        )
        raise Refused(HTTPStatus.PRECONDITION_FAILED, detail)
    if call.if_match and (current is None or not matches(call.if_match, tag_of(current))):
        detail = (
            "the file is not what If-Match names any more; nothing was written: read it again, "
            "and write with the tag that it has then"
        )
        raise Refused(HTTPStatus.PRECONDITION_FAILED, detail)


@dataclass(frozen=True)
class _WriteLevelFile(ReadLevelFile):
    content: Annotated[str, Takes("the whole text; of an event one JSON object", 1, 500_000)]


WRITE_LEVEL_FILE = Endpoint(
    "POST", "/api/memory/write/{level}/{path:path}", TokenScope.WRITE,
    "Write a file of a level; a procedural file becomes a proposal. An agent replaces no knowledge "
    "of a person.",
    _write, parameters_of(_WriteLevelFile, "body"), writes_file=True, source=ReadLevelFile.SOURCE,
    answers=WrittenRecord,
)  # fmt: skip
