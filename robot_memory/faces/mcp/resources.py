"""What an agent may read as a whole."""

from __future__ import annotations

from pathlib import Path

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from robot_memory.entries.json_records import entry_record
from robot_memory.faces.mcp.bounded_text import (
    LARGEST,
    as_data,
    entry_with_evidence,
    lines_as_data,
    records_as_data,
)
from robot_memory.faces.mcp.tool_errors import raising_resource_errors
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import UnknownEntry
from robot_memory.long_term.night_shift.digest_page import is_told
from robot_memory.long_term.recall.markdown import lines_of
from robot_memory.long_term.recall.page_authors import peoples_lines
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource


def add_resources(server: MCPServer, source: MemorySource) -> None:
    """Add what an agent may read as a whole."""

    @server.resource(
        "memory://file", title="Memory file", mime_type="text/markdown",
        description="robot-memory.md as it is: all entries, resolved ones too. Of a file that is "
        "too long for that, its entries as JSON lines, strongest first, as many as fit.",
    )  # fmt: skip
    def memory_file() -> str:
        with raising_resource_errors():
            memory = source.reader()
            if not memory.home.memory_file.exists():
                return "There is no memory file yet."
            text = _text_of(memory.home.memory_file)
            return as_data(text) if len(text) <= LARGEST else _entries(memory)

    @server.resource(
        "memory://daily-digest", title="Daily digest", mime_type="text/markdown",
        description="The newest daily digest: what was learned and what happened on that day.",
    )  # fmt: skip
    def daily_digest() -> str:
        with raising_resource_errors():
            memory = source.reader()
            pages = sorted((memory.home.folder / "daily").glob("????-??-??.md"))
            if not pages:
                return "There is no daily digest yet; the night shift writes them."
            page = _text_of(pages[-1])
            lineage = memory.peers.lineage()
            is_own = peoples_lines(memory.home.folder, f"daily/{pages[-1].name}")
            kept = [
                text
                for text in page.splitlines()
                if not lineage.is_distrusted(text) or all(map(is_own, lines_of(text)))
            ]
            return lines_as_data("lines", kept, lambda at: not is_told(kept[at]))

    @server.resource(
        "memory://entry/{entry_id}",
        title="Entry", mime_type="text/plain",  # a line that marks it as data, then JSON lines
        description="An entry with the evidence for it, newest first, as JSON lines.",
    )  # fmt: skip
    def entry(entry_id: str) -> str:
        with raising_resource_errors():
            try:
                return entry_with_evidence(source.reader(), entry_id)
            except UnknownEntry as error:
                raise ResourceNotFoundError(str(error)) from error


def _entries(memory: RobotMemory) -> str:
    """Return the entries as JSON lines; those of agents get half of the room at most."""
    found = memory.entries(include_resolved=True)
    hours = memory.running_hours()
    records = [entry_record(*valued, hours) for valued in found]
    return records_as_data("entries", records, lambda at: not found[at][1].is_agents_word)


def _text_of(path: Path) -> str:
    return read_regular(path).decode("utf-8", "replace")
