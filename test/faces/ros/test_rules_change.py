"""A running node applies a changed rules file without a restart."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest
from std_msgs.msg import Bool
from telling import WARN, Listening

from robot_memory import RobotMemory
from robot_memory.ledger import Ledger
from robot_memory.perception.normal.signal_grid import WINDOW
from robot_memory.perception.normal.signal_monitor import learned_numbers

pytestmark = pytest.mark.ros

RULE = "  - {topic: %s, field: data, detector: flag, options: {matter: 1}}\n"
BRAKE = "rules:\n" + RULE % "/robot5/brake"
GATE = RULE % "/robot5/gate"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.yaml"
    path.write_text(BRAKE)
    return path


def test_an_invalid_rules_file_is_reported_and_changes_nothing_until_fixed(
    start_node, robot, rules
):
    node = start_node("-p", f"rules_file:={rules}", namespace="/robot5")
    listening = Listening(robot, "robot5/robot_memory")
    brake = robot.publisher(Bool, "/robot5/brake")
    gate = robot.publisher(Bool, "/robot5/gate", heard_by=0)

    rules.write_text("rules:\n  - {topic: /robot5/brake, detector: flags}\n")

    robot.spin_until(
        lambda: listening.says(WARN, "rules.yaml:2: detector 'flags' is not one of", "ingest")
    )
    robot.spin_until(lambda: brake.publish(Bool(data=True)) or node.tells("Brake is raised"))
    rules.write_text(BRAKE + GATE)
    robot.spin_until(lambda: "rules.yaml" not in listening.ingest().message)
    robot.spin_until(lambda: gate.publish(Bool(data=True)) or node.tells("Gate is raised"))


def learned(node) -> list[str]:
    """Return the names of the numbers whose normal range a stopped node had learned."""
    with closing(Ledger(node.home / "observations.db", time_kind=None)) as ledger:
        return learned_numbers(ledger.baselines())


def test_learned_normal_ranges_survive_a_restart_until_a_repair_is_noted(start_node, robot, rules):
    rules.write_text("rules:\n  - {topic: /robot5/brake, detector: normal}\n")
    words = ("-p", f"rules_file:={rules}")
    node = start_node(*words, namespace="/robot5")
    brake = robot.publisher(Bool, "/robot5/brake")
    end = time.monotonic() + WINDOW + 3.0
    robot.spin_until(lambda: brake.publish(Bool(data=True)) or time.monotonic() > end)
    node.stop()
    assert learned(node) == ["/robot5/brake"]

    node = start_node(*words, namespace="/robot5")
    robot.spin_until(brake.get_subscription_count)
    with RobotMemory.open(node.home) as memory:
        memory.repaired("/robot5/brake")
    robot.spin(6.0)
    node.stop()

    assert learned(node) == []
    with closing(Ledger(node.home / "observations.db", time_kind=None)) as ledger:
        assert ledger.baselines_up_to() > 0
