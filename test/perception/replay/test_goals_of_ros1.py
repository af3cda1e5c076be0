"""Action goals in ROS 1 bags: the texts reported, and which goals count as attempts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.ledger import Attempt
from robot_memory.memory import RobotMemory

typesys = pytest.importorskip("rosbags.typesys")

STATUS = ("/arm/status", "actionlib_msgs/msg/GoalStatusArray")
RESULT = ("/arm/result", "control_msgs/msg/FollowJointTrajectoryActionResult")
PENDING, ACTIVE, PREEMPTED, SUCCEEDED, ABORTED = range(5)
S = 10**9
BEGIN = 1_700_000_000 * S
TYPES = {
    "actionlib_msgs/msg/GoalID": "time stamp\nstring id\n",
    "actionlib_msgs/msg/GoalStatus": "GoalID goal_id\nuint8 status\nstring text\n",
    "actionlib_msgs/msg/GoalStatusArray": "Header header\nGoalStatus[] status_list\n",
    "control_msgs/msg/FollowJointTrajectoryResult": (
        "int32 error_code\nint32 PATH_TOLERANCE_VIOLATED=-4\nstring error_string\n"
    ),
    "control_msgs/msg/FollowJointTrajectoryActionResult": (
        "Header header\nactionlib_msgs/GoalStatus status\nFollowJointTrajectoryResult result\n"
    ),
}
Given = tuple[int, tuple[str, str], dict[str, Any]]
Replayed = Callable[..., tuple[list[str], list[bool]]]


@pytest.fixture
def replayed(ros1_store: Any, write_bag1: Callable[..., Path], tmp_path: Path) -> Replayed:
    """Replays a bag; returns the texts learned, and which attempts succeeded."""
    for name, text in TYPES.items():
        if name not in ros1_store.types:
            ros1_store.register(typesys.get_types_from_msg(text, name))

    def replay(*given: Given) -> tuple[list[str], list[bool]]:
        bag = write_bag1([(*told, BEGIN + at * S, fields) for at, told, fields in given])
        assert main(["replay", str(bag), "--home", str(tmp_path / "home")]) == 0
        with RobotMemory.open(tmp_path / "home", read_only=True) as memory:
            texts = [entry.text for _, entry in memory.entries()]
            return texts, [Attempt.of(row).succeeded for row in memory.ledger.attempts("arm")]

    return replay


def goal(name: str, status: int, text: str = "") -> dict[str, Any]:
    stamp = {"sec": BEGIN // S, "nanosec": 0}
    return {"goal_id": {"stamp": stamp, "id": name}, "status": status, "text": text}


def goals(*listed: dict[str, Any]) -> dict[str, Any]:
    return {"status_list": list(listed)}


def result(of: dict[str, Any], code: int = 0, text: str = "") -> dict[str, Any]:
    return {"status": of, "result": {"error_code": code, "error_string": text}}


def test_an_aborted_goal_is_reported_with_its_status_text(replayed: Replayed) -> None:
    texts, attempts = replayed(
        (0, STATUS, goals(goal("a", ACTIVE))),
        (9, STATUS, goals(goal("a", ABORTED, "No plan after 12.5 s"))),
        (10, STATUS, goals(goal("a", ABORTED, "No plan after 12.5 s"), goal("b", ACTIVE))),
        (19, STATUS, goals(goal("b", SUCCEEDED, "Goal reached."))),
        (30, STATUS, goals()),
    )
    assert texts == ["arm aborts: No plan after 12.5 s"]
    assert attempts == [False, True]


def test_a_result_reports_its_error_code_and_its_goal_counts_once(replayed: Replayed) -> None:
    ended = goal("a", ABORTED, "elbow")
    texts, attempts = replayed(
        (0, STATUS, goals(goal("a", ACTIVE))),
        (9, RESULT, result(ended, -4, "elbow is late")),
        (10, STATUS, goals(ended)),
        (30, STATUS, goals()),
    )
    assert texts == ["arm aborts: path tolerance violated (code -4)"]
    assert attempts == [False]


def test_results_without_a_status_topic_count_as_attempts(replayed: Replayed) -> None:
    _, attempts = replayed(
        (0, RESULT, result(goal("a", SUCCEEDED))),
        (9, RESULT, result(goal("b", PREEMPTED))),
        (20, RESULT, result(goal("c", ABORTED), -4)),
    )
    assert attempts == [True, False]


def test_a_goal_replaced_by_a_newer_one_does_not_count_as_an_attempt(replayed: Replayed) -> None:
    replaced = [
        (at, STATUS, goals(goal(str(at), PREEMPTED), goal(str(at + 1), ACTIVE))) for at in range(9)
    ]
    assert replayed(*replaced, (30, STATUS, goals(goal("9", SUCCEEDED)))) == ([], [True])
