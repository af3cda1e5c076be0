"""What the launch file would start, on computers without launch."""

from __future__ import annotations

from pathlib import Path

import pytest
from launch_stand_ins import Context, Given, StandIns

FILE = Path(__file__).parents[3] / "launch" / "robot_memory.launch.py"
FIRST = {
    "namespace": "robot1", "home": "/memory/1", "log_level": "debug", "rrn": "RRN-000000000001",
    "hardware_ids": "base7", "federation": "true", "use_sim_time": "true", "remap": "/a:=/b",
    "respawn": "false", "respawn_delay": "9", "web": "true", "web_port": "8200", "mcp": "true",
}  # fmt: skip

#: In the file's order.
SPENT = (
    "rrn", "federation", "use_sim_time", "hardware_ids", "remap", "respawn", "respawn_delay",
    "log_level", "web", "web_port", "mcp",
)  # fmt: skip


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch) -> StandIns:
    return StandIns(monkeypatch, FILE)


def node_of(started: list[Given]) -> Given:
    (node,) = (item for item in started if type(item).__name__ == "Node")
    return node


def told(node: Given) -> dict[str, object]:
    """Return a node's parameters as passed to it."""
    (values,) = node.parameters or [{}]
    return {name: getattr(value, "given", [value])[0] for name, value in values.items()}


def faces(started: list[Given]) -> list[list[str]]:
    """Return the command lines of the servers started beside a node."""
    found = (item for item in started if type(item).__name__ == "ExecuteProcess")
    return [item.cmd[1:] for item in found]


def test_an_include_passes_its_arguments_to_the_node_and_the_servers(file):
    started = file.include(Context(), **FIRST)
    node = node_of(started)

    assert told(node) == {
        "rrn": "RRN-000000000001", "home": "/memory/1", "hardware_ids": "base7",
        "federation.enabled": True, "use_sim_time": True,
    }  # fmt: skip
    assert (node.namespace, node.remappings) == ("robot1", [("/a", "/b")])
    assert node.ros_arguments == ["--log-level", "debug"]
    assert (node.respawn, node.respawn_delay) == (False, 9.0)
    assert faces(started) == [
        ["--home", "/memory/1", "web", "serve", "--port", "8200"],
        ["--home", "/memory/1", "mcp", "--port", "8124"],
    ]


def test_an_include_inherits_no_argument_of_an_earlier_include(file):
    context = Context()
    file.include(context, **FIRST)
    second = file.include(context, namespace="robot2", home="/memory/2")
    node = node_of(second)

    assert told(node) == {"home": "/memory/2"}
    assert (node.namespace, node.remappings, node.ros_arguments) == ("robot2", [], [])
    assert (node.respawn, node.respawn_delay) == (True, 5.0)
    assert faces(second) == []
    said = [item.msg for item in second if type(item).__name__ == "LogInfo"]
    words = "what an include before this one was given does not hold here"
    assert said == [f"{name}: {words}" for name in SPENT]
    assert told(node_of(file.include(context, rrn="RRN-000000000001"))) == {
        "rrn": "RRN-000000000001"
    }


def test_an_argument_of_the_command_line_applies_to_every_include(file):
    context = Context("hardware_ids:=base7", "log_level:=debug")
    for number in (1, 2, 3):
        node = node_of(file.include(context, home=f"/memory/{number}"))

        assert told(node) == {"home": f"/memory/{number}", "hardware_ids": "base7"}
        assert node.ros_arguments == ["--log-level", "debug"]


def test_an_include_leaves_no_default_set_in_the_launch_context(file):
    context = Context()
    file.include(context, home="/memory/1")

    assert context.launch_configurations == {"home": "/memory/1"}
