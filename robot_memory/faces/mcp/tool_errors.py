"""Turns errors of the memory into errors of tools and resources that an agent can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.memory_writer import NotStoredYet

#: What a memory that cannot be read or written raises.
EXPECTED = (RobotMemoryError, NotStoredYet, OSError, sqlite3.Error)


def raising_tool_errors() -> AbstractContextManager[None]:
    """Raise an error of the memory as a tool error, so that the agent reads its text."""
    return _raising(ToolError)


def raising_resource_errors() -> AbstractContextManager[None]:
    """Raise an error of the memory as a resource error, so that the agent reads its text."""
    return _raising(ResourceError)


@contextmanager
def _raising(kind: type[Exception]) -> Iterator[None]:
    try:
        yield
    except EXPECTED as error:
        raise kind(str(error) or type(error).__name__) from error
