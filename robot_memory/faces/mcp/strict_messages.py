"""Messages of agents that are refused before the library reads them, with an answer that says why.

The library leaves what it cannot read on standard input without an answer, and of a name that is
given twice it takes the last value. JSON-RPC has an error for each.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    jsonrpc_message_adapter,
)

from robot_memory.foundation.text.finite_json import read_json
from robot_memory.foundation.text.unicode_text import storable

Run = Callable[[Any, Any], Awaitable[None]]


def refusal_of(text: str | bytes) -> JSONRPCError | None:
    """Return the answer to a message that is refused; None of one that the library may read."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _refusal(PARSE_ERROR, f"it is not JSON: {error}", None)
    number = told.get("id") if isinstance(told, dict) else None
    if isinstance(told, list):
        return _refusal(INVALID_REQUEST, "it is a list: send one message at a time", None)
    try:
        jsonrpc_message_adapter.validate_python(read_json(text), by_name=False)
    except ValueError as error:  # pydantic's are of many lines, and repeat what was sent
        known = str(error) if type(error).__module__ != "pydantic_core._pydantic_core" else ""
        return _refusal(INVALID_REQUEST, known or "it is no message of JSON-RPC 2.0", number)
    return None


async def serve_standard_streams(run: Run) -> None:
    """Serve over standard input and output.

    Args:
        run: serves a stream of messages, and a stream of answers, until the first one ends.
    """
    lines = _Lines()
    async with stdio_server(stdin=cast("anyio.AsyncFile[str]", lines)) as (read, write):
        lines.answer = write.send
        await run(read, write)


class _Lines:
    """The lines of standard input that the library may read; the others are answered."""

    answer: Callable[[SessionMessage], Awaitable[None]]

    async def __aiter__(self) -> AsyncIterator[str]:
        # A thread may wait for it at the end of the process: then it cannot be closed.
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
