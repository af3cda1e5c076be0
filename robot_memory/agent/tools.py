"""The tools that an agent may call."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from robot_memory.agent.bounded_text import records_as_data
from robot_memory.entries.json_records import entry_record, evidence_record
from robot_memory.entries.lifecycle import effective
from robot_memory.errors import RobotMemoryError
from robot_memory.levels.skill_store import target_of
from robot_memory.memory_source import MemorySource
from robot_memory.memory_writer import NotStoredYet
from robot_memory.recall import Query

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_CHANGES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

Text = Annotated[str, Field(min_length=1, max_length=2000)]
Limit = Annotated[int, Field(ge=1, le=100)]
EntryId = Annotated[str, Field(min_length=1, max_length=100, description="As `recall` gives it.")]


@contextmanager
def told_in_words() -> Iterator[None]:
    """Let an error of the memory reach the agent in words."""
    try:
        yield
    except (RobotMemoryError, NotStoredYet, OSError, sqlite3.Error) as error:
        raise ToolError(str(error) or type(error).__name__) from error


def add_reading_tools(server: MCPServer, source: MemorySource) -> None:
    """Add the tools that change nothing."""

    @server.tool(annotations=_READS)
    def get_context(
        token_budget: Annotated[int, Field(ge=0, le=20_000, description="0: the setting")] = 0,
        query: Annotated[str, Field(max_length=2000)] = "",
    ) -> str:
        """Return what the robot should know now: its entries by confidence, within a budget.

        Call it at the start of a session. Do not put the answer into a cached part of a prompt.
        """
        with told_in_words():
            block = source.reader().context(token_budget, query=query)
        return block.text or "Nothing is remembered that matters now."

    @server.tool(annotations=_READS)
    def recall(query: Text, limit: Limit = 10) -> str:
        """Search entries, facts, conversations, knowledge and events; "last Tuesday" counts."""
        with told_in_words():
            hits = source.reader().recall(Query(query, limit))
        return records_as_data("hits", [asdict(hit) for hit in hits])

    @server.tool(annotations=_READS)
    def why(entry_id: EntryId, limit: Limit = 10) -> str:
        """Return an entry with the evidence for it, newest first."""
        with told_in_words():
            memory = source.reader()
            entry, rows = memory.why(entry_id, limit=limit)
            worth = effective(entry, memory.clock.now().time, memory.settings.decay_per_day)
        records = [entry_record(worth, entry), *(evidence_record(row) for row in rows)]
        return records_as_data("rows", list(records))


def add_writing_tools(server: MCPServer, source: MemorySource, author: str) -> None:
    """Add the tools that write something down.

    Args:
        server: gets them.
        source: opens the memory.
        author: the agent's name; the evidence carries it.
    """

    @server.tool(annotations=_ADDS)
    def remember(
        entry_type: Literal["hardware_observation", "environment_note", "behavior_pattern"],
        text: Annotated[str, Field(min_length=1, max_length=500)],
        tags: Annotated[list[str], Field(max_length=20)] = [],  # noqa: B006
    ) -> str:
        """Note one sentence that stays true, about the robot or its surroundings.

        An agent's word alone stays below 0.60 until a detector or a person agrees.
        """
        with told_in_words(), source.writer() as memory:
            result = memory.remember(entry_type, text, tags=tags, source=f"agent:{author}")
        return f"{result.message} ({result.id})"

    @server.tool(annotations=_CHANGES)
    def resolve(entry_id: EntryId, note: Annotated[str, Field(max_length=500)] = "") -> str:
        """Mark an entry as cleared. It is kept, and not told any more; say why in the note."""
        with told_in_words(), source.writer() as memory:
            memory.resolve(entry_id, note, source=f"agent:{author}")
        return f"{entry_id} is resolved."

    @server.tool(annotations=_ADDS)
    def propose(
        skill: Annotated[str, Field(min_length=1, max_length=100, description="Its name.")],
        text: Annotated[str, Field(min_length=1, max_length=100_000)],
        reason: Annotated[str, Field(max_length=500)] = "",
    ) -> str:
        """Propose a skill (the text of SKILL.md). A person decides; until then nothing changes."""
        with told_in_words(), source.writer() as memory:
            levels = memory.long_term.levels
            made = levels.propose(target_of(skill), text, by=author, reason=reason)
        return f"{made.id} is {made.status.value}; a person decides about it."
