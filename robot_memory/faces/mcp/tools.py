"""The tools of an agent: questions, which change nothing, and operations, which write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from robot_memory.applications.operations import OPERATIONS, QUESTIONS
from robot_memory.applications.operations.operation import Operation, Question, fields_of
from robot_memory.faces.mcp.answer_texts import answer_text
from robot_memory.faces.mcp.tool_errors import raising, words_for_agents
from robot_memory.faces.mcp.tool_parameters import signature_of, values_of
from robot_memory.faces.write_allowance import HomeAllowance
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

# Each answer is one text (structured_output=False): as structured output the client would be sent
# it twice.
_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def add_reading_tools(server: MCPServer, source: MemorySource) -> None:
    """Add the tools that change nothing."""
    for question in QUESTIONS:
        if question.IS_TOOL:
            _add_question(server, source, question)


def _add_question(server: MCPServer, source: MemorySource, question: type[Question]) -> None:
    """Add the tool of a question; its parameters are what the question takes."""

    def tool(**given: Any) -> str:
        with raising(ToolError):
            memory = source.reader()
            values = values_of(question, given, memory.clock.now().time)
            found = question(**values).ask(memory)
        return answer_text(found) or found.remark or question.NOTHING

    tool.__name__ = question.service()
    fields = fields_of(question, is_person=False)
    tool.__signature__ = signature_of(fields)  # type: ignore[attr-defined]
    server.tool(
        title=question.TITLE or question.service().replace("_", " ").capitalize(),
        description=" ".join(f"{question.help()} {question.FOR_AGENTS}".split()),
        annotations=_READS, structured_output=False,
    )(tool)  # fmt: skip


def add_writing_tools(
    server: MCPServer, source: MemorySource, author: str, check_author: Callable[[], None]
) -> None:
    """Add the tools that write something down.

    Args:
        author: the agent's name; the evidence carries it.
        check_author: called before each write; raises where the name is somebody else's by now.
    """
    writer = _Writer(source, check_author)
    by = f"agent:{author}"
    for operation in OPERATIONS:
        if operation.IS_TOOL:
            _add_operation(server, writer, by, operation)


class _Writer:
    """Opens the memory for one write of an agent, and raises what goes wrong as tool errors.

    Agents that go round in circles fill no disk: all together may write as much as over ROS.
    """

    def __init__(self, source: MemorySource, check_author: Callable[[], None]) -> None:
        self._source, self._check_author = source, check_author
        self._allowance = HomeAllowance("requests to write over MCP")

    @contextmanager
    def __call__(self) -> Iterator[RobotMemory]:
        with raising(ToolError):
            self._allowance.take(self._source.reader().home.folder)
            self._check_author()
            with self._source.writer() as memory:
                yield memory


def _add_operation(server: MCPServer, write: _Writer, by: str, operation: type[Operation]) -> None:
    """Add the tool of an operation; its parameters are what the operation takes."""

    def tool(**given: Any) -> str:
        with write() as memory:
            now = memory.clock.now().time
            done = operation(**values_of(operation, given, now)).run(memory, by)
            return words_for_agents(done.line)

    tool.__name__ = operation.service()
    fields = fields_of(operation, is_person=False)
    tool.__signature__ = signature_of(fields)  # type: ignore[attr-defined]
    server.tool(
        title=operation.TITLE or operation.NAME.replace("-", " ").capitalize(),
        structured_output=False,
        description=" ".join(operation.help().split()),
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=operation.IS_DESTRUCTIVE,
            idempotent_hint=not operation.ADDS_EACH_TIME, open_world_hint=False,
        ),
    )(tool)  # fmt: skip
