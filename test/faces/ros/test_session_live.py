"""A node records a session of its run: turns from services and from the command line."""

from __future__ import annotations

import json

import pytest
from robot_memory.srv import Remember, Repaired, Resolve

from robot_memory import RobotMemory

pytestmark = pytest.mark.ros


def test_the_transcript_of_a_session_contains_all_statements_made_while_it_ran(start_node, robot):
    node = start_node()
    note = {"type": "environment_note", "source": "agent"}
    assert robot.call(Remember, "/robot_memory/remember", text="The ramp is wet", **note).success
    assert not robot.call(Resolve, "/robot_memory/resolve", id="mem-00000000").success
    assert robot.call(Repaired, "/robot_memory/repaired", component="left wheel").success
    with RobotMemory.open(node.home) as memory:
        memory.remember("environment_note", "The door has a lip", source="person:ada")
    robot.spin(1.0)

    assert node.stop() == 0

    (path,) = (node.home / "episodic" / "conversations").glob("*.json")
    transcript = json.loads(path.read_text())
    assert [(turn["role"], turn["content"]) for turn in transcript["turns"]] == [
        ("agent", "The ramp is wet"),
        ("agent", "Repaired: left wheel"),
        ("person", "The door has a lip"),
    ]
    assert transcript["sandbox_denials"] == 1
    state = json.loads((node.home / "session_state.json").read_text())
    assert (state["status"], state["state"]["node"]) == ("ended", "/robot_memory")
    assert state["state"]["ledger_seq"] >= 3
