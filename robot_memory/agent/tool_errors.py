"""Errors of the memory, as an agent is told of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from mcp.server.mcpserver.exceptions import ToolError

from robot_memory.errors import RobotMemoryError
from robot_memory.memory_writer import NotStoredYet


@contextmanager
def told_in_words() -> Iterator[None]:
    """Let an error of the memory reach the agent in words."""
    try:
        yield
    except (RobotMemoryError, NotStoredYet, OSError, sqlite3.Error) as error:
        raise ToolError(str(error) or type(error).__name__) from error
