"""The robot's position, and when nothing may be tied to it."""

from __future__ import annotations

import math
from types import SimpleNamespace as Message
from typing import Any

import pytest

from robot_memory.ledger.position import DISTANCE, Position
from robot_memory.perception.surroundings.position_fix import (
    LOCALISER,
    ODOMETRY,
    POSE,
    SATELLITES,
    read_fix,
)
from robot_memory.perception.surroundings.surroundings import Surroundings

AMCL, ODOM, GPS, GLOBAL = "/amcl_pose", "/odom", "/gps/fix", "/odometry/global"


def header(frame: str) -> Message:
    return Message(stamp=Message(sec=0, nanosec=0), frame_id=frame)


def covariance(sigma: float) -> list[float]:
    values = [0.0] * 36
    values[0] = values[7] = sigma**2
    return values


def pose(x: float, y: float, frame: str = "map", sigma: float = 0.1) -> Message:
    at = Message(position=Message(x=x, y=y, z=0.0))
    return Message(header=header(frame), pose=Message(pose=at, covariance=covariance(sigma)))


def odometry(x: float, y: float, speed: float = 0.5, frame: str = "odom", **more: Any) -> Message:
    message = pose(x, y, frame, **more)
    message.twist = Message(
        twist=Message(linear=Message(x=speed, y=0.0, z=0.0), angular=Message(x=0.0, y=0.0, z=0.0))
    )
    return message


def satellites(x: float, y: float, status: int = 0, variance: float = 1.0) -> Message:
    return Message(
        header=header("gps"), status=Message(status=status), altitude=400.0,
        longitude=8.5 + x / 75_265.0, latitude=47.4 + y / 111_195.0,
        position_covariance=[variance, 0.0, 0.0, 0.0, variance, 0.0, 0.0, 0.0, 4.0],
        position_covariance_type=2,
    )  # fmt: skip


class Watched(Surroundings):
    """A robot that drives along x at 0.5 m/s and publishes its position at 10 Hz."""

    def localise(self, stamp: float, x: float, y: float = 0.0, **how: Any) -> None:
        self.process(stamp, AMCL, LOCALISER, pose(x, y, **how))

    def odometry(self, stamp: float, x: float, y: float = 0.0, **how: Any) -> None:
        self.process(stamp, ODOM, ODOMETRY, odometry(x, y, **how))

    def satellites(self, stamp: float, x: float, y: float = 0.0, **how: Any) -> None:
        self.process(stamp, GPS, SATELLITES, satellites(x, y, **how))

    def frame(self, stamp: float) -> str | None:
        at = self.position(stamp)
        return at.frame if at else None


def drive(robot: Watched, start: float, end: float, *tell: Any, speed: float = 0.5) -> None:
    for k in range(round(start * 10), round(end * 10)):
        for one in tell:
            one(k / 10, speed * k / 10)


@pytest.fixture
def robot() -> Watched:
    return Watched()


# -- which source counts -------------------------------------------------------------------------


def test_a_map_position_is_preferred_to_satellites_and_these_to_odometry(robot):
    drive(robot, 0, 5, robot.odometry)
    assert robot.frame(5.0) == "odom"
    drive(robot, 5, 10, robot.odometry, robot.satellites)
    assert robot.frame(10.0) == "wgs84"
    drive(robot, 10, 15, robot.odometry, robot.satellites, robot.localise)
    assert robot.frame(15.0) == "map"


def test_a_frame_keeps_its_tf_prefix(robot):
    drive(robot, 0, 5, lambda at, x: robot.odometry(at, x, frame="robot1/odom"))
    assert robot.frame(5.0) == "robot1/odom"

    drive(robot, 5, 10, lambda at, x: robot.localise(at, x, frame="robot1/map"))
    assert robot.frame(10.0) == "robot1/map"


def test_a_robot_that_is_lost_on_its_map_does_not_fall_back_to_odometry(robot):
    drive(robot, 0, 10, robot.odometry, robot.localise)
    drive(robot, 10, 60, robot.odometry)

    assert robot.position(60.0) is None


def test_odometry_is_used_again_after_a_long_time_without_a_map(robot):
    drive(robot, 0, 10, robot.odometry, robot.localise)
    drive(robot, 10, 700, robot.odometry)

    assert robot.frame(700.0) == "odom"


@pytest.mark.parametrize(
    "topic", ["/initialpose", "/goal_pose", "/mavros/setpoint_position/local", "/tag_poses/pose"]
)
def test_poses_of_goals_and_other_objects_are_not_robot_positions(topic: str):
    assert read_fix(topic, POSE, pose(1.0, 2.0).pose) is None
    assert read_fix(topic, LOCALISER, pose(1.0, 2.0)) is None


def test_odometry_with_any_frame_name_is_in_the_odom_frame():
    for name in ("camera_init", "", "t265_pose"):
        fix = read_fix("/odometry", ODOMETRY, odometry(1.0, 2.0, frame=name))
        assert fix is not None
        assert fix.position.frame == "odom"


# -- uncertainty ---------------------------------------------------------------------------------


@pytest.mark.parametrize("sigma", [2.0, math.inf, math.nan])
def test_an_uncertain_localiser_gives_no_position(robot, sigma: float):
    drive(robot, 0, 10, lambda stamp, x: robot.localise(stamp, x, sigma=sigma))

    assert robot.position(10.0) is None


def test_satellites_without_a_good_fix_give_no_position():
    lost, poor = satellites(0.0, 0.0, status=-1), satellites(0.0, 0.0, variance=900.0)
    assert [math.isinf(read_fix(GPS, SATELLITES, it).sigma) for it in (lost, poor)] == [True, False]

    robot = Watched()
    drive(robot, 0, 10, lambda stamp, x: robot.satellites(stamp, x, variance=900.0))
    assert robot.position(10.0) is None


def test_one_message_is_not_enough_for_a_position(robot):
    robot.localise(0.0, 0.0)

    assert robot.position(0.1) is None


def test_a_standing_robot_keeps_its_position(robot):
    drive(robot, 0, 10, robot.localise)
    drive(robot, 10, 30, lambda stamp, x: robot.odometry(stamp, 5.0, speed=0.0))

    at = robot.position(30.0)
    assert at is not None
    assert at.sigma == pytest.approx(0.1)


def test_the_position_expires_while_the_robot_drives_without_its_localiser(robot):
    drive(robot, 0, 10, robot.localise, robot.odometry)
    drive(robot, 10, 13, robot.odometry)

    assert robot.position(11.0) is not None
    assert robot.position(13.0) is None


def test_a_position_can_be_queried_for_a_recent_time(robot):
    drive(robot, 0, 10, robot.localise, robot.odometry)

    at = robot.position(5.0)
    assert at is not None
    assert at.x == pytest.approx(2.5, abs=0.15)


# -- jumps ---------------------------------------------------------------------------------------


def test_the_position_is_uncertain_for_a_while_after_a_jump(robot):
    drive(robot, 0, 10, robot.localise)
    drive(robot, 10, 12, lambda stamp, x: robot.localise(stamp, x + 30.0))
    at = robot.position(12.0)
    assert at is None or at.x < 10.0

    drive(robot, 12, 16, lambda stamp, x: robot.localise(stamp, x + 30.0))
    at = robot.position(16.0)
    assert at is not None
    assert at.x == pytest.approx(38.0, abs=0.2)


def test_fast_driving_is_not_a_position_jump(robot):
    drive(robot, 0, 10, robot.localise, speed=25.0)

    assert robot.position(9.8) is not None
    assert robot.epoch == 0


def test_restarted_odometry_begins_a_new_epoch(robot):
    drive(robot, 0, 10, robot.odometry)
    drive(robot, 10, 20, lambda stamp, x: robot.odometry(stamp, x - 5.0))

    assert robot.epoch == 1


# -- distance driven -----------------------------------------------------------------------------


def test_the_driven_distance_is_counted_without_position_noise(robot):
    drive(robot, 0, 20, robot.localise)
    gone = robot.path.metres
    drive(robot, 20, 40, lambda stamp, x: robot.localise(stamp, 10.0 + 0.05 * (-1) ** int(x * 20)))

    assert gone == pytest.approx(10.0, abs=0.5)
    assert robot.path.metres == pytest.approx(gone, abs=0.3)


def test_a_position_jump_does_not_count_as_driven_distance(robot):
    for lap in range(5):
        drive(robot, 20 * lap, 20 * lap + 20, lambda t, x, lap=lap: robot.odometry(t, x - 10 * lap))

    # 5 times 10 m, without the 3 s after each of the 4 jumps until the position is certain again
    assert robot.path.metres == pytest.approx(50.0 - 4 * 1.5, abs=2.0)


def test_each_return_to_a_place_counts_as_a_pass(robot):
    for lap in range(3):
        for k in range(200):
            angle = 2.0 * math.pi * k / 200
            x, y = 5.0 * math.cos(angle), 5.0 * math.sin(angle)
            robot.localise(20.0 * lap + k / 10, x, y)

    at = robot.position(40.0)
    assert at is not None
    assert robot.path.visits(at) == 3
    passes = robot.path.take_passes()
    assert passes["passes in map", at.cell] in (2.0, 3.0)
    assert robot.path.take_passes() == {}


def test_the_driven_distance_is_reported_once_in_metres_also_in_odom_frames(robot):
    drive(robot, 0, 20, robot.odometry)

    gone = robot.path.metres
    assert gone > 1.0
    assert robot.path.take_distance() == {DISTANCE: pytest.approx(gone, abs=1e-3)}
    assert robot.path.take_distance() == {}


def test_the_stored_path_of_a_long_drive_is_limited(robot):
    for k in range(30_000):
        robot.path.go(Position("map", 1.5 * k, 0.0, 0.1))

    assert robot.path.metres == pytest.approx(1.5 * 29_999)
    assert len(robot.path._cells) <= 20_000
    assert robot.path.visits(Position("map", 1.5 * 29_999, 0.0)) == 1


def test_the_number_of_followed_pose_topics_is_limited(robot):
    for k in range(200):
        robot.process(0.1 * k, f"/pose_{k}", LOCALISER, pose(0.0, 0.0))
        robot.process(0.1 * k, f"/odom_{k}", ODOMETRY, odometry(0.0, 0.0))

    assert len(robot.motion.movers) <= 16
