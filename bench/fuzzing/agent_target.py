"""The tools and resources of an agent (MCP), with spoiled arguments."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fuzzing.agent_promises import check_said
from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.kept_memory import KeptMemory, source_of
from fuzzing.lived_home import ENTRY, EXAMPLES, TYPED, make_lived_home, with_ids
from fuzzing.mutation import mutated_given
from robot_memory.faces.mcp.server import make_server

_READ = "read_resource"
_URIS = ("memory://file", "memory://daily-digest", f"memory://entry/{ENTRY}")


@contextmanager
def agent_target(folder: Path) -> Iterator[FuzzTarget]:
    """Call the server's tools and read its resources, as its transport does."""
    from mcp.server.mcpserver.exceptions import (
        ResourceError,
        ToolError,
        UnexpectedResourceError,
        UnexpectedToolError,
    )

    loop = asyncio.new_event_loop()
    home = make_lived_home(folder)
    with source_of(home) as source:
        server = make_server(source, author="fuzz", may_write=True)
        tools = loop.run_until_complete(server.list_tools())
        only_read = {_READ, *(it.name for it in tools if it.annotations.read_only_hint)}
        kept = KeptMemory(home)

        def call(name: str, given: Any) -> str:
            arguments = given if isinstance(given, dict) else {}
            if name == _READ:
                found = server.read_resource(str(arguments.get("uri")))
                return "".join(str(one.content) for one in loop.run_until_complete(found))
            made: Any = loop.run_until_complete(server.call_tool(name, arguments))
            return "".join(one.text for one in made.content)

        def read(data: bytes) -> str:
            request = json.loads(with_ids(data, source.reader()))
            name = request["to"]
            kept.begin()
            try:
                answer = call(name, request["given"])
            except (UnexpectedToolError, UnexpectedResourceError) as error:
                raise BrokenPromise(f"{name}: {error.__cause__!r}") from error
            except (ToolError, ResourceError):
                kept.check_unchanged()
                raise
            if name in only_read:
                kept.check_unchanged()
            given = request["given"]
            check_said(kept, name, given if isinstance(given, dict) else {}, answer)
            return "answered"

        calls = [(tool.name, _arguments(tool.input_schema)) for tool in tools]
        calls += [(_READ, {"uri": uri}) for uri in _URIS]
        seeds = tuple(json.dumps({"to": name, "given": given}).encode() for name, given in calls)
        yield FuzzTarget("mcp", seeds, read, (ToolError, ResourceError), mutated_given)
        kept.close()
    loop.close()


def _arguments(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: EXAMPLES.get(name, _example(kind))
        for name, kind in schema.get("properties", {}).items()
    }


def _example(kind: Mapping[str, Any]) -> Any:
    if kind.get("type") == "array":
        return kind["items"].get("enum", ["a"])[:1]
    return {**TYPED, "object": {"a": "b"}}.get(kind.get("type", ""), {"a": "b"})
