"""The official client, in one process with the server."""

from __future__ import annotations

import asyncio

import pytest

from robot_memory import RobotMemory
from robot_memory.memory_source import MemorySource


@pytest.fixture
def call(mcp, home):
    """A function that runs a client function against the server."""
    from robot_memory.faces.mcp.server import make_server

    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))

    def talk(function, *, may_write=True):
        async def session():
            server = make_server(source, author="planner", may_write=may_write)
            async with mcp.Client(server) as client:
                return await function(client)

        return asyncio.run(session())

    yield talk
    source.close()
