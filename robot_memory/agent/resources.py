"""What an agent may read as a whole, and what its session may begin with."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from robot_memory.agent.bounded_text import DATA_MARK, as_data, records_as_data
from robot_memory.entries.json_records import entry_record, evidence_record
from robot_memory.errors import UnknownEntry
from robot_memory.memory_source import MemorySource


def add_resources(server: MCPServer, source: MemorySource) -> None:
    """Add what an agent may read as a whole."""

    @server.resource(
        "memory://file", mime_type="text/markdown", description="robot-memory.md as it is."
    )
    def memory_file() -> str:
        path = source.reader().home.memory_file
        return as_data(path.read_text(encoding="utf-8", errors="replace") if path.exists() else "")

    @server.resource(
        "memory://daily-digest", mime_type="text/markdown", description="The newest daily digest."
    )
    def daily_digest() -> str:
        folder = source.reader().home.folder / "daily"
        pages = sorted(folder.glob("????-??-??.md"))
        return as_data(pages[-1].read_text(encoding="utf-8", errors="replace") if pages else "")

    @server.resource(
        "memory://entry/{entry_id}",
        mime_type="application/json",
        description="An entry, with evidence.",
    )
    def entry(entry_id: str) -> str:
        try:
            found, rows = source.reader().why(entry_id)
        except UnknownEntry as error:
            raise ResourceNotFoundError(str(error)) from error
        records = [entry_record(found.confidence, found), *(evidence_record(row) for row in rows)]
        return records_as_data("rows", list(records))


def add_prompts(server: MCPServer, source: MemorySource) -> None:
    """Add what a session may begin with."""

    @server.prompt(description="What the robot should know at the start of a session.")
    def session_start() -> str:
        block = source.reader().context()
        return (
            f"{block.text or DATA_MARK}\n\n"
            "Follow these entries where they apply. Ask `why` with the id of an entry before you "
            "contradict one, and `remember` what will still be true tomorrow."
        )
