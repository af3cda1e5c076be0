"""Checks what an accepted HTTP request must have stored or shown, read from the request as sent."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from fuzzing.independent_reading import same
from fuzzing.kept_memory import KeptMemory
from fuzzing.shown_entries import AskedEntries, check_evidence, check_hits, check_list
from fuzzing.stored_words import (
    CHANGES,
    check_attempt,
    check_changed,
    check_noted,
    check_repaired,
    check_words,
)

_CHANGE = re.compile(r"/api/memory/entries/(.+)/(\w+)")
_FILE = re.compile(r"/api/memory/(?:read|write)/(\w+)/(.+)", re.DOTALL)
_Query = Mapping[str, list[str]]


def check_taken(
    home: Path, kept: KeptMemory, scope: Mapping[str, Any], body: bytes, answer: bytes
) -> None:
    """Check an answer that says that the request was accepted.

    Args:
        scope: the request's ASGI scope.

    Raises:
        BrokenPromise: the memory does not hold what the answer says.
    """
    path: str = scope["path"]
    if scope["method"] == "GET" and (check := _READS.get(path) or _reading(path)):
        query = parse_qs(scope["query_string"].decode(), keep_blank_values=True)
        check(kept, query, _data(answer))
    elif scope["method"] == "POST":
        _check_written(kept, path, json.loads(body or b"{}"), _data(answer))
    if (place := _FILE.fullmatch(path)) and scope["method"] in ("GET", "POST"):
        stored = (home / place[1] / place[2]).read_bytes().decode("utf-8", "replace")
        text = _data(answer) if scope["method"] == "GET" else json.loads(body)
        check_words(path, stored.strip(), text["content"])


def _data(answer: bytes) -> Any:
    return json.loads(gzip.decompress(answer) if answer.startswith(b"\x1f\x8b") else answer)


def _check_written(kept: KeptMemory, path: str, body: Any, data: Any) -> None:
    change = _CHANGE.fullmatch(path)
    if path == "/api/memory/entries":
        check_noted(kept, data["id"], body["text"], is_new=data["created"])
    elif path == "/api/memory/outcomes":
        check_attempt(kept, body["task"], body["succeeded"])
    elif path == "/api/memory/repaired":
        check_repaired(kept, body["component"], body.get("note") or "", data["ids"])
    elif change and change[2] in CHANGES:
        kinds, words = CHANGES[change[2]]
        check_changed(kept, kinds, change[1], body.get(words) or "")
        same("the entry in the answer", data["id"], change[1])


def _entries(kept: KeptMemory, query: _Query, data: Any) -> None:
    asked = AskedEntries(
        types=_several(query, "types"),
        tags=_several(query, "tags"),
        is_with_resolved=_one(query, "include_resolved", "0") in ("1", "true"),
        min_confidence=float(_one(query, "min_confidence", "0")),
        offset=int(_one(query, "offset", "0")),
        limit=int(_one(query, "limit", "100")),
    )
    check_list(kept, asked, data["items"], data["total"])


def _recalled(kept: KeptMemory, query: _Query, data: Any) -> None:
    sources = _several(query, "sources")
    check_hits(kept, data["hits"], int(_one(query, "limit", "10")))
    others = [one for one in data["hits"] if sources and one["source"] not in sources]
    same("hits of another source", others, [])


def _health(kept: KeptMemory, query: _Query, data: Any) -> None:
    same("the newest row", data["seq"], kept.newest)


def _reading(path: str) -> Callable[[KeptMemory, _Query, Any], None] | None:
    """Return the check for an entry's evidence if the path names an entry."""
    head, _, entry_id = path.partition("/api/memory/why/")
    if head or not entry_id:
        return None

    def check(kept: KeptMemory, query: _Query, data: Any) -> None:
        same("the entry", data["entry"]["id"], entry_id)
        rows = [(row["id"], row["summary"]) for row in data["evidence"]]
        check_evidence(kept, data["entry"], rows, int(_one(query, "limit", "20")))

    return check


_READS: Mapping[str, Callable[[KeptMemory, _Query, Any], None]] = {
    "/api/memory/entries": _entries,
    "/api/memory/recall": _recalled,
    "/api/memory/health": _health,
}


def _several(query: _Query, name: str) -> list[str]:
    return [part for text in query.get(name, ()) for part in text.split(",") if part]


def _one(query: _Query, name: str, default: str) -> str:
    return query.get(name, [default])[0]
