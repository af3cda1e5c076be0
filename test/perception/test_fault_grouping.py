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


def test_topics_of_a_node_that_died_are_reported_once_by_what_they_have_in_common(robot: Watching):
    play(
        robot,
        **{f"arm/{name}": [beat(50.0, 0, 60)] for name in ("left", "right", "wrist")},
        lidar=[beat(10.0, 0, 120)],
    )

    assert robot.lessons == {ARM: 1}
    assert robot.onsets[0].detail["members"] == ["/arm/left", "/arm/right", "/arm/wrist"]
    assert robot.onsets[0].tags == ("arm", "silent")


def test_a_slow_topic_that_is_missed_later_belongs_to_those_that_were_reported(robot: Watching):
    arm = {"arm/fast": [beat(50.0, 0, 400)], "arm/joints": [beat(20.0, 0, 400)],
           "arm/slow": [beat(0.1, 0, 400)]}  # fmt: skip
    play(robot, **arm, lidar=[beat(10.0, 0, 700)])

    assert robot.lessons == {ARM: 1}


def test_a_slow_topic_that_is_missed_long_after_one_that_was_reported_alone_is_reported_too(
    robot: Watching,
):
    play(robot, imu=[beat(50.0, 0, 400)], slow=[beat(0.1, 0, 400)], lidar=[beat(10.0, 0, 700)])

    assert robot.lessons == {IMU: 1, "/slow falls silent while the robot runs": 1}


def test_many_topics_without_a_common_name_make_a_sentence_of_bearable_length(robot: Watching):
    dying = {f"sensor_{number}": [beat(10.0, 0, 60)] for number in range(40)}
    play(robot, **dying, lidar=[beat(10.0, 0, 120)])

    (lesson,) = robot.lessons
    assert lesson == (
        "/sensor_0, /sensor_1, /sensor_10 and others fall silent together while the robot runs"
    )
    assert len(robot.onsets[0].detail["members"]) == 32


def test_a_topic_that_dies_alone_is_reported_at_once_where_slow_ones_say_nothing_yet(
    robot: Watching,
):
    play(
        robot,
        imu=[beat(50.0, 0, 403)], slow=[beat(0.1, 0, 403)], lidar=[beat(10.0, 0, 409)],
    )  # fmt: skip

    assert robot.lessons == {IMU: 1}


def test_two_topics_that_die_a_while_apart_are_two(robot: Watching):
    play(
        robot,
        imu=[beat(50.0, 0, 60)], scan=[beat(50.0, 0, 66)], lidar=[beat(10.0, 0, 120)],
    )  # fmt: skip

    assert robot.lessons == {IMU: 1, "/scan falls silent while the robot runs": 1}


def test_two_topics_that_are_found_silent_at_once_but_died_apart_are_two(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60)], scan=[beat(1.0, 0, 55.5)], lidar=[beat(10.0, 0, 120)])

    assert robot.lessons == {IMU: 1, "/scan falls silent while the robot runs": 1}


def test_one_that_only_hesitates_when_another_dies_is_not_reported(robot: Watching):
    play(
        robot,
        imu=[beat(50.0, 0, 60)],
        scan=[beat(0.5, 0, 60), beat(0.5, 66, 200)],
        lidar=[beat(10.0, 0, 200)],
    )

    assert robot.lessons == {IMU: 1}
    assert when(robot.onsets[0]) == pytest.approx(60.0, abs=0.5)  # not when it was detected


def test_when_all_come_back_it_ends_once(robot: Watching):
    times = [(0, 60), (120, 240)]
    arm = {
        f"arm/{name}": [beat(rate, begin, end) for begin, end in times]
        for name, rate in (("left", 50.0), ("right", 1.0), ("wrist", 5.0))
    }
    play(robot, **arm, lidar=[beat(10.0, 0, 240)])

    assert robot.lessons == {ARM: 1}
    assert [when(row) for row in robot.ends] == pytest.approx([120.0], abs=1.5)


def test_one_that_does_not_come_back_with_the_others_is_reported_then(robot: Watching):
    back = [beat(50.0, 0, 60), beat(50.0, 120, 240)]
    play(
        robot, imu=[beat(50.0, 0, 60)], lidar=[beat(10.0, 0, 240)],
        **{"arm/left": back, "arm/right": [beat(50.0, 0, 60), beat(50.0, 121, 240)]},
    )  # fmt: skip

    first, second = robot.lessons
    assert first.startswith("/arm/left, /arm/right and /imu fall silent together")
    assert second == IMU
    assert when(robot.onsets[1]) == pytest.approx(130.0, abs=1.0)


def test_most_of_the_same_topics_another_time_are_the_same_entry(robot: Watching):
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


def test_a_driver_and_its_topic_that_die_together_are_one(robot: Watching):
    board, imu = ros.status("board: fan"), ros.status("imu: data")
    robot.every(0.1, 60.0, lambda now: robot.send("/imu/data", ros.IMU, ros.nothing()),
                lambda now: robot.send("/scan", ros.IMU, ros.nothing()),
                lambda now: now % 1 < 0.05 and robot.diagnose(board, imu))  # fmt: skip
    robot.every(0.1, 120.0, lambda now: robot.send("/scan", ros.IMU, ros.nothing()),
                lambda now: now % 1 < 0.05 and robot.diagnose(board))  # fmt: skip

    assert robot.lessons == {"/imu/data and imu: data fall silent together while the robot runs": 1}


def test_who_fell_silent_together_is_known_after_a_restart():
    before = FaultGroups()
    name = before.of(["/a", "/b", "/c"]).name

    after = FaultGroups()
    after.restore(before.state())
    assert after.of(["/b", "/c"]).name == name


def test_ever_other_companies_are_one_entry_in_the_end():
    companies = FaultGroups()
    names = {companies.of([f"/a{number}", f"/b{number}"]).name for number in range(500)}

    assert len(names) <= 33


def test_a_namespace_of_the_robot_is_left_out_of_what_is_common():
    robot = Watching([Rule("rate", type=ros.IMU)], scope=Scope(namespace="/robot1"))
    play(robot, **{"robot1/imu": [beat(50.0, 0, 60)], "robot1/odom": [beat(50.0, 0, 60)],
                   "robot1/scan": [beat(10.0, 0, 120)]})  # fmt: skip

    (lesson,) = robot.lessons
    assert lesson.startswith("/robot1/imu and /robot1/odom fall silent")
