"""An agent's mistake is answered in one line that helps to correct it, and never ignored."""

from __future__ import annotations

import pytest

pytest.importorskip("mcp", reason="needs the extra `agent`")

from robot_memory import RobotMemory
from robot_memory.faces.mcp.strict_server import words_for_agents
from robot_memory.foundation.errors import Defect, InvalidInput

TYPES = "'hardware_observation', 'environment_note' or 'behavior_pattern'"
REMEMBER = {"type": "environment_note", "text": "The lift is slow"}


@pytest.fixture
def refusal(call):
    """A function that calls a tool that refuses; it returns the message."""

    def ask(tool, **arguments):
        result = call(lambda client: client.call_tool(tool, arguments))
        assert result.is_error
        return result.content[0].text

    return ask


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("recall", {"query": "lift", "limit": 5000},
         "limit: 5000: input should be less than or equal to 1000"),
        ("recall", {"query": "x" * 4001},
         "query: 4001 characters: string should have at most 4000 characters"),
        ("recall", {}, "query is missing"),
        ("recall", {"query": "lift", "limit": "many"},
         "limit: 'many': input should be a valid integer"),
        ("remember", {"type": "rumour", "text": "The lift is slow"},
         f"type: 'rumour': input should be {TYPES}"),
        ("why", {"limit": 0},
         "id is missing; limit: 0: input should be greater than or equal to 1"),
    ],
)  # fmt: skip
def test_an_invalid_argument_is_reported_with_its_value_and_limit_in_one_line(
    refusal, tool, arguments, words
):
    assert refusal(tool, **arguments) == f"nothing was done: {words}"


@pytest.mark.parametrize("tool", ["recall", "remember"])
def test_an_unknown_argument_is_refused_with_the_known_ones(home, refusal, tool):
    said = refusal(tool, **REMEMBER, confidence=0.9, query="lift")

    assert said.startswith(f"nothing was done: {tool} takes ")
    assert ", not '" in said
    assert not home.exists()


def test_an_unknown_tool_is_refused_with_the_known_ones(refusal):
    said = refusal("forget_all")

    assert said.startswith("no tool has the name 'forget_all'; there is get_context, ")
    assert said.endswith("propose")


def test_an_unknown_id_is_refused_with_the_tools_that_return_ids(home, refusal):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The lift is slow")

    said = refusal("why", id="mem-none")

    assert said == "no entry has the id 'mem-none'; get_context and recall give ids"


def test_a_waiting_request_is_reported_to_an_agent_without_a_command_line(home, call):
    with RobotMemory.open(home) as memory:
        note = memory.remember("environment_note", "The lift is slow")
    arguments = {"id": note.id}

    told = call(lambda client: client.call_tool("resolve", arguments)).content[0].text

    assert "the request waits in that person's list" in told
    assert "robot-memory" not in told


def test_an_error_of_several_lines_becomes_one_line():
    error = InvalidInput("nothing was stored", [Defect("a", "is odd"), Defect("b", "is even")])

    assert words_for_agents(error) == "nothing was stored: a: is odd; b: is even"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("at its machine a person can, with robot-memory known", "with the command line"),
        ("`robot-memory levels reject prop-1 --by NAME` turns it down", "the command line turns"),
    ],
)
def test_a_command_line_in_a_message_is_replaced_for_agents(said, told):
    assert told in words_for_agents(said)
    assert "robot-memory" not in words_for_agents(said)
