"""Serve the memory to an agent, as tools of the Model Context Protocol.

It uses standard input and output, as MCP clients expect, or HTTP with --port, on this machine only.
The agent may read. With --write it may also note, report outcomes, resolve and propose, under its
name. Over HTTP that needs the token of that name: `web issue NAME --agent --scope write`.
It needs the extra `mcp`.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from robot_memory.faces.cli.open_memory import load_settings, memory_source
from robot_memory.faces.cli.verb_arguments import HIGHEST_PORT, whole_number
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.extras import needing
from robot_memory.foundation.home import find_home
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore, name_defects
from robot_memory.governance import AssistPath

if TYPE_CHECKING:
    from mcp.server import MCPServer

EXAMPLES = (
    "robot-memory mcp",
    "robot-memory mcp --write --name planner",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--write", action="store_true", help="let the agent write too")
    parser.add_argument("--name", default="mcp", help="name of the agent [%(default)s]")
    parser.add_argument("--port", type=whole_number(0, HIGHEST_PORT),
                        help="serve HTTP at http://127.0.0.1:PORT/mcp")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    if not args.name.strip():
        raise InvalidInput("nothing was started", [Defect("--name", "is empty: name the agent")])
    with needing("tools for agents need", "mcp"):
        from robot_memory.faces.mcp.server import make_server
    if args.write:
        _check_name(args, "nothing was started")
    check_name = partial(_check_name, args, "nothing was stored")
    with memory_source(args) as source, suppress(KeyboardInterrupt):
        server = make_server(
            source, author=args.name, may_write=args.write, check_author=check_name
        )
        if args.port is None:
            server.run("stdio")
        else:
            _serve_http(server, args)
    return 0


def _check_name(args: argparse.Namespace, outcome: str) -> None:
    """Refuse a name under which what the agent writes would seem a person's."""
    home = find_home(load_settings(args))
    persons = [
        one.name for one in TokenStore(home.web_tokens).callers() if one.kind is CallerKind.PERSON
    ]
    operators = AssistPath(home, enabled=False).store.operators.names_ever()
    defects = name_defects(args.name, CallerKind.AGENT, operators, persons)
    if defects:
        raise InvalidInput(outcome, defects)


def _serve_http(server: MCPServer, args: argparse.Namespace) -> None:
    """Serve at a port; who may write there shows whose name it writes under."""
    from robot_memory.faces.mcp.http_server import TokenGate, serve_http

    if not args.write:
        serve_http(server, args.port, lambda app: app)
        return
    tokens = TokenStore(find_home(load_settings(args)).web_tokens)

    def allows(token: str) -> bool:
        caller = tokens.find(token)
        return caller is not None and (
            caller.name == args.name
            and caller.kind is CallerKind.AGENT
            and caller.may(TokenScope.WRITE)
        )

    advice = (
        f"this server writes under the name {args.name}, so it needs the token of that agent: "
        f"`robot-memory web issue {args.name} --agent --scope write`"
    )
    serve_http(server, args.port, lambda app: TokenGate(app, allows, advice))
