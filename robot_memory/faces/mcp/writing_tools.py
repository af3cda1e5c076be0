"""The tools of an agent that write something down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from robot_memory.entries.field_limits import MOST_TAGS
from robot_memory.entries.known_rules import until_words
from robot_memory.entries.resolve_rules import resolve_words
from robot_memory.faces.mcp.reading_tools import EntryId, field
from robot_memory.faces.mcp.tool_errors import raising_tool_errors, words_for_agents
from robot_memory.faces.write_allowance import HomeAllowance
from robot_memory.foundation.time.period import read_time
from robot_memory.foundation.time.typed_time import FORMS
from robot_memory.long_term.levels.skill_store import target_of
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

#: Said again it changes nothing: the memory knows its own words.
_ADDS_ONCE = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
_CHANGES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)


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
    for add in (
        _add_remember, _add_report_outcome, _add_resolve, _add_declare_known, _add_propose,
    ):  # fmt: skip
        add(server, writer, f"agent:{author}")


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


def _add_remember(server: MCPServer, write: _Writer, by: str) -> None:
    @server.tool(
        title="Note an entry", annotations=_ADDS_ONCE, structured_output=False,
        description="Note one sentence that stays true, about the robot or its surroundings. An "
        "agent's word alone stays below a confidence of 0.60 until a detector or a person agrees.",
    )  # fmt: skip
    def remember(
        entry_type: Literal["hardware_observation", "environment_note", "behavior_pattern"],
        text: Annotated[
            str, field("text", "One sentence, without numbers that change.", least=1)
        ],
        tags: Annotated[
            list[str],
            Field(max_length=MOST_TAGS, description="Labels, such as a room or a component."),
        ] = [],  # noqa: B006
    ) -> str:  # fmt: skip
        with write() as memory:
            result = memory.remember(entry_type, text, tags=tags, source=by)
        return f"{result.message} ({result.id})"


def _add_report_outcome(server: MCPServer, write: _Writer, by: str) -> None:
    @server.tool(
        title="Report how a task went", annotations=_ADDS, structured_output=False,
        description="Report how a task went, after each try, in the same words each time. Recall "
        "answers from it: what happened the last time, what helped. Enough reports that show "
        "something make an entry, which stays below a confidence of 0.60.",
    )  # fmt: skip
    def report_outcome(
        task: Annotated[
            str, field("task", "In the same few words each time, such as 'dock at bay 2'.", least=1)
        ],
        succeeded: Annotated[bool, Field(description="Whether it was reached.")],
        place: Annotated[str, field("place", "Where it was tried.")] = "",
        parameters: Annotated[
            dict[str, str | float | bool], Field(description="How it was tried: names and values.")
        ] = {},  # noqa: B006
        note: Annotated[
            str, field("note", "What happened, or what helped.")
        ] = "",
    ) -> str:  # fmt: skip
        with write() as memory:
            tried = {name: str(value) for name, value in parameters.items()}
            outcome = TaskOutcome(task, succeeded, by, place, tried, note)
            return words_for_agents(memory.report_outcome(outcome).message)


def _add_resolve(server: MCPServer, write: _Writer, by: str) -> None:
    @server.tool(
        title="Mark an entry as cleared", annotations=_CHANGES, structured_output=False,
        description="Mark an entry as cleared. It is kept, and not told any more; say why in the "
        "note. What a detector or a person found stays told until a person confirms that.",
    )  # fmt: skip
    def resolve(
        entry_id: EntryId,
        note: Annotated[str, field("note", "What was done.")] = "",
    ) -> str:
        with write() as memory:
            entry = memory.resolve(entry_id, note, source=by)
        return words_for_agents(f"{entry.id} {resolve_words(entry)}")


def _add_declare_known(server: MCPServer, write: _Writer, by: str) -> None:
    @server.tool(
        title="Declare a fault known", annotations=_CHANGES, structured_output=False,
        description="Declare that the operator knows of a fault, where the operator says so. It "
        "is told as known and alarms no one, until it gets worse or the date passes.",
    )  # fmt: skip
    def declare_known(
        entry_id: EntryId,
        reason: Annotated[
            str, field("reason", "Why nobody needs to be alarmed.", least=1)
        ],
        until: Annotated[
            str, Field(max_length=64, description=f"{FORMS}; of a day its beginning; empty: until "
                       "it gets worse.")
        ] = "",
    ) -> str:  # fmt: skip
        with write() as memory:
            now = memory.clock.now().time
            date = read_time(until, "until", now, refusal="nothing was stored") if until else None
            entry = memory.declare_known(entry_id, reason, until=date, source=by)
        return f"{entry.id} is known {until_words(entry)}."


def _add_propose(server: MCPServer, write: _Writer, by: str) -> None:
    @server.tool(
        title="Propose a skill", annotations=_ADDS_ONCE, structured_output=False,
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
