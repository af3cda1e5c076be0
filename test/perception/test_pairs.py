"""Two signals that measure the same thing."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace as Message

import pytest
from watching import Watching

from robot_memory.perception import Rule
from robot_memory.perception.fields.field_path import FieldPath

FLOAT = "std_msgs/msg/Float64"
DATA = FieldPath.parse("data")
RULES = [
    Rule("disagreement", "/wheels/yaw_rate", FLOAT, DATA, pair="yaw rate"),
    Rule("disagreement", "/gyro/z", FLOAT, DATA, pair="yaw rate"),
]


@pytest.fixture
def noise() -> random.Random:
    return random.Random(5)


def turn(robot: Watching, until: float, noise: random.Random, *, slip: float = 1.0) -> None:
    """A robot turns to and fro; the gyro tells degrees, and may be a constant off."""

    def send(now: float) -> None:
        rate = 0.6 * math.sin(now / 11.0) + 0.3 * math.sin(now / 3.7)
        robot.send("/wheels/yaw_rate", FLOAT, Message(data=rate + noise.gauss(0.0, 0.01)))
        gyro = math.degrees(rate * slip) + 2.0 + noise.gauss(0.0, 0.5)
        robot.send("/gyro/z", FLOAT, Message(data=gyro))

    robot.every(0.2, until, send)


def test_two_that_agree_in_their_own_units_are_well(noise: random.Random):
    robot = Watching(RULES)
    turn(robot, 2400.0, noise)

    assert robot.rows == []


def test_two_that_no_longer_agree_are_reported(noise: random.Random):
    robot = Watching(RULES)
    turn(robot, 1500.0, noise)
    turn(robot, 1700.0, noise, slip=0.2)

    assert robot.lessons == {"/gyro/z disagrees with what it agreed with": 1}


def test_how_they_agree_outlives_a_restart(noise: random.Random):
    before = Watching(RULES)
    turn(before, 1500.0, noise)
    after = Watching(RULES, baselines=before.perception.baselines.states())
    turn(after, 120.0, noise, slip=0.2)

    assert after.lessons == {"/gyro/z disagrees with what it agreed with": 1}


def test_a_pair_of_which_one_was_replaced_is_learned_anew(noise: random.Random):
    robot = Watching(RULES)
    turn(robot, 1500.0, noise)
    robot.perception.renew("/gyro/z")
    turn(robot, 1700.0, noise, slip=0.2)

    assert robot.rows == []


def test_a_pair_stays_known_when_something_else_was_replaced(noise: random.Random):
    robot = Watching(RULES)
    turn(robot, 1500.0, noise)
    robot.perception.renew("/lidar")
    turn(robot, 1700.0, noise, slip=0.2)

    assert robot.lessons == {"/gyro/z disagrees with what it agreed with": 1}
