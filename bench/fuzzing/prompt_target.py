"""The prompts that begin an agent's session (MCP): spoiled requests over the transport."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from fuzzing.agent_session import session_with
from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.kept_memory import KeptMemory, source_of
from fuzzing.lived_home import make_lived_home
from fuzzing.mutation import ODD_TEXTS, ODD_VALUES, mutated_bytes, mutated_given
from robot_memory.faces.mcp.server import make_server
from robot_memory.memory_source import MemorySource

_NAME = "session_start"
_GET, _LIST, _COMPLETE = "prompts/get", "prompts/list", "completion/complete"
_ARGUMENT = {"name": "topic", "value": "li"}
_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    (_LIST, {}),
    (_LIST, {"cursor": "2"}),
    (_GET, {"name": _NAME}),
    (_GET, {"name": _NAME, "arguments": {}}),
    (_GET, {"name": _NAME, "arguments": {}, "_meta": {"progressToken": 3}}),
    (_GET, {"name": _NAME, "arguments": {"topic": "lift"}}),
    (_GET, {"name": "session_end"}),
    (_COMPLETE, {"ref": {"type": "ref/prompt", "name": _NAME}, "argument": _ARGUMENT}),
    (_COMPLETE, {"ref": {"type": "ref/resource", "uri": "memory://file"}, "argument": _ARGUMENT}),
)
_METHODS = (_GET, _LIST, _COMPLETE, "prompts/", "Prompts/get", "ping", "initialize", "", None, 7)


@contextmanager
def prompt_target(folder: Path) -> Iterator[FuzzTarget]:
    """Ask for prompts line by line; a ping after each line shows that the session survives."""
    import mcp_types

    def parsed(line: str) -> Any:
        """Return a line as a message; None if it is not one."""
        try:
            return mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            return None

    loop = asyncio.new_event_loop()
    home = make_lived_home(folder)
    with source_of(home) as source:
        server = make_server(source, author="fuzz", may_write=True)
        listed = loop.run_until_complete(server.list_prompts())
        names = [one.name for one in listed]
        kept = KeptMemory(home)
        with session_with(server, loop) as session:

            def read(data: bytes) -> str:
                line = _line(data)
                message = parsed(line)
                is_request = isinstance(message, mcp_types.JSONRPCRequest)
                kept.begin()
                answers = session.send(line, message.id if is_request else None)
                kept.check_unchanged()
                if not is_request:  # the library does not answer unreadable requests
                    return "unread" if message is None else "no request"
                (answer,) = answers
                if "error" in answer:
                    return _refused(answer["error"])
                _check(message, answer["result"], source, names)
                return "answered"

            yield FuzzTarget("prompts", _seeds(), read, (), _mutated_request)
        kept.close()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


def _seeds() -> tuple[bytes, ...]:
    return tuple(json.dumps({"to": method, "given": given}).encode() for method, given in _REQUESTS)


def _line(data: bytes) -> str:
    """Return an input as the line to send; the server reads it as UTF-8 in any case."""
    request = json.loads(data)
    if "line" in request:
        return str(request["line"])
    number = request.get("id", 1)
    message = {"jsonrpc": "2.0", "id": number, "method": request["to"], "params": request["given"]}
    return json.dumps(message, ensure_ascii=len(data) % 2 == 0).encode("utf-8", "replace").decode()


def _mutated_request(data: bytes, random: Random) -> bytes:
    """Spoil the given values; more rarely the prompt's name, method or id, or the whole line."""
    request = json.loads(data)
    match random.randrange(10):
        case 0:
            text = mutated_bytes(_line(data).encode(), random).decode("utf-8", "replace")
            request["line"] = text.replace("\n", " ")
        case 1:
            request["to"] = random.choice(_METHODS)
        case 2:
            request["id"] = random.choice((*ODD_VALUES, random.randrange(1 << 40)))
        case 3 | 4:
            request["given"] = {"name": _NAME, "arguments": random.choice(_ARGUMENTS)}
        case 5:
            spoiled = mutated_bytes(_NAME.encode(), random).decode("utf-8", "replace")
            request = {"to": _GET, "given": {"name": random.choice((*ODD_TEXTS, spoiled))}}
        case _:
            return mutated_given(data, random)
    return json.dumps(request).encode()


_ARGUMENTS = (
    *ODD_VALUES, {"": ""}, {"topic": "x" * 9000}, {"topic": None}, {"topic": 1}, {"topic": ["a"]},
    {"self": "a"}, {"ctx": "a"}, {"context": "a"}, {"name": "a", "arguments": "b"},
    {f"a{number}": "b" for number in range(300)},
)  # fmt: skip


def _refused(error: Any) -> str:
    text = error["message"]
    if not text or not text.isprintable():
        raise BrokenPromise(f"a refusal that says nothing, or more than it shows: {error}")
    if not -32768 <= error["code"] <= -32000:
        raise BrokenPromise(f"a refusal whose code is none of the protocol: {error}")
    return "refused"


def _check(message: Any, result: Any, source: MemorySource, names: list[str]) -> None:
    """Compare an answer with its request."""
    if message.method == _LIST:
        if [one["name"] for one in result["prompts"]] != names:
            raise BrokenPromise(f"{result} lacks a prompt")
    elif message.method == _GET:
        if message.params["name"] not in names or message.params.get("arguments"):
            raise BrokenPromise(f"{message.params} was taken")
        (said,) = result["messages"]
        block = source.reader().context().text
        if said["role"] != "user" or not said["content"]["text"].startswith(f"{block}\n\n"):
            raise BrokenPromise(f"the session begins with {said}")
    elif message.method == _COMPLETE:
        raise BrokenPromise(f"the server does not offer it, and answers {result}")
