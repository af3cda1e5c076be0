"""Chunks and conversations for tests."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.chunks import Chunk, ChunkStore

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)  # as in the tests' clock
#: The document's own example, verbatim (001 §Chunk Structure).
EXAMPLE = """{
  "id": "chunk-2026-02-10-a1b2c3d4",
  "content": "User decided to use RLM architecture instead of RAG...",
  "tokens": 145,
  "type": "decision",
  "metadata": {
    "created": "2026-02-10T21:37:00Z",
    "conversation_id": "conv-abc123",
    "source": "interaction",
    "confidence": 0.95,
    "access_count": 3,
    "last_accessed": "2026-02-10T22:15:00Z"
  },
  "links": {
    "context_of": ["conv-abc123"],
    "follows": ["chunk-2026-02-10-x9y8z7w6"],
    "related_to": ["chunk-2026-02-09-p4q5r6s7"],
    "supports": [],
    "contradicts": []
  },
  "tags": ["architecture", "rlm", "decision"]
}
"""
EXAMPLE_ID = "chunk-2026-02-10-a1b2c3d4"
#: 120 words: more than 100 tokens, fewer than 800.
LONG = "The left wheel slips on the wet ramp in the yard. " * 11


def create(store: ChunkStore, content: str = LONG, **fields: Any) -> Chunk:
    """Create a chunk with arbitrary values for missing fields."""
    return store.create_chunk(content, **fields)


def wait(clock: ManualClock, **span: float) -> None:
    clock.set(clock.now().time + timedelta(**span))


def file_of(home: Path, chunk_id: str) -> Path:
    (found,) = (home / "chunks").rglob(f"{chunk_id}.json")
    return found


def data_of(home: Path, chunk_id: str) -> Any:
    return json.loads(file_of(home, chunk_id).read_text(encoding="utf-8"))


def put_file(home: Path, text: str | bytes, chunk_id: str = EXAMPLE_ID) -> Path:
    """Write a chunk's file to the path where another tool would put it."""
    path = home / "chunks" / chunk_id[6:13] / f"{chunk_id}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def index_of(home: Path, name: str) -> Any:
    return json.loads((home / "index" / f"{name}.json").read_text(encoding="utf-8"))


def turn(content: object, role: object = "user", minute: float | None = None) -> dict[str, Any]:
    record = {"role": role, "content": content}
    if minute is not None:
        time = NOON + timedelta(minutes=minute)
        record["timestamp"] = time.isoformat().replace("+00:00", "Z")
    return record


def write_conversation(
    folder: Path, *turns: object, name: str = "session1", **fields: object
) -> Path:
    """Write a conversation in the format of document 002."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"session_id": name, "turns": list(turns), **fields}))
    return path
