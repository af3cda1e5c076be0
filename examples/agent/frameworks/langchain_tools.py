"""The memory as tools of LangChain, for ROSA, RAI and other agents that are built on it.

Both call tools synchronously and in their own process, so these go to the library directly. That
needs neither the extra `mcp` nor a server; the node may run at the same time.
"""

from __future__ import annotations

from dataclasses import asdict

from langchain_core.tools import BaseTool, tool

from robot_memory import Query, RobotMemory, TaskOutcome
from robot_memory.faces.mcp.bounded_text import records_as_data
from robot_memory.memory_source import MemorySource


def open_source(home: str = "") -> MemorySource:
    """Open a memory home; empty: the home that the environment names."""
    return MemorySource(lambda write: RobotMemory.open(home, read_only=not write))


def first_message(source: MemorySource, task: str) -> str:
    """Return a user message: the robot's present knowledge, then the task; not a system prompt."""
    return f"{source.reader().context().text}\n\nTask: {task}".lstrip()


def memory_tools(source: MemorySource, author: str) -> list[BaseTool]:
    """Return tools that search the memory, note a lesson, and report how a task went.

    Args:
        source: the memory.
        author: the agent's name; it is stored with each write.
    """

    @tool
    def recall(query: str) -> str:
        """Search what the robot remembers: lessons, conversations, events, outcomes of tasks."""
        hits = source.reader().recall(Query(query, limit=10))
        return records_as_data("hits", [asdict(hit) for hit in hits])

    @tool
    def remember(text: str) -> str:
        """Note one sentence about the surroundings that will still be true tomorrow."""
        with source.writer() as memory:
            return memory.remember("environment_note", text, source=f"agent:{author}").message

    @tool
    def report_outcome(task: str, succeeded: bool, note: str = "") -> str:
        """Report how a task went, after each try, in the same words for the same task."""
        with source.writer() as memory:
            outcome = TaskOutcome(task, succeeded, f"agent:{author}", note=note)
            return memory.report_outcome(outcome).message

    return [recall, remember, report_outcome]
