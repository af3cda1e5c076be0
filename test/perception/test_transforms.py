"""Transforms: stops, jumps, double publishers and odd stamps are reported; motion is not."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from types import SimpleNamespace as Message

import pytest
from watching import SHIPPED, Watching

TF = "tf2_msgs/msg/TFMessage"
Where = Callable[[float], tuple[float, float, float]]


def transform(
    parent: str, child: str, at: float, x: float = 0.0, y: float = 0.0, yaw: float = 0.0
) -> Message:
    """Return a planar transform, in metres and radians."""
    half = 0.5 * yaw
    return Message(
        header=Message(stamp=Message(sec=int(at), nanosec=round(at % 1.0 * 1e9)), frame_id=parent),
        child_frame_id=child,
        transform=Message(
            translation=Message(x=x, y=y, z=0.0),
            rotation=Message(x=0.0, y=0.0, z=math.sin(half), w=math.cos(half)),
        ),
    )


def still(at: float) -> tuple[float, float, float]:
    return (0.0, 0.0, 0.0)


def driving(at: float) -> tuple[float, float, float]:
    """The pose on a circle driven at 1 m/s."""
    return (2.0 * math.sin(0.5 * at), 2.0 - 2.0 * math.cos(0.5 * at), 0.5 * at)


class Transforms:
    """A robot's /tf messages at 10 Hz; a test changes them as they go."""

    def __init__(self, robot: Watching) -> None:
        self.robot = robot
        self.published: dict[tuple[str, str], Where] = {
            ("map", "odom"): still,
            ("odom", "base_link"): driving,
            ("base_link", "wheel"): still,
        }
        self.ahead: dict[str, float] = {}

    def run(self, seconds: float, interval: float = 0.1) -> None:
        self.robot.every(interval, self.robot.now + seconds, self.publish)

    def publish(self, now: float) -> None:
        for (parent, child), where in self.published.items():
            stamp = 1000.0 + now + self.ahead.get(child, 0.0)
            self.send("/tf", transform(parent, child, stamp, *where(now)))

    def fix(self, parent: str, child: str) -> None:
        self.send("/tf_static", transform(parent, child, 0.0))

    def send(self, topic: str, *transforms: Message) -> None:
        self.robot.send(topic, TF, Message(transforms=list(transforms)))


@pytest.fixture
def robot() -> Watching:
    """A robot of which only the transforms are watched."""
    return Watching([rule for rule in SHIPPED if rule.detector == "transforms"])


@pytest.fixture
def tf(robot: Watching) -> Transforms:
    """The transforms of a robot that has run for 70 s."""
    transforms = Transforms(robot)
    transforms.fix("base_link", "laser")
    transforms.run(70.0)
    return transforms


def told(robot: Watching) -> set[str]:
    return {text.partition("The transform ")[2] or text for text in robot.lessons}


def test_healthy_transforms_are_not_reported(robot: Watching, tf: Transforms):
    noise = random.Random(7)
    tf.published["odom", "base_link"] = lambda at: (
        *driving(at)[:2], driving(at)[2] + noise.gauss(0.0, 0.05),
    )  # fmt: skip
    tf.published["camera", "marker"] = lambda at: (noise.gauss(0.0, 0.05), 0.0, 0.0)
    tf.run(60.0)

    assert robot.lessons == {}


# --- Transforms that stop -------------------------------------------------------------------------


def test_a_stopped_transform_is_reported_until_it_returns(robot: Watching, tf: Transforms):
    gone = tf.published.pop(("odom", "base_link"))
    tf.run(20.0)
    tf.published["odom", "base_link"] = gone
    tf.run(10.0)

    assert told(robot) == {"odom to base_link is not published any more while the robot runs"}
    assert len(robot.ends) == 1


def test_the_loss_of_a_frame_without_children_is_not_reported(robot: Watching, tf: Transforms):
    del tf.published["base_link", "wheel"]
    tf.run(20.0)

    assert robot.lessons == {}


def test_no_stopped_transform_is_reported_while_the_robot_is_paused(
    robot: Watching, tf: Transforms
):
    robot.wait(robot.now + 60.0)

    assert robot.lessons == {}


MAP_GONE = "map to odom is not published any more while the robot runs"
BASE_GONE = "odom to base_link is not published any more while the robot runs"


@pytest.mark.parametrize(
    ("gone", "seconds", "expected"),
    [
        (("map", "odom"), 5.0, set()),
        (("map", "odom"), 15.0, {MAP_GONE}),
        (("odom", "base_link"), 5.0, {BASE_GONE}),
    ],
    ids=["localisation that is shut down", "localisation that is killed", "odometry"],
)
def test_localisation_is_not_reported_if_its_publisher_leaves_the_graph_soon(
    robot: Watching,
    tf: Transforms,
    gone: tuple[str, str],
    seconds: float,
    expected: set[str],
):
    del tf.published[gone]
    tf.run(seconds)
    robot.perception.topics.publisher_left("/tf")
    tf.run(20.0)

    assert told(robot) == expected


def test_a_frame_with_a_new_parent_is_not_reported_as_stopped(robot: Watching, tf: Transforms):
    tf.published["slam_map", "odom"] = tf.published.pop(("map", "odom"))
    tf.run(20.0)

    assert robot.lessons == {}


# --- Jumps ----------------------------------------------------------------------------------------


def test_a_jump_of_odometry_is_reported(robot: Watching, tf: Transforms):
    tf.published["odom", "base_link"] = lambda at: (driving(at)[0] + 2.0, *driving(at)[1:])
    tf.run(5.0)

    assert told(robot) == {"odom to base_link jumps: a fault of odometry"}
    assert robot.onsets[0].context["metres"] == pytest.approx(2.0, abs=0.2)


def test_a_sudden_rotation_of_odometry_is_reported_as_a_jump(robot: Watching, tf: Transforms):
    tf.published["odom", "base_link"] = lambda at: (*driving(at)[:2], driving(at)[2] + 2.0)
    tf.run(5.0)

    assert told(robot) == {"odom to base_link jumps: a fault of odometry"}


def test_an_accelerating_vehicle_is_not_reported_as_jumping(robot: Watching, tf: Transforms):
    begun = robot.now
    x, y, yaw = driving(begun)
    tf.published["odom", "base_link"] = lambda at: (x + 1.5 * (at - begun) ** 2, y, yaw)
    tf.run(8.0)

    assert robot.lessons == {}


@pytest.mark.parametrize(("speed", "turn_rate"), [(20.0, 0.0), (0.0, 12.0)])
def test_a_vehicle_that_is_fast_from_the_start_is_not_reported_as_jumping(
    robot: Watching, speed: float, turn_rate: float
):
    transforms = Transforms(robot)
    transforms.published["odom", "base_link"] = lambda at: (speed * at, 0.0, turn_rate * at)
    transforms.run(90.0)

    assert robot.lessons == {}


def test_a_jump_of_odometry_of_a_fast_vehicle_is_reported(robot: Watching):
    transforms = Transforms(robot)
    transforms.published["odom", "base_link"] = lambda at: (20.0 * at, 0.0, 0.0)
    transforms.run(70.0)
    transforms.published["odom", "base_link"] = lambda at: (20.0 * at + 30.0, 0.0, 0.0)
    transforms.run(5.0)

    assert told(robot) == {"odom to base_link jumps: a fault of odometry"}


def test_odometry_that_restarts_after_a_pause_is_not_reported_as_a_jump(
    robot: Watching, tf: Transforms
):
    del tf.published["odom", "base_link"]
    tf.run(4.0)
    tf.published["odom", "base_link"] = lambda at: (50.0, 0.0, 0.0)
    tf.run(5.0)

    assert robot.lessons == {}


def test_a_single_wrong_value_is_not_reported_as_a_jump(robot: Watching, tf: Transforms):
    right = tf.published["odom", "base_link"]
    tf.published["odom", "base_link"] = lambda at: (3.0, 3.0, 0.0)
    tf.run(0.1)
    tf.published["odom", "base_link"] = right
    tf.run(5.0)

    assert robot.lessons == {}


def test_a_jump_of_another_object_is_not_reported(robot: Watching, tf: Transforms):
    tf.published["odom", "person"] = still
    tf.run(70.0)
    tf.published["odom", "person"] = lambda at: (5.0, 0.0, 0.0)
    tf.run(5.0)

    assert robot.lessons == {}


def relocalise(tf: Transforms, times: int) -> None:
    for number in range(times):
        tf.published["map", "odom"] = lambda at, number=number: (2.0 * (number + 1), 0.0, 0.0)
        tf.run(10.0, interval=0.5)


def test_three_jumps_of_localisation_are_reported(robot: Watching, tf: Transforms):
    tf.run(250.0, interval=0.5)
    relocalise(tf, 3)

    text = "map to odom jumps again and again: localisation is not sure"
    assert told(robot) == {text}


POSE_SET = "geometry_msgs/msg/PoseWithCovarianceStamped"


@pytest.fixture
def placed() -> Watching:
    """A robot of which only transforms and poses are watched."""
    return Watching([rule for rule in SHIPPED if rule.detector in ("transforms", "localisation")])


@pytest.mark.parametrize(("topic", "jumps"), [("/initialpose", 0), ("/amcl_pose", 1)])
def test_a_pose_set_by_a_person_is_not_reported_as_a_localisation_jump(
    placed: Watching, topic: str, jumps: int
):
    tf = Transforms(placed)
    tf.run(320.0, interval=0.5)
    for number in range(3):
        pose = Message(header=Message(frame_id="map"), pose=Message(
            pose=Message(position=Message(x=1.0, y=0.0, z=0.0)), covariance=[0.25] * 36,
        ))  # fmt: skip
        placed.send(topic, POSE_SET, pose)
        tf.published["map", "odom"] = lambda at, number=number: (2.0 * (number + 1), 0.0, 0.0)
        tf.run(20.0, interval=0.5)

    assert len(placed.lessons) == jumps


def test_two_jumps_of_localisation_are_not_reported(robot: Watching, tf: Transforms):
    tf.run(250.0, interval=0.5)
    relocalise(tf, 2)

    assert robot.lessons == {}


def test_jumps_of_localisation_soon_after_the_start_are_not_reported(
    robot: Watching, tf: Transforms
):
    relocalise(tf, 4)

    assert robot.lessons == {}


@pytest.mark.parametrize("bad", [(math.inf, -math.inf), (1e308, 1e308), (math.nan, 0.0)])
def test_an_invalid_transform_does_not_affect_others_in_its_message(
    robot: Watching, tf: Transforms, bad: tuple[float, float]
):
    leaping = tf.published.pop(("odom", "base_link"))

    def publish(now: float) -> None:
        x, y, yaw = leaping(now)
        spoilt = transform("base_link", "arm", 1000.0 + now, *bad)
        tf.send("/tf", spoilt, transform("odom", "base_link", 1000.0 + now, x + 2.0, y, yaw))

    robot.every(0.1, robot.now + 5.0, publish)

    assert "odom to base_link jumps: a fault of odometry" in told(robot)


# --- Two publishers -------------------------------------------------------------------------------


def test_alternating_values_are_reported_as_two_publishers(robot: Watching, tf: Transforms):
    count = iter(range(10_000))
    tf.published["odom", "base_link"] = lambda at: (
        driving(at)[0] + 0.5 * (next(count) % 5 == 0), *driving(at)[1:],
    )  # fmt: skip
    tf.run(30.0, interval=0.05)

    assert told(robot) == {"odom to base_link has two publishers, misconfigured"}
    assert "configuration" in robot.onsets[0].tags


def test_a_noisy_frame_is_not_reported_as_two_publishers(robot: Watching, tf: Transforms):
    noise = random.Random(3)
    tf.published["base_link", "arm"] = lambda at: (noise.gauss(0.0, 0.1), noise.gauss(0, 0.1), 0.0)
    tf.run(60.0)

    assert robot.lessons == {}


def test_a_frame_with_two_alternating_parents_is_reported_with_both(
    robot: Watching, tf: Transforms
):
    tf.published["map", "base_link"] = still
    tf.run(25.0)

    assert told(robot) == {"Frame base_link has two parents: map and odom, misconfigured"}


def test_a_frame_with_a_static_and_a_dynamic_parent_is_reported(robot: Watching, tf: Transforms):
    tf.fix("chassis", "wheel")
    tf.run(25.0)

    assert told(robot) == {"Frame wheel has two parents: base_link and chassis, misconfigured"}


def test_a_marker_seen_by_two_cameras_is_not_reported_as_misconfigured(
    robot: Watching, tf: Transforms
):
    order = random.Random(4)
    tf.published["camera", "tag"] = lambda at: (0.5 * (order.random() < 0.3), 0.0, 0.0)
    tf.published["left_camera", "tag"] = still
    tf.run(30.0)

    assert robot.lessons == {}


def test_a_frame_without_children_with_alternating_values_is_not_reported(
    robot: Watching, tf: Transforms
):
    count = iter(range(10_000))
    tf.published["camera", "tag"] = lambda at: (0.5 * (next(count) % 5 == 0), 0.0, 0.0)
    tf.run(30.0, interval=0.05)

    assert robot.lessons == {}


def test_a_static_frame_with_an_overlong_name_is_not_stored(robot: Watching, tf: Transforms):
    tf.fix("base_link" * 30, "laser")

    assert not robot.perception._shared.frames.carries("base_link" * 30)


# --- Stamps ---------------------------------------------------------------------------------------


def test_a_transform_with_stamps_behind_the_others_is_reported(robot: Watching, tf: Transforms):
    tf.ahead["odom"] = -5.0
    tf.run(25.0)

    assert told(robot) == {"map to odom has stamps behind those of other transforms"}
    assert robot.onsets[0].context["seconds"] == pytest.approx(-5.0, abs=0.1)


def test_localisation_stamps_one_second_ahead_are_not_reported(robot: Watching, tf: Transforms):
    tf.ahead["odom"] = 1.0
    tf.run(25.0)

    assert robot.lessons == {}
