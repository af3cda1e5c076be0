"""The faces of the memory: HTTP, tools of agents (MCP), services of the node."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from rosidl_parser.definition import AbstractSequence, AbstractString, Array, NamespacedType

from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.lived_home import ENTRY, EXAMPLES, NOTE, PROPOSAL, make_lived_home, with_ids
from fuzzing.mutation import ODD_VALUES, mutated_json
from robot_memory import RobotMemory
from robot_memory.agent.server import make_server
from robot_memory.memory_source import MemorySource
from robot_memory.ros.service_server import ServiceServer
from robot_memory.ros.services import Services
from robot_memory.web.access import AccessRules
from robot_memory.web.application import WebApplication
from robot_memory.web.endpoint import Endpoint, Parameter
from robot_memory.web.endpoints import ENDPOINTS
from robot_memory.web.rate_limit import RateLimit
from robot_memory.web.tokens import CallerKind, TokenScope, TokenStore

_EXAMPLES: Mapping[str, Any] = {
    "string": "lift", "integer": 1, "number": 0.5, "boolean": True, "object": {"a": 1},
    "time": "2026-12-01T12:00:00Z",
}  # fmt: skip
_NIGHT_SHIFT = "/api/memory/consolidate"  # takes a second by itself; see tools/random_requests.py


@contextmanager
def _source(home: Path) -> Iterator[MemorySource]:
    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))
    try:
        yield source
    finally:
        source.close()


# --- HTTP ---------------------------------------------------------------------------------------


@contextmanager
def _http(folder: Path) -> Iterator[FuzzTarget]:
    home = make_lived_home(folder)
    tokens = TokenStore(home / "keys" / "web-tokens.json")
    token = tokens.issue("fuzz", list(TokenScope), CallerKind.PERSON)
    loop = asyncio.new_event_loop()
    with _source(home) as source:
        access = AccessRules(tokens, is_local=True)
        app = WebApplication(source, access, RateLimit(burst=1e9)).asgi()

        def read(data: bytes) -> str:
            request = json.loads(with_ids(data, source.reader()))
            status, answer = loop.run_until_complete(_answer(app, token, request))
            if status >= 500:
                raise BrokenPromise(f"{status}: {answer[:200]!r}")
            return str(status)

        seeds = tuple(_request(one) for one in ENDPOINTS if one.path != _NIGHT_SHIFT)
        yield FuzzTarget("http", seeds, read, (), _mutated_request)
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


def _request(endpoint: Endpoint) -> bytes:
    given: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "body": {}}
    for parameter in endpoint.all_parameters():
        is_proposal = parameter.name == "id" and "/proposals/" in endpoint.path
        example = PROPOSAL if is_proposal else _example(parameter)
        given[parameter.place][parameter.name] = example
    return json.dumps({"to": [endpoint.method, endpoint.path], "given": given}).encode()


def _example(parameter: Parameter) -> Any:
    if parameter.choices:
        value = parameter.choices[0]
    else:
        value = {"id": ENTRY, **EXAMPLES}.get(parameter.name, _EXAMPLES[parameter.kind])
    return [value] if parameter.is_list else value


def _mutated_request(data: bytes, random: Random) -> bytes:
    """Spoil what is given, not to whom."""
    request = json.loads(data)
    given = mutated_json(json.dumps(request["given"]).encode(), random)
    return json.dumps({"to": request["to"], "given": json.loads(given)}).encode()


async def _answer(app: Any, token: str, request: Any) -> tuple[int, bytes]:
    method, path = request["to"]
    given = request["given"]
    parts, query = _part(given, "path"), _part(given, "query")
    for name, value in parts.items():
        for form in (name, f"{name}:path"):
            path = path.replace(f"{{{form}}}", _said(value))
    raw = quote(path.encode("utf-8", "surrogatepass"))
    pairs = urlencode(
        [(name, _said(one)) for name, value in query.items() for one in _each(value)],
        errors="replace",
    )
    body = b"" if method == "GET" else json.dumps(given.get("body")).encode()
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": path, "raw_path": raw.encode(), "query_string": pairs.encode(),
        "root_path": "", "client": ("127.0.0.1", 9), "server": ("localhost", 80),
        "headers": [
            (b"host", b"localhost"), (b"content-type", b"application/json"),
            (b"authorization", f"Bearer {token}".encode()),
        ],
    }  # fmt: skip
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
    """Return the values of a parameter: one that takes several may come several times."""
    return value if isinstance(value, list) else [value]


def _said(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode()


# --- Agents -------------------------------------------------------------------------------------


@contextmanager
def _mcp(folder: Path) -> Iterator[FuzzTarget]:
    from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError

    loop = asyncio.new_event_loop()
    with _source(make_lived_home(folder)) as source:
        server = make_server(source, author="fuzz", may_write=True)
        tools = loop.run_until_complete(server.list_tools())

        def read(data: bytes) -> str:
            call = json.loads(with_ids(data, source.reader()))
            given = call["given"]
            arguments = given if isinstance(given, dict) else {}
            try:
                loop.run_until_complete(server.call_tool(call["to"], arguments))
            except UnexpectedToolError as error:
                raise BrokenPromise(f"{call['to']}: {error.__cause__!r}") from error
            return "answered"

        seeds = tuple(
            json.dumps({"to": tool.name, "given": _arguments(tool.input_schema)}).encode()
            for tool in tools
        )
        yield FuzzTarget("mcp", seeds, read, (ToolError,), _mutated_request)
    loop.close()


def _arguments(schema: Mapping[str, Any]) -> dict[str, Any]:
    examples = {**_EXAMPLES, "array": ["a"], "object": {"a": "b"}}
    return {
        name: EXAMPLES.get(name, examples.get(kind.get("type", ""), {"a": "b"}))
        for name, kind in schema.get("properties", {}).items()
    }


# --- Services of the node -----------------------------------------------------------------------


class _OfferedServices:
    """Stands in for a node: keeps what would be called over the network."""

    def __init__(self) -> None:
        self.calls: dict[str, tuple[Any, Callable[[Any, Any], Any]]] = {}

    def create_service(self, kind: Any, name: str, call: Callable[[Any, Any], Any]) -> None:
        self.calls[name] = kind, call

    def resolve_service_name(self, name: str) -> str:
        return name


@contextmanager
def _services(folder: Path) -> Iterator[FuzzTarget]:
    node = _OfferedServices()
    failed: Counter[str] = Counter()

    def report(what: str, error: Exception) -> None:
        failed[f"{what}: {error!r}"] += 1

    with RobotMemory.open(make_lived_home(folder)) as memory:
        Services(ServiceServer(node, node, report), memory)
        known = [entry.id for _, entry in memory.entries()]

        def read(data: bytes) -> str:
            name, _, number = data.decode().rpartition(" ")
            kind, call = node.calls[name]
            request = _filled(kind.Request(), Random(number), known)
            response = call(request, kind.Response())
            if failed:
                raise BrokenPromise(failed.popitem()[0])
            if not (response.success or response.message):
                raise BrokenPromise("a refusal says nothing")
            return "answered" if response.success else "refused"

        seeds = tuple(f"{name} 0".encode() for name in node.calls)
        yield FuzzTarget("services", seeds, read, (), _other_request)


def _other_request(data: bytes, random: Random) -> bytes:
    name, _, _ = data.decode().rpartition(" ")
    return f"{name} {random.getrandbits(64)}".encode()


_TEXTS = tuple(value for value in ODD_VALUES if isinstance(value, str) and "\0" not in value)
_NUMBERS = {
    "float": (0.0, 0.5, -1.0, 1e30, float("inf"), float("nan")),
    "double": (0.0, 0.5, -1.0, 1e308, float("inf"), float("nan")),
    "boolean": (True, False),
    "octet": (b"\0", b"\xff"),
}


def _filled(message: Any, random: Random, known: list[str]) -> Any:
    """Fill half of the fields of a message with what their types allow."""
    names = message.get_fields_and_field_types()
    for name, kind in zip(names, message.SLOT_TYPES, strict=True):
        if random.random() < 0.5 or name == "id":
            setattr(message, name, _value(kind, random, known))
    return message


def _value(kind: Any, random: Random, known: list[str]) -> Any:
    if isinstance(kind, (Array, AbstractSequence)):
        size = kind.size if isinstance(kind, Array) else random.choice((0, 1, 3, 300))
        return [_value(kind.value_type, random, known) for _ in range(size)]
    if isinstance(kind, AbstractString):
        text = random.choice((*_TEXTS, *known, NOTE, "environment_note", "person"))
        return text.encode("utf-8", "replace").decode()
    if isinstance(kind, NamespacedType):
        message_type = getattr(importlib.import_module(".".join(kind.namespaces)), kind.name)
        return _filled(message_type(), random, known)
    if kind.typename in _NUMBERS:
        return random.choice(_NUMBERS[kind.typename])
    bits = int(kind.typename.removeprefix("u").removeprefix("int"))
    top = 2**bits if kind.typename.startswith("u") else 2 ** (bits - 1)
    return random.choice((0, 1, top - 1, 7 if kind.typename.startswith("u") else -top))


#: Faces by the name of their target.
FACES: Mapping[str, Callable[[Path], AbstractContextManager[FuzzTarget]]] = {
    "http": _http,
    "mcp": _mcp,
    "services": _services,
}
