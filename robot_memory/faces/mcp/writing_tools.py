"""The tools of an agent that write something down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from robot_memory.applications.operations import OPERATIONS
from robot_memory.applications.operations.operation import (
    FieldType,
    Operation,
    OperationField,
    fields_of,
)
from robot_memory.entries.field_limits import MOST_TAGS
from robot_memory.faces.mcp.tool_errors import raising_tool_errors, words_for_agents
from robot_memory.faces.write_allowance import HomeAllowance
from robot_memory.foundation.time.period import read_time
from robot_memory.foundation.time.typed_time import FORMS
from robot_memory.long_term.levels.skill_store import target_of
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

_PYTHON = {FieldType.STRING: str, FieldType.NUMBER: float, FieldType.BOOLEAN: bool,
           FieldType.TIME: str, FieldType.STRINGS: list[str],
           FieldType.NAMES: dict[str, str | float | bool]}  # fmt: skip
_LONGEST_TIME = 64  # characters


def add_writing_tools(
    server: MCPServer, source: MemorySource, author: str, check_author: Callable[[], None]
) -> None:
    """Add the tools that write something down.

    Args:
        server: gets them.
        source: opens the memory.
        author: the agent's name; the evidence carries it.
        check_author: called before each write; raises where the name is somebody else's by now.
    """
    writer = _Writer(source, check_author)
    by = f"agent:{author}"
    for operation in OPERATIONS:
        if operation.IS_TOOL:
            _add_operation(server, writer, by, operation)
    _add_propose(server, writer, by)


class _Writer:
    """Opens the memory for one write of an agent, and raises what goes wrong as tool errors.

    Agents that go round in circles fill no disk: all together may write as much as over ROS.
    """

    def __init__(self, source: MemorySource, check_author: Callable[[], None]) -> None:
        self._source, self._check_author = source, check_author
        self._allowance = HomeAllowance("requests to write over MCP")

    @contextmanager
    def __call__(self) -> Iterator[RobotMemory]:
        with raising_tool_errors():
            self._allowance.take(self._source.reader().home.folder)
            self._check_author()
            with self._source.writer() as memory:
                yield memory


def _add_operation(server: MCPServer, write: _Writer, by: str, operation: type[Operation]) -> None:
    """Add the tool of an operation; its parameters are what the operation takes."""
    fields = fields_of(operation, is_person=False)

    def tool(**given: Any) -> str:
        with write() as memory:
            now = memory.clock.now().time
            values = {one.name: _value(one, given[one.name], now) for one in fields}
            return words_for_agents(operation(**values).run(memory, by).line)

    tool.__name__ = operation.NAME.replace("-", "_")
    tool.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(
                one.name, Parameter.KEYWORD_ONLY, annotation=_annotation(one),
                default=Parameter.empty if one.is_required else _default(one),
            )
            for one in fields
        ], return_annotation=str,
    )  # fmt: skip
    server.tool(
        title=operation.NAME.replace("-", " ").capitalize(), structured_output=False,
        description=" ".join(operation.help().split()),
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=operation.IS_DESTRUCTIVE,
            idempotent_hint=not operation.ADDS_EACH_TIME, open_world_hint=False,
        ),
    )(tool)  # fmt: skip


def _annotation(field: OperationField) -> Any:
    """Return the type of a parameter, with its limits and its meaning."""
    meaning: str = field.summary
    kind: Any = _PYTHON[field.type]
    limits: dict[str, Any] = {}
    match field.type:
        case FieldType.STRING if field.takes.choices:
            kind = Literal[field.takes.choices]
        case FieldType.STRING:
            limits = {"min_length": int(field.takes.least or 0), "max_length": int(field.most or 0)}
        case FieldType.NUMBER:
            limits = {"ge": field.takes.least, "le": field.most}
        case FieldType.TIME:
            limits, meaning = {"max_length": _LONGEST_TIME}, f"{meaning} {FORMS}."
        case FieldType.STRINGS:
            limits = {"max_length": MOST_TAGS}
    return Annotated[kind, Field(description=meaning, **limits)]


def _default(field: OperationField) -> Any:
    empty: Mapping[FieldType, Any] = {
        FieldType.TIME: "",
        FieldType.STRINGS: [],
        FieldType.NAMES: {},
    }
    return empty.get(field.type, field.default)


def _value(field: OperationField, given: Any, now: datetime) -> Any:
    """Return what an operation takes of what an agent gave."""
    match field.type:
        case FieldType.TIME:
            return (
                read_time(given, field.name, now, refusal="nothing was stored") if given else None
            )
        case FieldType.STRINGS:
            return tuple(given)
        case FieldType.NAMES:
            return {name: str(value) for name, value in given.items()}
    return given


def _add_propose(server: MCPServer, write: _Writer, by: str) -> None:
    @server.tool(
        title="Propose a skill", annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, idempotent_hint=True,
            open_world_hint=False,
        ), structured_output=False,
        description="Propose a skill (the text of SKILL.md). A person decides; until then nothing "
        "changes.",
    )  # fmt: skip
    def propose(
        skill: Annotated[str, Field(min_length=1, max_length=100, description="Its name.")],
        text: Annotated[
            str, Field(min_length=1, max_length=100_000, description="The whole of SKILL.md.")
        ],
        reason: Annotated[str, Field(max_length=500, description="Why it is better.")] = "",
    ) -> str:
        with write() as memory:
            levels = memory.long_term.levels
            made = levels.propose(target_of(skill), text, by=by, reason=reason)
        return f"{made.id} is {made.status.value}; a person decides about it."
