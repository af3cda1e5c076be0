"""Several robots share a domain; each one hears only itself (rules.md §5.1)."""

from __future__ import annotations

import pytest
import robot_messages as ros
from robot_messages import ERROR, OK, status
from watching import Watching

from robot_memory.foundation.settings import default_rules_file
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules
from robot_memory.perception.scope import Scope

ALONE = Scope()
ONE = Scope(namespace="/robot1")


# -- loggers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scope", "logger", "kept"),
    [
        (ALONE, "arm.driver", True),
        (ALONE, "", True),
        (ONE, "robot1.arm.driver", True),
        (ONE, "robot1", True),
        (ONE, "robot10.arm.driver", False),
        (ONE, "robot2.arm.driver", False),
        (ONE, "arm.driver", False),
        (ONE, "robot2.robot1.arm", False),
        (Scope(namespace="/fleet/robot1"), "fleet.robot1.arm", True),
        (Scope(namespace="/fleet/robot1"), "fleet.robot10.arm", False),
        (Scope(namespace="/fleet/robot1"), "fleet.arm", False),
        (Scope(others=("/robot2",)), "robot2.arm", False),
        (Scope(others=("/robot2",)), "robot20.arm", True),
    ],
)
def test_a_logger_is_kept_by_its_namespace(scope: Scope, logger: str, kept: bool):
    assert scope.keeps_logger(logger) is kept


# -- statuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scope", "name", "kept"),
    [
        (ALONE, "base: IMU", True),
        (ONE, "/robot1/base: IMU", True),
        (ONE, "robot1/base: IMU", True),
        (ONE, "robot1: IMU", True),
        (ONE, "/robot10/base: IMU", False),
        (ONE, "robot10: IMU", False),
        (ONE, "base: IMU", False),
        (Scope(others=("/robot2",)), "/robot2/base: IMU", False),
        (Scope(others=("/robot2",)), "/robot20/base: IMU", True),
    ],
)
def test_a_status_is_kept_by_the_namespace_in_its_name(scope: Scope, name: str, kept: bool):
    assert scope.keeps_status(name, "") is kept


@pytest.mark.parametrize(
    ("namespace", "name", "hardware", "kept"),
    [
        ("/", "base: IMU", "H1", True),
        ("/", "base: IMU", "H2", False),
        ("/", "base: IMU", "H10", False),
        ("/", "base: IMU", "", False),
        ("/robot1", "base: IMU", "H1", True),
        ("/robot1", "/robot1/base: IMU", "H2", True),
        ("/robot1", "/robot2/base: IMU", "H2", False),
    ],
)
def test_a_status_is_kept_by_a_listed_hardware_id_or_its_namespace(
    namespace: str, name: str, hardware: str, kept: bool
):
    scope = Scope(namespace=namespace, hardware_ids=frozenset({"H1"}))

    assert scope.keeps_status(name, hardware) is kept


def test_everything_on_a_topic_in_the_own_namespace_is_kept():
    assert ONE.keeps_status("base: IMU", "", "/robot1/diagnostics")
    assert ONE.keeps_logger("arm.driver", "/robot1/rosout")
    assert not ONE.keeps_status("base: IMU", "", "/robot10/diagnostics")


@pytest.mark.parametrize(
    ("scope", "prefix"), [(ALONE, ""), (ONE, "robot1/")], ids=["alone", "namespaced"]
)
def test_statuses_and_log_lines_of_the_memory_node_are_ignored(scope: Scope, prefix: str):
    assert not scope.keeps_status(f"{prefix}robot_memory: ingest", "")
    assert not scope.keeps_logger(f"{prefix}robot_memory".replace("/", "."))
    assert not scope.keeps_logger(f"{prefix}robot_memory.ingest".replace("/", "."))


def test_a_node_with_a_similar_name_is_not_treated_as_the_memory_node():
    assert ALONE.keeps_logger("robot_memory_monitor")
    assert ALONE.keeps_status("robot_memory_monitor: disk", "")


# -- topics --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("namespace", "topic", "type_name", "wanted"),
    [
        ("/", "/battery", ros.BATTERY, True),
        ("/", "/robot2/battery", ros.BATTERY, True),
        ("/robot1", "/robot1/battery", ros.BATTERY, True),
        ("/robot1", "/robot1/power/battery", ros.BATTERY, True),
        ("/robot1", "/robot10/battery", ros.BATTERY, False),
        ("/robot1", "/robot2/battery", ros.BATTERY, False),
        ("/robot1", "/battery", ros.BATTERY, False),
        ("/robot1", "/diagnostics", ros.DIAGNOSTICS, True),
        ("/robot1", "/robot1/diagnostics", ros.DIAGNOSTICS, True),
        ("/robot1", "/robot2/diagnostics", ros.DIAGNOSTICS, False),
        ("/robot1", "/rosout", ros.LOG, True),
        ("/fleet/robot1", "/fleet/diagnostics", ros.DIAGNOSTICS, True),
        ("/fleet/robot1", "/other/diagnostics", ros.DIAGNOSTICS, False),
        ("/robot1", "/robot2/odom", ros.ODOMETRY, False),
        ("/", "/anything", "std_msgs/msg/Empty", False),
    ],
)
def test_a_topic_is_wanted_if_this_robot_may_publish_on_it(
    namespace: str, topic: str, type_name: str, wanted: bool
):
    robot = Watching(scope=Scope(namespace=namespace))

    assert robot.perception.topics.wants(topic, type_name) is wanted


def test_a_topic_named_in_full_by_a_rule_is_wanted_in_any_namespace():
    robot = Watching([Rule("battery", topic="/dock/battery")], scope=ONE)

    assert robot.perception.topics.wants("/dock/battery", ros.BATTERY)


def test_a_relative_topic_of_a_rule_is_in_the_own_namespace():
    rules = [Rule("battery", topic="battery")]

    assert Watching(rules, scope=ONE).perception.topics.wants("/robot1/battery", ros.BATTERY)
    assert not Watching(rules, scope=ONE).perception.topics.wants("/battery", ros.BATTERY)
    assert Watching(rules).perception.topics.wants("/battery", ros.BATTERY)


# -- two robots ----------------------------------------------------------------------------


def faulty(robot: Watching, name: str) -> None:
    """Every fault of robot2, as its messages arrive at the other robot."""
    robot.every(
        0.5, 120.0,
        lambda now: robot.diagnose(status(f"/{name}/base: IMU", ERROR, "no data", "H2")),
        lambda now: robot.log(f"{name}.arm", f"{name} is broken", 40),
        lambda now: robot.battery(20.0, 0.1, topic=f"/{name}/battery"),
        lambda now: now > 60 or robot.send(f"/{name}/imu", ros.IMU, ros.nothing()),
    )  # fmt: skip


@pytest.mark.parametrize("name", ["robot2", "robot10", "robot"])
def test_faults_of_another_robot_are_not_stored(name: str):
    robot = Watching(scope=ONE)
    faulty(robot, name)

    assert robot.rows == []


def test_a_robot_that_is_discovered_later_is_ignored_from_then_on():
    others: set[str] = set()
    robot = Watching(scope=Scope(others=others))
    neighbour, own = status("/robot2/base: IMU", OK, "ok"), status("base: Motor", OK, "ok")
    robot.every(1.0, 60.0, lambda now: robot.diagnose(neighbour, own))
    others.add("/robot2")
    robot.every(1.0, 120.0, lambda now: robot.diagnose(
        status("/robot2/base: IMU", ERROR, "no data"), own))  # fmt: skip
    robot.every(1.0, 200.0, lambda now: robot.diagnose(own))

    assert robot.rows == []


def test_messages_of_another_robot_do_not_show_that_this_robot_runs():
    robot = Watching(load_rules(default_rules_file()), scope=ONE)
    robot.every(
        0.2, 60.0,
        lambda now: robot.send("/robot1/imu", ros.IMU, ros.nothing()),
        lambda now: robot.send("/robot1/scan", ros.SCAN, ros.nothing()),
        lambda now: robot.diagnose(status("/robot2/base: IMU", OK, "ok")),
        lambda now: robot.log("robot2.arm", "all is well", 20),
    )  # fmt: skip
    robot.every(
        0.2, 200.0,
        lambda now: robot.diagnose(status("/robot2/base: IMU", OK, "ok")),
        lambda now: robot.log("robot2.arm", "all is well", 20),
    )  # fmt: skip

    assert robot.rows == []


# -- what is skipped -----------------------------------------------------------------------------


def passed(robot: Watching) -> dict[str, int]:
    sources = robot.perception._scope.skipped.sources()
    return {source.name: source.count for source in sources}


def test_skipped_statuses_and_log_lines_are_counted_by_source():
    robot = Watching(scope=Scope(namespace="/robot1", others={"/robot2"}))
    for _ in range(3):
        robot.diagnose(status("base: IMU", ERROR), status("robot1/base: GPS", OK))
        robot.diagnose(status("robot2/base: IMU", OK))
        robot.log("lidar", "no echo", 40)
        robot.log("robot1.lidar", "no echo", 40)

    assert passed(robot) == {"base: IMU": 3, "robot2/base: IMU": 3, "lidar": 3}
    whys = {it.name: it.why for it in robot.perception._scope.skipped.sources()}
    assert whys["lidar"] == whys["base: IMU"] == "it is not in /robot1"
    assert whys["robot2/base: IMU"] == "another robot is in /robot2"
    assert robot.perception._scope.skipped.statuses_kept == 1


def test_statuses_and_logs_of_the_memory_node_are_not_counted_as_skipped():
    robot = Watching(scope=Scope(namespace="/robot1"))
    robot.diagnose(status("robot1/robot_memory: ingest", ERROR), status("robot_memory: time", OK))
    robot.log("robot1.robot_memory", "the disk is full", 40)

    assert passed(robot) == {}
