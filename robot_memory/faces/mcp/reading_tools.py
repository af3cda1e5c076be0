"""The tools of an agent that change nothing."""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations

from robot_memory.applications.operations import QUESTIONS
from robot_memory.applications.operations.operation import Question, fields_of
from robot_memory.faces.mcp.answer_texts import answer_text
from robot_memory.faces.mcp.tool_errors import raising_tool_errors
from robot_memory.faces.mcp.tool_parameters import signature_of, values_of
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
    fields = fields_of(question, is_person=False)

    def tool(**given: Any) -> str:
        with raising_tool_errors():
            memory = source.reader()
            values = values_of(question, given, memory.clock.now().time)
            found = question(**values).ask(memory)
        return answer_text(found) or found.remark or question.NOTHING

    tool.__name__ = question.service()
    tool.__signature__ = signature_of(fields)  # type: ignore[attr-defined]
    server.tool(
        title=question.TITLE or question.service().replace("_", " ").capitalize(),
        description=" ".join(f"{question.help()} {question.FOR_AGENTS}".split()),
        annotations=_READS, structured_output=False,
    )(tool)  # fmt: skip
