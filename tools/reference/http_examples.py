"""Examples of answers for OpenAPI: answers of the HTTP API about a home made for them."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient

from robot_memory import RobotMemory
from robot_memory.faces.web.access import AccessRules
from robot_memory.faces.web.application import WebApplication
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.memory_source import MemorySource

_NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
_LISTS = (
    "context", "entries", "changed", "review", "reliability", "outcomes", "proposals", "retention",
    "peers", "health", "events",
)  # fmt: skip
#: In the order of sending. Answers that contain measured times are left out.
_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("post /entries", {"type": "environment_note", "text": "Kitchen doorway has a 3 cm lip"}),
    ("post /outcomes", {"task": "dock at bay 2", "succeeded": False}),
    ("post /write/{level}/{path}", {"content": "# Dock\n"}),
    *((f"get /{path}", {}) for path in _LISTS),
    ("get /recall", {"query": "doorway", "limit": 1}),
    ("get /search", {"q": "doorway", "limit": 1}),
    ("get /occurrences", {"since": "2026-12-01"}),
    *((f"get /{path}", {}) for path in ("why/{id}", "entries/{id}/history")),
    *((f"get /proposals/{{id}}{part}", {}) for part in ("", "/change")),
    ("post /proposals/{id}/reject", {"note": "too short"}),
    ("post /entries/{id}/known", {"reason": "a new motor is ordered"}),
    *((f"post /entries/{{id}}/{verb}", {}) for verb in (
        "confirm", "mute", "unmute", "resolve", "undo", "forget",
    )),
    ("post /repaired", {"component": "lift"}),
)  # fmt: skip


def examples_file() -> str:
    """Return the examples as JSON, by method and path of the API."""
    clock, settings = ManualClock(_NOON, kind="wall", boot=""), Settings(rrn="RRN-000000000042")
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        source = MemorySource(lambda write: RobotMemory.open(
            home, settings=settings, clock=clock, read_only=not write
        ))  # fmt: skip
        with source.writer() as memory:
            memory.observe(Observation(
                Kind.ONSET, clock.now(), "Lift motor stalls", component="lift", confidence=0.6,
                key=Key("diagnostics", "lift", "stalls"), entry_type="hardware_observation",
            ))  # fmt: skip
        tokens = TokenStore(home / "keys" / "web-tokens.json")
        token = tokens.issue("ada", list(TokenScope), CallerKind.PERSON)
        app = WebApplication(source, AccessRules(tokens, is_local=True)).asgi()
        client = TestClient(app, "http://localhost", headers={"Authorization": f"Bearer {token}"})
        ((_, fault),) = source.reader().entries()
        found = _ask(client, {"level": "procedural", "path": "skills/dock/SKILL.md"}, fault.id)
        source.close()
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _ask(client: TestClient, file: dict[str, str], fault: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, given in _REQUESTS:
        method, path = name.split()
        is_of_proposal = path.startswith("/proposals/")
        about = found["get /proposals"]["items"][0]["id"] if is_of_proposal else fault
        url = f"/api/memory{path.format(id=about, **file)}"
        sent = client.post(url, json=given) if method == "post" else client.get(url, params=given)
        found[name] = sent.raise_for_status().json()
    return found
