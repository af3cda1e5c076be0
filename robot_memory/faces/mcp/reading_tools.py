"""The tools of an agent that change nothing."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from robot_memory.applications.entry_changes import changed_entries
from robot_memory.applications.operations import QUESTIONS
from robot_memory.applications.operations.operation import Question, fields_of
from robot_memory.faces.mcp.answer_texts import answer_text
from robot_memory.faces.mcp.bounded_text import records_as_data
from robot_memory.faces.mcp.tool_errors import raising_tool_errors
from robot_memory.faces.mcp.tool_parameters import signature_of, values_of
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.time.period import check_period, read_period
from robot_memory.foundation.time.typed_time import FORMS
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
    _add_changes_since(server, source)


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


def _add_changes_since(server: MCPServer, source: MemorySource) -> None:
    @server.tool(
        title="What changed since a time", annotations=_READS, structured_output=False,
        description="Return which entries were created, reinforced, resolved, muted or changed "
        "otherwise since a time, newest first; within a minute of the change.",
    )  # fmt: skip
    def changes_since(
        since: Annotated[str, Field(max_length=64, description=f"A day, or time: {FORMS}.")],
        limit: Annotated[int, Field(ge=1, le=100, description="How many at most.")] = 20,
    ) -> str:
        with raising_tool_errors():
            memory = source.reader()
            now = memory.clock.now().time
            period = read_period(since, "", now, refusal="nothing was looked up", prefix="")
            check_period(period, now, refusal="nothing was looked up", prefix="")
            changed = changed_entries(memory, period.since or now)
        shown = in_shared_room(changed, limit, lambda one: one.is_own)
        told = [one.as_record() for one in shown]
        if len(changed) > limit:
            told.append({"left_out": f"{len(changed) - limit} other entries that changed"})
        told_by = [one.is_own for one in shown] + [True]
        return records_as_data("changes", told, told_by.__getitem__)
