"""Lidars that see nothing in a sector, or nothing at all."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from types import SimpleNamespace as Message
from typing import Any

import pytest
import robot_messages as ros
from watching import Watching, when

SCAN = "sensor_msgs/msg/LaserScan"
BEAMS = 80
Beam = Callable[[int, float], float]


@pytest.fixture
def noise() -> random.Random:
    return random.Random(3)


def drive(robot: Watching, until: float, beam: Beam) -> None:
    def send(now: float) -> None:
        robot.send("/scan", SCAN, scan([beam(index, now) for index in range(BEAMS)]))

    robot.every(1.0, until, send)


def scan(ranges: list[float]) -> Any:
    return Message(
        header=Message(stamp=Message(sec=0, nanosec=0), frame_id="laser"),
        angle_min=-math.pi, angle_max=math.pi, angle_increment=2.0 * math.pi / BEAMS,
        range_min=0.1, range_max=30.0, ranges=ranges, intensities=[],
    )  # fmt: skip


def room(noise: random.Random) -> Beam:
    return lambda index, now: 3.0 + math.sin(now / 20.0 + index / 12.5) + noise.gauss(0.0, 0.01)


def test_a_blocked_sector_is_reported_with_its_angles(noise: random.Random):
    robot, free = Watching(), room(noise)
    drive(robot, 600.0, free)
    drive(robot, 700.0, lambda i, now: math.inf if 20 <= i < 30 else free(i, now))
    drive(robot, 800.0, free)

    assert robot.lessons == {"/scan sees nothing between -90° and -45° while the robot runs": 1}
    assert when(robot.ends[0]) == pytest.approx(700.0, abs=2.0)


def test_neighbouring_sectors_blocked_at_the_same_time_are_one_entry(noise: random.Random):
    lesson = "/scan sees nothing between -90° and 45° while the robot runs"
    robot, free = Watching(), room(noise)
    # One of them was blind for a while before, so the detector misses it later than the others.
    drive(robot, 300.0, lambda i, now: math.inf if 30 <= i < 40 and now < 5.0 else free(i, now))
    drive(robot, 600.0, free)
    drive(robot, 700.0, lambda i, now: math.inf if 20 <= i < 50 else free(i, now))
    assert robot.lessons == {lesson: 1}

    again = Watching(baselines=robot.perception.baselines.states())
    drive(again, 60.0, free)
    drive(again, 160.0, lambda i, now: math.inf if 23 <= i < 42 else free(i, now))
    assert again.lessons == {lesson: 1}


def test_neighbouring_sectors_blocked_one_after_the_other_are_two_entries(noise: random.Random):
    robot, free = Watching(), room(noise)
    drive(robot, 600.0, free)
    drive(robot, 620.0, lambda i, now: math.inf if 20 <= i < 30 else free(i, now))
    drive(robot, 700.0, lambda i, now: math.inf if 20 <= i < 40 else free(i, now))

    assert len(robot.lessons) == 2


def test_a_sector_with_a_constant_short_distance_is_reported_as_blocked(noise: random.Random):
    robot, free = Watching(), room(noise)
    drive(robot, 600.0, free)
    drive(robot, 700.0, lambda i, now: 0.15 if i < 10 else free(i, now))

    assert robot.lessons == {"/scan sees nothing between -180° and -135° while the robot runs": 1}


def test_a_lidar_that_suddenly_sees_nothing_is_reported(noise: random.Random):
    robot = Watching()
    drive(robot, 600.0, room(noise))
    drive(robot, 700.0, lambda i, now: math.inf)

    assert robot.lessons == {"/scan sees nothing at all while the robot runs": 1}


@pytest.mark.parametrize("speed", [0.5, 0.0])
def test_a_frozen_scan_is_reported_while_the_robot_moves(noise: random.Random, speed: float):
    robot, free = Watching(), room(noise)
    still = [3.0 + index / BEAMS for index in range(BEAMS)]

    def send(now: float) -> None:
        robot.send("/odom", "nav_msgs/msg/Odometry", ros.odometry(speed, x=speed * now))
        ranges = still if now >= 600.0 else [free(index, now) for index in range(BEAMS)]
        robot.send("/scan", SCAN, scan(ranges))

    robot.every(1.0, 700.0, send)

    told = {text: count for text, count in robot.lessons.items() if text.startswith("/scan")}
    text = "/scan sees nothing but the same again and again while the robot runs"
    assert told == ({text: 1} if speed else {})


def test_a_lidar_is_not_reported_blind_when_the_robot_leaves_a_hall(noise: random.Random):
    robot, free = Watching(), room(noise)
    drive(robot, 600.0, free)
    drive(robot, 900.0, lambda i, now: math.inf if i < (now - 600.0) * 2.0 else free(i, now))

    assert all("at all" not in text for text in robot.lessons)


def test_open_space_in_a_sector_from_time_to_time_is_not_reported(noise: random.Random):
    robot, free = Watching(), room(noise)

    def yard(index: int, now: float) -> float:
        return math.inf if index < 20 and now % 120.0 < 20.0 else free(index, now)

    drive(robot, 1800.0, yard)

    assert robot.rows == []


def test_a_constant_scan_without_robot_motion_is_not_reported(noise: random.Random):
    robot = Watching()
    drive(robot, 600.0, room(noise))
    drive(robot, 900.0, lambda i, now: 3.0)

    assert robot.rows == []


def test_a_lidar_that_sees_nothing_since_the_start_is_not_reported(noise: random.Random):
    before, free = Watching(), room(noise)
    drive(before, 600.0, free)
    after = Watching(baselines=before.perception.baselines.states())
    drive(after, 200.0, lambda i, now: math.inf)

    assert after.rows == []
