"""Serve the memory to an agent, as tools of the Model Context Protocol.

Over standard input and output, as an agent's program starts it; or over HTTP with --port, on this
machine only. It reads; with --write it may also note, resolve and propose, under its name.
It needs the extra `mcp`.
"""

from __future__ import annotations

import argparse

from robot_memory.cli.open_memory import make_memory
from robot_memory.errors import InvalidInput
from robot_memory.memory_source import MemorySource


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--write", action="store_true", help="let the agent write, too")
    parser.add_argument("--name", default="mcp", help="who the agent is [%(default)s]")
    parser.add_argument("--port", type=int, help="serve HTTP at http://127.0.0.1:PORT/mcp")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    try:
        from robot_memory.agent.server import make_server
    except ModuleNotFoundError as error:
        raise InvalidInput(
            f"tools for agents need {error.name}: `pip install 'robot_memory[mcp]'`"
        ) from error
    source = MemorySource(lambda write: make_memory(args, write=write))
    server = make_server(source, author=args.name, may_write=args.write)
    try:
        if args.port is None:
            server.run("stdio")
        else:
            server.run("streamable-http", host="127.0.0.1", port=args.port)
    except KeyboardInterrupt:
        pass
    finally:
        source.close()
    return 0
