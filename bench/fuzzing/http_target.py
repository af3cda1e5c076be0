"""The HTTP API: requests with spoiled values, bodies or headers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.http_promises import check_taken
from fuzzing.kept_memory import KeptMemory, source_of
from fuzzing.lived_home import (
    ENTRY,
    EXAMPLES,
    LIMIT,
    NOTE,
    PROPOSAL,
    TYPED,
    make_lived_home,
    with_ids,
)
from fuzzing.mutation import ODD_TEXTS, mutated_bytes, mutated_given
from robot_memory.applications.operations.operation import FieldType, OperationField
from robot_memory.faces.web.access import AccessRules, RateLimit
from robot_memory.faces.web.application import WebApplication
from robot_memory.faces.web.endpoint import Endpoint
from robot_memory.faces.web.endpoints import ENDPOINTS
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore

_NIGHT_SHIFT = "/api/memory/consolidate"  # takes a second by itself; see tools/random_requests.py
_OTHER_PAGES = ("/openapi.json", "/metrics", "/")
#: Texts of requests about an entry: its own words, and words that no entry has.
_TEXTS = {"confirm": NOTE, "correct": "The lift is slow all day"}
#: Parameters for lists of entries, since those from :data:`TYPED` find none.
_LISTS: tuple[Mapping[str, Any], ...] = (
    {}, {"limit": 1, "offset": 1}, {"types": ["environment_note"], "limit": 2},
    {"min_confidence": 0.7}, {"include_resolved": True, "offset": 1},
)  # fmt: skip
METHODS = ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "")
HEADERS: Mapping[str, str] = {
    "host": "localhost", "content-type": "application/json", "accept-encoding": "gzip",
    "if-match": '"a", *', "if-none-match": '"a", *', "origin": "http://localhost",
    "authorization": "Bearer a", "content-length": "9",
}  # fmt: skip


@contextmanager
def http_target(folder: Path) -> Iterator[FuzzTarget]:
    """Call the application as a server does, without a socket."""
    home = make_lived_home(folder)
    tokens = TokenStore(home / "keys" / "web-tokens.json")
    token = tokens.issue("fuzz", list(TokenScope), CallerKind.PERSON)
    loop = asyncio.new_event_loop()
    with source_of(home) as source:
        access = AccessRules(tokens, is_local=True)
        app = WebApplication(source, access, RateLimit(burst=1e9)).asgi()
        kept = KeptMemory(home)

        def read(data: bytes) -> str:
            request = json.loads(with_ids(data, source.reader()))
            kept.begin()
            status, answer = loop.run_until_complete(_answer(app, token, request))
            _check(request["to"][0], status, answer, kept)
            is_proposal = status == 202 and b'"proposal"' in answer  # it waits for a person
            if 200 <= status < 300 and not is_proposal:
                check_taken(home, kept, scope_of(request, token), body_of(request), answer)
            return str(status)

        seeds = [_request(one) for one in ENDPOINTS if one.path != _NIGHT_SHIFT]
        seeds += [
            _seed("GET", path, {"path": {}, "query": {}, "body": {}}) for path in _OTHER_PAGES
        ]
        seeds += [
            _seed("GET", "/api/memory/entries", {"path": {}, "query": asked, "body": {}})
            for asked in _LISTS
        ]
        yield FuzzTarget("http", tuple(seeds), read, (), _mutated_request)
        kept.close()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


def _check(method: str, status: int, answer: bytes, kept: KeptMemory) -> None:
    if not 200 <= status < 500:
        raise BrokenPromise(f"{status}: {answer[:200]!r}")
    if status >= 400 and method != "HEAD" and not json.loads(answer).get("detail"):
        raise BrokenPromise(f"a refusal says nothing: {status}")
    if status >= 400 or method != "POST":
        kept.check_unchanged()


def _request(endpoint: Endpoint) -> bytes:
    given: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "body": {}}
    for parameter in endpoint.all_parameters():
        name = parameter.field.name
        example = _example(parameter.field)
        if name == "id" and "/proposals/" in endpoint.path:
            example = PROPOSAL
        elif name == "id" and endpoint.path.endswith("/limit"):
            example = LIMIT
        given[parameter.place][name] = example
    if text := _TEXTS.get(endpoint.path.rpartition("/")[2]):
        given["body"]["text"] = text
    return _seed(endpoint.method, endpoint.path, given)


def _seed(method: str, path: str, given: Mapping[str, Any]) -> bytes:
    return json.dumps({"to": [method, path], "given": given}).encode()


def _example(field: OperationField) -> Any:
    is_list = field.type is FieldType.STRINGS
    if field.takes.choices:
        value = field.takes.choices[0]
    else:
        kind = "string" if is_list else field.type.value
        value = {"id": ENTRY, **EXAMPLES}.get(field.name, TYPED[kind])
    return [value] if is_list else value


def _mutated_request(data: bytes, random: Random) -> bytes:
    """Spoil the given values; more rarely the bytes of the body, a header, or the method."""
    request = json.loads(data)
    match random.randrange(20):
        case 0 | 1 | 2:
            body = json.dumps(request["given"]["body"]).encode()
            request["raw"] = mutated_bytes(body, random).decode("latin-1")
        case 3 | 4 | 5:
            name = random.choice(list(HEADERS))
            if random.random() < 0.5:
                value = random.choice(ODD_TEXTS).encode("utf-8", "replace")
            else:
                value = mutated_bytes(HEADERS[name].encode(), random)
            request["headers"] = {name: value.decode("latin-1")}
        case 6:
            request["to"][0] = random.choice(METHODS)
        case _:
            return mutated_given(data, random)
    return json.dumps(request).encode()


def scope_of(request: Any, token: str) -> dict[str, Any]:
    """Return the ASGI scope of a request.

    Args:
        request: ``to``: method and path; ``given``: values by place; ``headers``.
        token: sent if the headers contain none.
    """
    method, path = request["to"]
    parts, query = _part(request["given"], "path"), _part(request["given"], "query")
    for name, value in parts.items():
        for form in (name, f"{name}:path"):
            path = path.replace(f"{{{form}}}", _said(value))
    raw = quote(path.encode("utf-8", "surrogatepass"))
    pairs = urlencode(
        [(name, _said(one)) for name, value in query.items() for one in _each(value)],
        errors="replace",
    )
    headers = {
        "host": "localhost", "content-type": "application/json",
        "authorization": f"Bearer {token}", **request.get("headers", {}),
    }  # fmt: skip
    return {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
        "method": method, "scheme": "http", "path": path, "raw_path": raw.encode(),
        "query_string": pairs.encode(), "root_path": "", "client": ("127.0.0.1", 9),
        "server": ("localhost", 80),
        "headers": [(name.encode(), text.encode("latin-1")) for name, text in headers.items()],
    }  # fmt: skip


def body_of(request: Any) -> bytes:
    """Return the body of a request as sent."""
    if "raw" in request:
        return str(request["raw"]).encode("latin-1")
    is_read = request["to"][0] == "GET"
    return b"" if is_read else json.dumps(request["given"].get("body")).encode()


async def _answer(app: Any, token: str, request: Any) -> tuple[int, bytes]:
    scope, body = scope_of(request, token), body_of(request)
    status, answer = 0, b""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, answer
        status = message.get("status", status)
        answer += message.get("body", b"")

    await app(scope, receive, send)
    return status, answer


def _part(given: Any, name: str) -> dict[str, Any]:
    part = given.get(name) if isinstance(given, dict) else None
    return part if isinstance(part, dict) else {}


def _each(value: Any) -> list[Any]:
    """Return a parameter's values: a list parameter may occur several times."""
    return value if isinstance(value, list) else [value]


def _said(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode()
