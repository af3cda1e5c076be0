"""A stricter MCP server, and memory errors in a form that an agent can act on."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from robot_memory.foundation.errors import RobotMemoryError, UnknownEntry
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.memory_writer import NotStoredYet

#: The errors of a memory that cannot be read or written.
EXPECTED = (RobotMemoryError, NotStoredYet, OSError, sqlite3.Error)

_COMMAND = re.compile(r"`robot-memory [^`]*`|\brobot-memory [a-z][a-z-]*")
_REVIEW, _COMMAND_LINE = "that person's list", "the command line"


@contextmanager
def raising(kind: type[Exception]) -> Iterator[None]:
    """Convert a memory error to the library's error type, so that the agent reads its text."""
    try:
        yield
    except EXPECTED as error:
        raise kind(words_for_agents(error)) from error


def words_for_agents(what: str | BaseException) -> str:
    """Return a message in one line, without commands to type at the robot's machine."""
    text = what if isinstance(what, str) else str(what) or type(what).__name__
    if isinstance(what, UnknownEntry):
        text += "; get_context and recall give ids"
    text = text.replace(":\n  ", ": ").replace("\n  ", "; ")
    return _COMMAND.sub(lambda one: _REVIEW if "review" in one[0] else _COMMAND_LINE, text)


def refusal_of(text: str | bytes) -> JSONRPCError | None:
    """Return the answer to a message that is refused; None if the library may read the message."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _refusal(PARSE_ERROR, f"it is not JSON: {error}", None)
    number = told.get("id") if isinstance(told, dict) else None
    if isinstance(told, list):
        return _refusal(INVALID_REQUEST, "it is a list: send one message at a time", None)
    try:
        jsonrpc_message_adapter.validate_python(read_json(text), by_name=False)
    except ValueError as error:  # pydantic's message has many lines and repeats the input
        known = str(error) if type(error).__module__ != "pydantic_core._pydantic_core" else ""
        return _refusal(INVALID_REQUEST, known or "it is no message of JSON-RPC 2.0", number)
    return None


class _Lines:
    """The lines of standard input that the library may read; all others are answered here."""

    answer: Callable[[SessionMessage], Awaitable[None]]

    async def __aiter__(self) -> AsyncIterator[str]:
        # At process exit, a thread may still be reading the file: it must not be closed then.
        file = open(os.dup(0), encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        async for line in anyio.wrap_file(file):
            refusal = refusal_of(line)
            if refusal is None:
                yield line
            else:
                await self.answer(SessionMessage(refusal))


def _refusal(code: int, problem: str, number: Any) -> JSONRPCError:
    is_number = isinstance(number, (int, str)) and not isinstance(number, bool)
    known = number if is_number and storable(str(number)) == str(number) else None
    error = ErrorData(code=code, message=f"the message was not read: {storable(problem):.300}")
    return JSONRPCError(jsonrpc="2.0", id=known, error=error)


class StrictServer(MCPServer):
    """A server that explains what is wrong with a message, a prompt's arguments or a tool's."""

    async def run_stdio_async(self) -> None:
        """Serve over standard input and output."""
        server, lines = self._lowlevel_server, _Lines()
        async with stdio_server(stdin=cast("anyio.AsyncFile[str]", lines)) as (read, write):
            lines.answer = write.send
            await server.run(read, write, server.create_initialization_options())

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Any = None
    ) -> Any:
        """Return the messages of a prompt.

        Raises:
            MCPError: unknown prompt or argument; the message lists what exists.
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
            ToolError: unknown tool or argument; the message lists what exists.
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
                refused = "; ".join(map(_one_refused, cause.errors(include_url=False)))
                raise ToolError(f"nothing was done: {refused}") from cause
            raise ToolError(str(error).removeprefix(f"Error executing tool {name}: ")) from cause


def _one_refused(one: ErrorDetails) -> str:
    """Return the refused argument with its value, or its length, and the limit."""
    name, problem = ".".join(map(str, one["loc"])), one["msg"][:1].lower() + one["msg"][1:]
    if one["type"] == "missing":
        return f"{name} is missing"
    value = f"{one['input']!r:.80}"
    if one["type"] == "string_too_long":
        value = f"{len(one['input'])} characters"
    return f"{name}: {value}: {problem}"
