"""Episodes of a driving robot over real DDS, including a killed node."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from geometry_msgs.msg import Twist, Vector3
from nav_msgs.msg import Odometry
from telling import WARN, Listening

pytestmark = pytest.mark.ros

#: Two steps are enough here, and an episode ends after a second.
RULES = """\
rules: []
episodes:
  - name: drive
    observation:
      velocity: {topic: /robot6/odom, field: [twist.twist.linear.x, twist.twist.angular.z]}
    action:
      command: {topic: /robot6/cmd_vel, field: [linear.x, angular.z]}
    options: {period: 0.1, shortest: 2, end: 1}
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.yaml"
    path.write_text(RULES)
    return path


class Base:
    """A driving base: commands and odometry."""

    def __init__(self, robot: Any) -> None:
        self._robot = robot
        self._command = robot.publisher(Twist, "/robot6/cmd_vel")
        self._odometry = robot.publisher(Odometry, "/robot6/odom")

    def drive(self, speed: float = 0.5) -> None:
        odometry = Odometry()
        odometry.twist.twist.linear.x = speed
        self._odometry.publish(odometry)
        self._command.publish(Twist(linear=Vector3(x=speed)))
        self._robot.spin(0.03)


def episodes(home: Path) -> list[Path]:
    """Return the folders of episodes; steps.jsonl is the last file made when an episode begins."""
    return sorted(path.parent for path in home.glob("episodic/rlds_episodes/*/steps.jsonl"))


def metadata(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "metadata.json").read_text())


def steps(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()]


def test_a_drive_is_stored_as_an_episode_in_the_rlds_layout(start_node, robot, rules):
    node = start_node("-p", f"rules_file:={rules}", namespace="/robot6")
    base = Base(robot)

    robot.spin_until(lambda: base.drive() or episodes(node.home))
    (folder,) = episodes(node.home)
    robot.spin_until(lambda: base.drive(0.0) or metadata(folder)["status"] == "ended")

    known, found = metadata(folder), steps(folder)
    assert known["task"] == "drive"
    assert known["session_id"].endswith("_session1")
    assert known["sources"]["action"]["command"]["topic"] == "/robot6/cmd_vel"
    assert len(found) == known["steps"]
    assert [step["is_first"] for step in found] == [True, *[False] * (len(found) - 1)]
    assert [step["is_last"] for step in found] == [*[False] * (len(found) - 1), True]
    assert found[0]["observation"] == {"velocity": [0.5, 0.0]}
    assert found[0]["action"] == {"command": [0.5, 0.0]}

    robot.spin_until(lambda: base.drive() or len(episodes(node.home)) == 2)
    assert node.stop() == 0
    assert metadata(episodes(node.home)[1])["status"] == "ended"  # cut short, but valid
    assert not node.logged("Traceback")


def test_an_episode_interrupted_by_a_crash_is_ended_at_the_next_start(
    start_node, robot_apart, rules
):
    robot = robot_apart
    node = start_node("-p", f"rules_file:={rules}", namespace="/robot6")
    base = Base(robot)

    def has_steps() -> bool:
        base.drive()
        return bool(episodes(node.home)) and len(steps(episodes(node.home)[0])) >= 5

    robot.spin_until(has_steps)
    node.kill()
    (folder,) = episodes(node.home)
    assert metadata(folder)["status"] == "recording"

    start_node("-p", f"rules_file:={rules}", namespace="/robot6")
    robot.spin_until(lambda: metadata(folder)["status"] == "interrupted")
    assert steps(folder)[-1]["is_last"]
    assert len(steps(folder)) == metadata(folder)["steps"] >= 6


def _is_in_the_way(folder: Path) -> bool:
    """Put a file in a folder's place; False if the starting node has just made the folder again."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.write_text("in the way")
    except IsADirectoryError:
        return False
    return True


def test_changed_rules_are_applied_and_an_unwritable_episode_is_reported(start_node, robot, rules):
    rules.write_text("rules: []\n")
    node = start_node("-p", f"rules_file:={rules}", namespace="/robot6")
    listening = Listening(robot, "robot6/robot_memory")
    folder = node.home / "episodic" / "rlds_episodes"
    robot.spin_until(folder.exists)
    robot.spin_until(lambda: _is_in_the_way(folder))

    rules.write_text(RULES)

    base = Base(robot)
    robot.spin_until(lambda: base.drive() or listening.says(WARN, "episodes: "))
