"""Serve the web page and the HTTP API, and manage their tokens.

It listens on this machine only, at http://127.0.0.1:8123/, unless --host lets others in, each with
a token. On this machine reading needs no token; writing does. It needs the extra `web`.
"""

from __future__ import annotations

import argparse
import sys

from robot_memory.faces.cli.open_memory import load_settings, memory_source
from robot_memory.faces.cli.output import answer, wants_json
from robot_memory.faces.cli.verb_arguments import HIGHEST_PORT, whole_number
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.extras import needing
from robot_memory.foundation.home import find_home
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.governance import AssistPath

EXAMPLES = (
    "robot-memory web issue ada --scope write",
    "robot-memory web tokens",
    "robot-memory web revoke ada",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    serve = subcommands.add("serve", _serve, "serve until interrupted")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on [%(default)s]")
    serve.add_argument("--port", type=whole_number(0, HIGHEST_PORT), default=8123,
                       help="0 for any free port [%(default)s]")  # fmt: skip
    issue = subcommands.add("issue", _issue, "create a token, and print it once")
    issue.add_argument("name", help="name of the owner")
    issue.add_argument(
        "--scope", action="append", required=True, choices=[scope.value for scope in TokenScope],
        help="what it allows; repeatable",
    )  # fmt: skip
    issue.add_argument("--agent", action="store_true", help="the owner is an agent, not a person")
    subcommands.add("tokens", _tokens, "list tokens")
    revoke = subcommands.add("revoke", _revoke, "revoke a token")
    revoke.add_argument("name", help="name of the owner")


def _serve(args: argparse.Namespace) -> int:
    with needing("the page needs", "web"):
        from robot_memory.faces.http_serving.serving import open_socket
        from robot_memory.faces.web.access import is_loopback
        from robot_memory.faces.web.application import serve
    with open_socket(args.host, args.port) as listening, memory_source(args) as source:
        serve(source, listening, is_local=is_loopback(args.host))
    return 0


def _issue(args: argparse.Namespace) -> int:
    kind = CallerKind.AGENT if args.agent else CallerKind.PERSON
    scopes = [TokenScope(name) for name in args.scope]
    home = find_home(load_settings(args))
    operators = AssistPath(home, enabled=False).store.operators.names_ever()
    token = _store(args).issue(args.name, scopes, kind, operators)
    if not wants_json(args):
        print("it is not shown again; send it as `Authorization: Bearer …`", file=sys.stderr)
    return answer(args, {"name": args.name, "token": token}, [token])


def _tokens(args: argparse.Namespace) -> int:
    callers = _store(args).callers()
    records = [
        {"name": one.name, "kind": one.kind.value, "scopes": sorted(one.scopes)} for one in callers
    ]
    lines = (f"{one.name}  {one.kind}: {', '.join(sorted(one.scopes))}" for one in callers)
    return answer(args, records, lines, nothing="nobody has a token")


def _revoke(args: argparse.Namespace) -> int:
    _store(args).revoke(args.name)
    return 0


def _store(args: argparse.Namespace) -> TokenStore:
    return TokenStore(find_home(load_settings(args)).web_tokens)
