"""Turns errors of the memory into tool errors that an agent can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from mcp.server.mcpserver.exceptions import ToolError

from robot_memory.errors import RobotMemoryError
from robot_memory.memory_writer import NotStoredYet


@contextmanager
def raising_tool_errors() -> Iterator[None]:
    """Raise an error of the memory as a tool error, so that the agent reads its text."""
    try:
        yield
    except (RobotMemoryError, NotStoredYet, OSError, sqlite3.Error) as error:
        raise ToolError(str(error) or type(error).__name__) from error
