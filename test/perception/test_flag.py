"""Flags: Bool topics and columns whose names say that something is wrong."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
from watching import Watching

from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Severity
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.rule import Rule

BOOL = "std_msgs/msg/Bool"


@pytest.fixture
def robot() -> Watching:
    return Watching()


def raise_flag(robot: Watching, topic: str, *spans: tuple[float, float], until: float) -> None:
    def send(now: float) -> None:
        value = any(begin <= now < end for begin, end in spans)
        robot.send(topic, BOOL, Message(data=value))

    robot.every(1.0, until, send)


def test_each_time_a_flag_is_raised_is_an_occurrence(robot: Watching):
    raise_flag(robot, "/arm/protective_stop", (20, 25), (27, 28), (100, 160), until=200)

    assert robot.lessons == {"/arm/protective_stop is raised in operation": 3}
    assert [row.severity for row in robot.onsets] == [Severity.ERROR] * 3
    assert [row.detail["lasted"] for row in robot.ends] == pytest.approx([5.0, 1.0, 60.0], abs=1.1)


ACTS = "moving enabled emergency_stop gripper/closed charging docked armed led is_default bookmark"
ABLE = (
    "critical_stop_obtainable supports_fault_reset can_detect_collision power_connected "
    "is_connected"
)
RARE = "/robot_stopped is true, which it was rarely before"


@pytest.mark.parametrize(
    "topic",
    "/failure_status/engines /gripper/grip_lost /motor_overheated /drive/over_current /base/fault "
    "/collision /left_wheel/stalled /lidar/timed_out /link_disconnected /can_error".split(),
)
def test_a_flag_with_a_fault_name_is_reported_when_true(robot: Watching, topic: str):
    raise_flag(robot, topic, (20, 25), until=60)

    assert len(robot.onsets) == 1


@pytest.mark.parametrize(
    ("topics", "spans", "until"),
    [
        (ACTS, [(20, 25), (40, 50)], 80),
        (" ".join(f"charger_base/power/{it}" for it in ABLE.split()), [(20, 100)], 200),
        ("camera/connected", [], 60),  # never healthy, so not in use
        ("arm/healthy", [(2, 4), (6, 100)], 100),  # not ready yet
        ("robot_stopped scanner_blind", [(0, 1200), (1260, 1300)], 1300),  # an unwanted one ends
        ("door_contactor", [(1200, 1260)], 1400),  # rarely true, with a neutral name
        ("path_clear", [(begin, begin + 190) for begin in range(0, 2000, 200)], 2000),
        ("robot_stopped", [(100, 120)], 1000),  # not learned yet
        ("robot_stopped", [(0, 300), (400, 600), (700, 1000)], 1000),  # usual
    ],
)  # fmt: skip
def test_a_flag_that_shows_no_fault_is_not_reported(topics: str, spans: list, until: float):
    for topic in topics.split():
        robot = Watching()
        raise_flag(robot, f"/{topic}", *spans, until=until)

        assert robot.rows == [], topic


@pytest.mark.parametrize(
    ("topic", "spans", "until", "told"),
    [
        ("/motors_ok", [(10, 60), (80, 120)], 120, {"/motors_ok is lost in operation": 1}),
        ("/power/camera_connected", [(60, 100)], 120,
         {"/power/camera_connected is lost in operation": 1}),
        ("/robot_stopped", [(700, 710), (800, 820)], 900, {RARE: 2}),
    ],
)  # fmt: skip
def test_a_lost_health_flag_and_a_rare_stop_are_reported(
    robot: Watching, topic: str, spans: list, until: float, told: dict[str, int]
):
    raise_flag(robot, topic, *spans, until=until)

    assert robot.lessons == told


def test_a_raised_flag_stays_one_occurrence_over_a_long_pause(robot: Watching):
    raise_flag(robot, "/fault", (5, 11), until=10)
    robot.jump(5 * 3600.0)
    raise_flag(robot, "/fault", (5 * 3600.0, 5 * 3600.0 + 3), until=5 * 3600.0 + 10)

    assert len(robot.onsets) == 1


def test_a_rule_can_define_which_value_of_a_flag_is_a_fault():
    rule = Rule("flag", "/brake", BOOL, FieldPath.parse("data"), options={"matter": 0.0})
    robot = Watching([rule])
    raise_flag(robot, "/brake", (0, 30), (40, 60), until=60)

    assert robot.lessons == {"/brake is lost in operation": 1}


def test_boolean_columns_of_a_table_are_read_as_flags(robot: Watching):
    def send(now: float) -> None:
        row = Message(speed=1.0, Robot_ProtectiveStop=20 <= now < 25, cycle=now > 30)
        robot.send("/log", "csv", row)

    robot.every(1.0, 60.0, send)

    assert robot.lessons == {"/log Robot_ProtectiveStop is raised in operation": 1}


def test_a_numeric_column_is_not_read_as_a_flag(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.send("/log", "csv", Message(position_error=now % 5)))

    assert robot.rows == []


@pytest.mark.parametrize(
    "name", ["no_error", "failsafe_available", "error_free", "collision_detection_enabled"]
)
@pytest.mark.parametrize("container", ["base", "failure_status", "error_log"])
def test_a_flag_that_is_true_in_normal_operation_is_not_reported(
    robot: Watching, container: str, name: str
):
    def send(now: float) -> None:
        robot.send(f"/{container}/{name}", BOOL, Message(data=True))
        robot.send(f"/{container}", "csv", Message(speed=now % 7.0, **{name: 1.0}))

    robot.every(1.0, 60.0, send)

    assert robot.rows == []


def test_a_nearly_always_true_flag_that_becomes_false_is_a_statistical_warning(robot: Watching):
    raise_flag(robot, "/drives_powered", (0, 1200), (1260, 1300), until=1300)

    assert robot.lessons == {"/drives_powered is false, which it was rarely before": 1}
    assert robot.onsets[0].severity is Severity.WARN
    assert Settings().confidence_statistical <= robot.onsets[0].confidence < 0.4


def test_a_rare_value_of_a_flag_with_an_unknown_name_is_not_reported(robot: Watching):
    raise_flag(robot, "/zabrana_zavrena", (0, 1200), (1260, 1300), until=1300)

    assert not robot.rows


def test_a_warning_flag_is_reported_as_a_warning(robot: Watching):
    raise_flag(robot, "/lidar/contamination_warning", (20, 25), until=60)

    assert [row.severity for row in robot.onsets] == [Severity.WARN]


def test_the_learned_frequency_of_stops_survives_a_restart(robot: Watching):
    raise_flag(robot, "/robot_stopped", until=700)
    after = Watching(baselines=robot.perception.baselines.states())
    raise_flag(after, "/robot_stopped", (20, 30), until=100)

    assert after.lessons == {"/robot_stopped is true, which it was rarely before": 1}
