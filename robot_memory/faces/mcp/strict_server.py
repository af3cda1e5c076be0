"""The server of the library, with errors that an agent can act on."""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from robot_memory.faces.mcp.strict_messages import serve_standard_streams


class StrictServer(MCPServer):
    """A server that says what is wrong with a message, or with what a prompt or a tool is given."""

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

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Return the answer of a tool.

        Raises:
            ToolError: there is no such tool, or it does not take the arguments; says what it takes.
        """
        tools = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"no tool has the name {name!r:.80}; there is {', '.join(tools)}")
        odd = [given for given in arguments if given not in tools[name]]
        if odd:
            taken = ", ".join(tools[name]) or "no arguments"
            raise ToolError(f"nothing was done: {name} takes {taken}, not {odd[0]!r:.80}")
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError(f"nothing was done: {_refused(cause)}") from cause
            raise ToolError(str(error).removeprefix(f"Error executing tool {name}: ")) from cause


def _refused(error: ValidationError) -> str:
    """Return which arguments cannot be used: each with its value, or its length, and the limit."""
    return "; ".join(map(_one_refused, error.errors(include_url=False)))


def _one_refused(one: ErrorDetails) -> str:
    name, problem = ".".join(map(str, one["loc"])), one["msg"][:1].lower() + one["msg"][1:]
    if one["type"] == "missing":
        return f"{name} is missing"
    value = f"{one['input']!r:.80}"
    if one["type"] == "string_too_long":
        value = f"{len(one['input'])} characters"
    return f"{name}: {value}: {problem}"
