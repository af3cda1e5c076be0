"""Topics that fall silent together have one cause and are reported once."""

from __future__ import annotations

import random

import pytest
import robot_messages as ros
from beats import beat, play
from watching import Watching, when

from robot_memory.perception.fault_grouping.fault_grouping import FaultGroups
from robot_memory.perception.rule import Rule
from robot_memory.perception.scope import Scope

ARM = "Topics under /arm fall silent together while the robot runs"
IMU = "/imu falls silent while the robot runs"


@pytest.fixture
def robot() -> Watching:
    return Watching([Rule("rate", type=ros.IMU), Rule("diagnostics")])


def test_topics_silent_together_are_reported_once_by_their_namespace(robot: Watching):
    play(
        robot,
        **{f"arm/{name}": [beat(50.0, 0, 60)] for name in ("left", "right", "wrist")},
        lidar=[beat(10.0, 0, 120)],
    )

    assert robot.lessons == {ARM: 1}
    assert robot.onsets[0].detail["members"] == ["/arm/left", "/arm/right", "/arm/wrist"]
    assert robot.onsets[0].tags == ("arm", "silent")


def test_a_slow_topic_that_is_detected_later_joins_the_reported_group(robot: Watching):
    arm = {"arm/fast": [beat(50.0, 0, 400)], "arm/joints": [beat(20.0, 0, 400)],
           "arm/slow": [beat(0.1, 0, 400)]}  # fmt: skip
    play(robot, **arm, lidar=[beat(10.0, 0, 700)])

    assert robot.lessons == {ARM: 1}


def test_a_slow_topic_detected_long_after_a_single_topic_is_reported_separately(
    robot: Watching,
):
    play(robot, imu=[beat(50.0, 0, 400)], slow=[beat(0.1, 0, 400)], lidar=[beat(10.0, 0, 700)])

    assert robot.lessons == {IMU: 1, "/slow falls silent while the robot runs": 1}


def test_the_text_about_many_silent_topics_without_a_common_name_is_short(robot: Watching):
    dying = {f"sensor_{number}": [beat(10.0, 0, 60)] for number in range(40)}
    play(robot, **dying, lidar=[beat(10.0, 0, 120)])

    (lesson,) = robot.lessons
    assert lesson == (
        "/sensor_0, /sensor_1, /sensor_10 and others fall silent together while the robot runs"
    )
    assert len(robot.onsets[0].detail["members"]) == 32


def test_a_single_silent_topic_is_reported_without_waiting_for_slow_topics(
    robot: Watching,
):
    play(
        robot,
        imu=[beat(50.0, 0, 403)], slow=[beat(0.1, 0, 403)], lidar=[beat(10.0, 0, 409)],
    )  # fmt: skip

    assert robot.lessons == {IMU: 1}


def test_two_topics_that_fall_silent_at_different_times_are_two_faults(robot: Watching):
    play(
        robot,
        imu=[beat(50.0, 0, 60)], scan=[beat(50.0, 0, 66)], lidar=[beat(10.0, 0, 120)],
    )  # fmt: skip

    assert robot.lessons == {IMU: 1, "/scan falls silent while the robot runs": 1}


def test_topics_detected_at_once_but_silent_at_different_times_are_two_faults(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60)], scan=[beat(1.0, 0, 55.5)], lidar=[beat(10.0, 0, 120)])

    assert robot.lessons == {IMU: 1, "/scan falls silent while the robot runs": 1}


def test_a_topic_with_a_short_pause_is_not_grouped_with_a_silent_topic(robot: Watching):
    play(
        robot,
        imu=[beat(50.0, 0, 60)],
        scan=[beat(0.5, 0, 60), beat(0.5, 66, 200)],
        lidar=[beat(10.0, 0, 200)],
    )

    assert robot.lessons == {IMU: 1}
    assert when(robot.onsets[0]) == pytest.approx(60.0, abs=0.5)  # not when it was detected


def test_a_group_fault_ends_once_when_all_topics_return(robot: Watching):
    times = [(0, 60), (120, 240)]
    arm = {
        f"arm/{name}": [beat(rate, begin, end) for begin, end in times]
        for name, rate in (("left", 50.0), ("right", 1.0), ("wrist", 5.0))
    }
    play(robot, **arm, lidar=[beat(10.0, 0, 240)])

    assert robot.lessons == {ARM: 1}
    assert [when(row) for row in robot.ends] == pytest.approx([120.0], abs=1.5)


def test_a_topic_that_does_not_return_with_its_group_is_reported_by_itself(robot: Watching):
    back = [beat(50.0, 0, 60), beat(50.0, 120, 240)]
    play(
        robot, imu=[beat(50.0, 0, 60)], lidar=[beat(10.0, 0, 240)],
        **{"arm/left": back, "arm/right": [beat(50.0, 0, 60), beat(50.0, 121, 240)]},
    )  # fmt: skip

    first, second = robot.lessons
    assert first.startswith("/arm/left, /arm/right and /imu fall silent together")
    assert second == IMU
    assert when(robot.onsets[1]) == pytest.approx(130.0, abs=1.0)


def test_a_group_with_most_of_the_same_topics_is_the_same_entry(robot: Watching):
    chance = random.Random(5)
    names = [f"{word}" for word in ("imu", "scan", "odom", "gps", "sonar", "camera")]
    begin, topics = 0, {name: [] for name in names}
    for _ in range(5):
        spared = chance.sample(names, chance.randint(0, 2)) if begin else []
        for name in names:
            topics[name].append(beat(4.0, begin, begin + (600 if name in spared else 500)))
        begin += 600
    play(robot, **topics, lidar=[beat(4.0, 0, begin)])

    assert sum(robot.lessons.values()) == 5
    assert len(robot.lessons) == 1


def test_a_driver_and_its_topic_that_fall_silent_together_are_one_fault(robot: Watching):
    board, imu = ros.status("board: fan"), ros.status("imu: data")
    robot.every(0.1, 60.0, lambda now: robot.send("/imu/data", ros.IMU, ros.nothing()),
                lambda now: robot.send("/scan", ros.IMU, ros.nothing()),
                lambda now: now % 1 < 0.05 and robot.diagnose(board, imu))  # fmt: skip
    robot.every(0.1, 120.0, lambda now: robot.send("/scan", ros.IMU, ros.nothing()),
                lambda now: now % 1 < 0.05 and robot.diagnose(board))  # fmt: skip

    assert robot.lessons == {"/imu/data and imu: data fall silent together while the robot runs": 1}


def test_fault_groups_survive_a_restart():
    before = FaultGroups()
    name = before.of(["/a", "/b", "/c"]).name

    after = FaultGroups()
    after.restore(before.state())
    assert after.of(["/b", "/c"]).name == name


def test_the_number_of_fault_groups_is_limited():
    companies = FaultGroups()
    names = {companies.of([f"/a{number}", f"/b{number}"]).name for number in range(500)}

    assert len(names) <= 33


def test_the_namespace_of_the_robot_does_not_count_as_a_common_namespace():
    robot = Watching([Rule("rate", type=ros.IMU)], scope=Scope(namespace="/robot1"))
    play(robot, **{"robot1/imu": [beat(50.0, 0, 60)], "robot1/odom": [beat(50.0, 0, 60)],
                   "robot1/scan": [beat(10.0, 0, 120)]})  # fmt: skip

    (lesson,) = robot.lessons
    assert lesson.startswith("/robot1/imu and /robot1/odom fall silent")
