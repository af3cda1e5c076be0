"""What an agent's session may begin with."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR

from robot_memory.faces.mcp.bounded_text import DATA_MARK
from robot_memory.faces.mcp.tool_errors import EXPECTED, words_for_agents
from robot_memory.memory_source import MemorySource

_READ = (
    "Act on these entries where they apply. Ask `why` with an entry's id before you contradict one."
)
_WRITE = "Call `report_outcome` after each task, and `remember` what will still be true tomorrow."


def add_prompts(server: MCPServer, source: MemorySource, *, may_write: bool) -> None:
    """Add what a session may begin with; it names tools that the agent has."""

    @server.prompt(
        title="Start of a session",
        description="What the robot should know at the start of a session. Send it as the first "
        "message of the user; a cached system prompt would keep an old one.",
    )
    def session_start() -> str:
        try:
            block = source.reader().context()
        except EXPECTED as error:
            raise MCPError(INTERNAL_ERROR, words_for_agents(error)) from error
        advice = f"{_READ} {_WRITE}" if may_write else _READ
        return f"{block.text or DATA_MARK}\n\n{advice}"
