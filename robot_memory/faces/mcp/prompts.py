"""What an agent's session may begin with."""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS

from robot_memory.faces.mcp.bounded_text import DATA_MARK
from robot_memory.faces.mcp.strict_messages import serve_standard_streams
from robot_memory.faces.mcp.tool_errors import EXPECTED
from robot_memory.memory_source import MemorySource

_READ = (
    "Act on these entries where they apply. Ask `why` with an entry's id before you contradict one."
)
_WRITE = "Call `report_outcome` after each task, and `remember` what will still be true tomorrow."


class PromptServer(MCPServer):
    """A server that says what is wrong with a message or a request for a prompt.

    The library's own does not.
    """

    async def run_stdio_async(self) -> None:
        """Serve over standard input and output."""
        server = self._lowlevel_server
        options = server.create_initialization_options()
        await serve_standard_streams(lambda read, write: server.run(read, write, options))

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Any = None
    ) -> Any:
        """Return the messages of a prompt.

        Raises:
            MCPError: no prompt has the name, or it does not take the arguments; says what it takes.
        """
        prompts = {prompt.name: prompt.arguments or [] for prompt in await self.list_prompts()}
        if name not in prompts:
            problem = f"no prompt has the name {name!r:.80}; there is {', '.join(prompts)}"
            raise MCPError(INVALID_PARAMS, problem)
        taken = [argument.name for argument in prompts[name]]
        odd = [given for given in arguments or {} if given not in taken]
        if odd:
            problem = f"{name} takes {', '.join(taken) or 'no arguments'}, not {odd[0]!r:.80}"
            raise MCPError(INVALID_PARAMS, problem)
        return await super().get_prompt(name, arguments, context)


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
            raise MCPError(INTERNAL_ERROR, str(error) or type(error).__name__) from error
        advice = f"{_READ} {_WRITE}" if may_write else _READ
        return f"{block.text or DATA_MARK}\n\n{advice}"
