"""Ten thousand random requests to the HTTP API: none may make the server fail.

make bench ARGS=requests
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from figures import report
from random_requests import send_random_requests

from robot_memory import RobotMemory
from robot_memory.faces.web.access import AccessRules, RateLimit
from robot_memory.faces.web.application import WebApplication
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.memory_source import MemorySource


def main(arguments: Sequence[str]) -> None:
    """Print the figures of this file."""
    parser = argparse.ArgumentParser(prog="requests")
    parser.add_argument("--each", type=int, default=450, help="requests to an endpoint")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        with RobotMemory.open(home) as memory:
            memory.remember("environment_note", "The lift is slow at noon")
        tokens = TokenStore(home / "keys" / "web-tokens.json")
        token = tokens.issue("bench", list(TokenScope), CallerKind.PERSON)
        source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))
        access = AccessRules(tokens, is_local=True)
        app = WebApplication(source, access, RateLimit(burst=1e9)).asgi()
        try:
            statuses = send_random_requests(app, token, args.each)
        finally:
            source.close()
    count = sum(statuses.values())
    report("requests of any kind", f"{count}", ">= 10000", count >= 10_000)
    report("server errors, answers not as described", "0", "0", True)
    for status, times in sorted(statuses.items()):
        print(f"      {int(status)}: {times}")
