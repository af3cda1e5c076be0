"""Builders of statements, entries and files of facts for the tests in this folder."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.ledger import Key
from robot_memory.long_term.graph import FactGraph, Statement

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)

#: The example of document 003, "Fact Ingestion", verbatim.
EXAMPLE = """\
{
  "id": "fact-<uuid>",
  "subject": "deployment project",
  "predicate": "started_on",
  "object": "2026-05-15",
  "source": "user-stated",
  "created": "2026-05-15T14:30:00Z",
  "activation": 1.0
}
""".replace("<uuid>", "123e4567-e89b-12d3-a456-426614174000")
EXAMPLE_ID = "fact-123e4567-e89b-12d3-a456-426614174000"


def at(days: float = 0.0, **more: float) -> datetime:
    """Return noon plus some days (or hours=, seconds= …)."""
    return NOON + timedelta(days=days, **more)


def said(
    subject: str = "deployment project", predicate: str = "started_on",
    object_: str = "2026-05-15", source: str = "user-stated", **more: Any,
) -> Statement:  # fmt: skip
    return Statement(subject, predicate, object_, source, **more)


def tell(graph: FactGraph, *what: str, now: datetime = NOON, **more: Any) -> str:
    """Let a graph learn one statement; return the id of the fact."""
    (learned,) = graph.learn([said(*what, **more)], now=now)
    return learned.fact.id


def fact_line(**fields: Any) -> str:
    """Return a fact's line as another tool would write it."""
    return json.dumps({**json.loads(EXAMPLE), **fields}) + "\n"


def write_facts(home: Path, *lines: str) -> Path:
    path = home / "knowledge-graph" / "facts.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def records(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def metadata(home: Path) -> dict[str, Any]:
    return json.loads((home / "activation-metadata.json").read_text())


def objects(known: Any) -> list[str]:
    """Return the objects of the found facts."""
    return [item.fact.object for item in known]


def make_entry(text: str = "Left wheel encoder reports no pulses", **fields: Any) -> MemoryEntry:
    given: dict[str, Any] = {
        "type": EntryType.HARDWARE_OBSERVATION, "confidence": 0.6,
        "first_seen": NOON, "last_reinforced": NOON, "tags": ("wheel",), **fields,
    }  # fmt: skip
    component = given.pop("component", "")
    if component:
        given["extra"] = {"key": ["diagnostics", component, "fails"]}
        assert Key.from_list(given["extra"]["key"]) is not None
    given.setdefault("id", mint_id(given["type"], text))
    return MemoryEntry(text=text, **given)


def files_of(home: Path) -> dict[str, bytes]:
    """Return the content of every file in a home, without locks."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }
