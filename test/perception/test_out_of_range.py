"""A number with given limits, and the fields that a rule names."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace as Message

from robot_messages import DIAGNOSTICS
from watching import Watching

from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.rule import Rule

FLOAT = "std_msgs/msg/Float64"
MOTOR = "/motor/temperature_c"


def rule(field: str = "data", **options: float) -> Rule:
    return Rule("out_of_range", type=FLOAT, field=FieldPath.parse(field), options=options)


def feed(robot: Watching, until: float, value: Callable[[float], float], rate: float = 5.0) -> None:
    robot.every(1.0 / rate, until, lambda now: robot.send(MOTOR, FLOAT, Message(data=value(now))))


def test_a_value_outside_its_limits_is_reported():
    robot = Watching([rule(low=-60.0, high=150.0)])
    feed(robot, 10.0, lambda now: 40.0)
    feed(robot, 20.0, lambda now: 327.67)

    assert robot.lessons == {f"{MOTOR} is 328, outside its limits of -60 to 150": 1}


def test_the_fault_ends_when_the_value_is_inside_its_limits_again():
    robot = Watching([rule(low=-60.0, high=150.0)])
    feed(robot, 10.0, lambda now: 327.67)
    feed(robot, 60.0, lambda now: 40.0)

    (end,) = robot.ends
    assert end.detail["lasted"] == 10.0


def test_a_single_reading_outside_its_limits_is_not_reported():
    robot = Watching([rule(high=150.0)])
    feed(robot, 60.0, lambda now: 327.67 if abs(now - 10.0) < 0.05 else 40.0)

    assert not robot.rows


def test_rules_with_the_same_bindings_change_nothing():
    robot = Watching([rule(high=1.0)])
    feed(robot, 5.0, lambda now: 1.0)

    assert robot.perception.use_rules([rule(high=1.0), Rule("log")]) == []


def test_new_limits_apply_from_when_they_are_set():
    robot = Watching([rule(high=100.0)])
    feed(robot, 10.0, lambda now: 70.0)
    changed = robot.perception.use_rules([rule(high=60.0)])
    feed(robot, 20.0, lambda now: 70.0)

    assert changed == [MOTOR]
    assert robot.lessons == {f"{MOTOR} is 70, above its limit of 60": 1}


def test_the_number_of_stored_names_is_limited():
    path = FieldPath.parse("status[*].level")
    robot = Watching([Rule("out_of_range", "/diagnostics", DIAGNOSTICS, path)])
    for count in range(1000):
        status = Message(level=b"\1", name=f"job {count}", message="", hardware_id="", values=[])
        robot.send("/diagnostics", DIAGNOSTICS, Message(status=[status]))
    (detector,) = robot.perception.topics._bindings["/diagnostics"].readers

    assert len(detector._names) <= 256  # type: ignore[attr-defined]


def test_a_reading_further_outside_its_limit_is_reported_with_its_new_value():
    robot = Watching([rule(low=20.0)])
    feed(robot, 10.0, lambda now: 40.0)
    feed(robot, 60.0, lambda now: 12.0 if now < 30.0 else -4.0)

    texts = [row.summary for row in robot.rows]
    assert texts == [f"{MOTOR} is {value}, below its limit of 20" for value in (12, -4)]
