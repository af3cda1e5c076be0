"""The example of an agent: it learns from its own reports, and its cached prompt stays the same."""

from __future__ import annotations

import ast
import asyncio
import importlib
import sys
import types
from pathlib import Path

import pytest

from robot_memory import RobotMemory
from robot_memory.memory_source import MemorySource

AGENT = Path(__file__).resolve().parents[2] / "examples" / "agent"
SNIPPETS = sorted((AGENT / "frameworks").glob("*.py"))


@pytest.fixture
def example(monkeypatch):
    """A function that imports a module of the example, as a reader runs it."""
    monkeypatch.syspath_prepend(str(AGENT))
    yield importlib.import_module
    for path in AGENT.glob("*.py"):
        sys.modules.pop(path.stem, None)  # other modules have these names too


@pytest.fixture
def session(mcp, home, example):
    """Run a model's session; return the model, and all messages or the error."""
    from robot_memory.faces.mcp.server import make_server

    loop, run = example("agent_loop"), example("run")
    scripted = example("scripted_model")
    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))

    def start(model=None):
        model = model or scripted.ScriptedModel()

        async def talk():
            server = make_server(source, author="planner", may_write=True)
            async with mcp.Client(server) as memory:
                try:
                    return await loop.run_session(memory, model, [run.DOCK], scripted.TASK)
                except RuntimeError as error:  # otherwise the client would wrap it in a group
                    return error

        return model, asyncio.run(talk())

    yield start
    source.close()


def test_the_agent_avoids_in_the_next_session_what_failed_in_the_last(session):
    first, second = session()[1][-1], session()[1][-1]

    assert first.text == "not docked: the ramp blocks the way from the left"
    assert second.text == "docked, charging"


def test_the_first_message_of_a_session_holds_the_context_and_the_task(session, home):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The ramp is slippery when wet")

    first = session()[1][0]

    assert "The ramp is slippery when wet" in first
    assert first.endswith("Task: dock at bay 2")


def test_the_cached_part_of_a_request_does_not_change_with_the_memory(session, home, example):
    body = example("anthropic_messages").messages_request
    before, _ = session()
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The ramp is slippery when wet")
    after, _ = session()

    one, other = (body(model.requests[0], "any") for model in (before, after))
    assert [one[part] for part in ("tools", "system")] == [
        other[part] for part in ("tools", "system")
    ]
    assert one["messages"] != other["messages"]
    assert one["system"][-1]["cache_control"] == {"type": "ephemeral"}


def test_tool_results_follow_the_calls_that_requested_them(session, example):
    model, _ = session()

    body = example("anthropic_messages").messages_request(model.requests[-1], "any")

    asked = [part["id"] for message in body["messages"] if message["role"] == "assistant"
             for part in message["content"] if part["type"] == "tool_use"]  # fmt: skip
    answered = [part["tool_use_id"] for message in body["messages"][1:]
                if message["role"] == "user" for part in message["content"]]  # fmt: skip
    assert asked == answered


def test_a_model_that_never_finishes_is_stopped_after_20_replies(session, example):
    conversation = example("conversation")

    class Restless:
        async def answer(self, request):
            return conversation.Reply(
                "", (conversation.ToolCall("1", "recall", {"query": "dock"}),)
            )

    _, ended = session(Restless())

    assert str(ended) == "'dock at bay 2' was broken off after 20 replies of the model"


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.stem)
def test_a_framework_snippet_imports_only_names_that_exist(path):
    tree = ast.parse(path.read_text(encoding="utf-8"), path.name)
    compile(tree, path.name, "exec")
    ours = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module
            and node.module.startswith("robot_memory")]  # fmt: skip

    for node in ours:
        module = importlib.import_module(node.module)
        assert all(hasattr(module, alias.name) for alias in node.names)


def test_the_langchain_tools_store_and_recall_an_agents_outcome(home, monkeypatch):
    langchain = types.ModuleType("langchain_core.tools")  # none of our extras
    langchain.tool, langchain.BaseTool = lambda function: function, object
    monkeypatch.setitem(sys.modules, "langchain_core", types.ModuleType("langchain_core"))
    monkeypatch.setitem(sys.modules, "langchain_core.tools", langchain)
    monkeypatch.syspath_prepend(str(AGENT / "frameworks"))
    snippet = importlib.import_module("langchain_tools")
    source = snippet.open_source(str(home))
    recall, _, report_outcome = snippet.memory_tools(source, "rai")

    report_outcome("dock at bay 2", succeeded=False)

    assert "dock at bay 2 failed" in recall("dock")
    assert snippet.first_message(source, "dock") == "Task: dock"
    source.close()
