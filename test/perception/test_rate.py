"""A topic that falls silent while the robot runs."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import robot_messages as ros
from beats import Stamps, beat, events, play
from watching import Watching, when

from robot_memory.perception import Rule
from robot_memory.perception.detectors.rate_detector import MessageInterval

SILENT = "/imu falls silent while the robot runs"


@pytest.fixture
def robot() -> Watching:
    return Watching([Rule("rate", type=ros.IMU)])


# -- silent --------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.1, 1.0, 10.0, 400.0])
def test_a_topic_that_falls_silent_is_reported_at_any_rate(robot: Watching, rate: float):
    known = max(60.0, 30.0 / rate)
    play(robot, imu=[beat(rate, 0.0, known)], lidar=[beat(5.0, 0.0, known + 20.0 / rate + 30.0)])

    assert robot.lessons == {SILENT: 1}


def test_a_topic_that_dies_soon_after_it_came_up_is_reported(robot: Watching):
    play(robot, imu=[beat(20.0, 0, 6)], lidar=[beat(10.0, 0, 60)])

    assert robot.lessons == {SILENT: 1}


def test_a_topic_that_comes_in_short_intervals_is_reported_once_at_most(robot: Watching):
    intervals = [beat(20.0, begin, begin + 4) for begin in range(0, 1200, 40)]
    play(robot, imu=intervals, lidar=[beat(10.0, 0, 1200)])

    assert sum(robot.lessons.values()) <= 1


def test_it_is_over_when_the_topic_comes_back(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60), beat(50.0, 120, 180)], lidar=[beat(10.0, 0, 180)])

    assert [when(row) for row in robot.ends] == pytest.approx([120.0], abs=0.5)
    assert robot.ends[0].detail["peak"] == pytest.approx(60.0, abs=1.0)


def test_a_topic_that_falls_silent_twice_did_so_twice(robot: Watching):
    play(
        robot,
        imu=[beat(50.0, 0, 60), beat(50.0, 120, 300), beat(50.0, 400, 500)],
        lidar=[beat(10.0, 0, 500)],
    )

    assert robot.lessons == {SILENT: 2}


def test_a_statistical_finding_is_believed_less_than_a_drivers_error(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60)], lidar=[beat(10.0, 0, 90)])

    assert robot.onsets[0].confidence == pytest.approx(0.55)
    assert robot.onsets[0].tags == ("imu", "silent")


def test_a_pause_of_all_topics_is_no_silence_of_any(robot: Watching):
    pauses = [(0, 60), (67, 120), (131, 200), (18_000, 18_060)]
    topics = {
        name: [beat(rate, begin, end) for begin, end in pauses]
        for name, rate in (("imu", 100.0), ("lidar", 10.0), ("sonar", 7.0))
    }
    play(robot, **topics)

    assert robot.rows == []


def test_what_is_usual_is_learned_over_a_pause(robot: Watching):
    times = [(0, 12), (412, 500)]
    play(
        robot,
        imu=[beat(10.0, begin, end) for begin, end in times],
        lidar=[beat(10.0, begin, end) for begin, end in [*times, (500, 560)]],
    )

    assert robot.lessons == {SILENT: 1}


def test_after_a_pause_topics_may_come_back_one_after_another(robot: Watching):
    play(
        robot,
        imu=[beat(100.0, 0, 60), beat(100.0, 400, 460)],
        lidar=[beat(10.0, 0, 60), beat(10.0, 404, 460)],
        sonar=[beat(10.0, 0, 60), beat(10.0, 402, 460)],
    )

    assert robot.rows == []


def test_a_single_topic_that_stops_is_not_reported_since_the_robot_may_have_stopped(
    robot: Watching,
):
    play(robot, imu=[beat(50.0, 0, 60), beat(50.0, 90, 120)])
    robot.wait(600.0)

    assert robot.rows == []


def test_a_robot_that_is_switched_off_while_the_node_runs_on_is_not_silent(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60)], lidar=[beat(10.0, 0, 60)])
    robot.wait(3600.0)

    assert robot.rows == []


def test_our_own_health_on_diagnostics_is_no_sign_of_life_of_the_robot():
    robot = Watching()
    own = ros.status("robot_memory: memory", ros.OK, "remembering")
    robot.every(0.1, 60.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()),
                lambda now: robot.send("/scan", ros.SCAN, ros.nothing()),
                lambda now: robot.diagnose(own))  # fmt: skip
    robot.every(1.0, 300.0, lambda now: robot.diagnose(own))

    assert robot.rows == []


def test_what_drivers_say_on_diagnostics_is_a_sign_of_life():
    robot = Watching()
    driver = ros.status("base: Motor", ros.OK, "ok")
    robot.every(0.1, 60.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()),
                lambda now: robot.diagnose(driver))  # fmt: skip
    robot.every(1.0, 300.0, lambda now: robot.diagnose(driver))

    assert robot.lessons == {SILENT: 1}


# -- not judged ----------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.1, 1.0, 20.0, 400.0])
def test_a_topic_that_slows_down_is_not_silent(robot: Watching, rate: float):
    known = max(60.0, 30.0 / rate)
    end = known + max(60.0, 60.0 / rate)
    play(robot, imu=[beat(rate, 0, known), beat(rate / 3, known, end)], lidar=[beat(5, 0, end)])

    assert robot.rows == []


def test_a_topic_that_goes_faster_is_no_fault(robot: Watching):
    play(robot, imu=[beat(10.0, 0, 60), beat(100.0, 60, 200)], lidar=[beat(10.0, 0, 200)])

    assert robot.rows == []


@pytest.mark.parametrize("rate", [0.2, 2.0, 20.0])
def test_a_topic_of_events_is_never_judged(robot: Watching, rate: float):
    play(
        robot,
        imu=[events(rate, 0, 400), events(rate / 5, 400, 800)],
        lidar=[beat(10.0, 0, 1000)],
    )

    assert robot.rows == []


def test_messages_that_come_all_at_once_are_no_beat(robot: Watching):
    play(
        robot,
        imu=[iter([float(second)] * 50) for second in range(0, 300, 10)],
        lidar=[beat(10.0, 0, 600)],
    )

    assert robot.rows == []


def test_jitter_is_no_fault(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 300, jitter=0.9)], lidar=[beat(10.0, 0, 300)])

    assert robot.rows == []


@pytest.mark.parametrize("rate", [0.1, 20.0])
def test_one_in_three_messages_lost_on_the_air_is_no_fault(robot: Watching, rate: float):
    loss, end = random.Random(4), 1500.0 / rate
    kept = (stamp for stamp in beat(rate, 0, end) if loss.random() > 0.33)
    play(robot, imu=[kept], lidar=[beat(rate * 0.9, 0, end)])

    assert robot.rows == []


@pytest.mark.parametrize(
    "begin",
    [
        lambda: iter([0.5] * 300),
        lambda: beat(2.0, 0.0, 12.0),
        lambda: iter([0.0, 9.0]),
        lambda: beat(200.0, 0.0, 3.0),
    ],
    ids=["a backlog", "slow at first", "a hole at first", "fast at first"],
)
def test_how_a_topic_starts_is_no_fault(robot: Watching, begin: Callable[[], Stamps]):
    play(robot, imu=[begin(), beat(20.0, 12.0, 200.0)], lidar=[beat(10.0, 0, 200)])

    assert robot.rows == []


@pytest.mark.parametrize("begin", range(60, 70, 2))
def test_a_hole_of_some_intervals_is_no_fault(robot: Watching, begin: int):
    back = begin + 9
    play(robot, imu=[beat(1.0, 0, begin), beat(1.0, back, 150)], lidar=[beat(5.0, 0, 150)])

    assert robot.rows == []


@pytest.mark.parametrize("rate", [0.3, 2.0, 20.0])
def test_events_that_look_steady_by_chance_are_events(rate: float):
    for seed in range(200):
        usual, chance = MessageInterval(20.0), random.Random(seed)
        for _ in range(200):
            usual.learn(chance.expovariate(rate))
            assert not usual.is_periodic


def test_one_late_message_is_no_fault(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60), beat(50.0, 63, 120)], lidar=[beat(10.0, 0, 120)])

    assert robot.rows == []


# -- rules ---------------------------------------------------------------------------------


def test_messages_are_counted_unseen(robot: Watching):
    assert robot.perception.topics.wants("/imu", ros.IMU)
    assert not robot.perception.topics.reads_content("/imu", ros.IMU)


@pytest.mark.parametrize("rate", [10.0, 50.0])
def test_a_rule_may_be_stricter(rate: float):
    rules = [Rule("rate", topic="/imu", options={"silent": 2.0}), Rule("rate", type=ros.IMU)]
    robot = Watching(rules)
    play(robot, imu=[beat(rate, 0, 60), beat(rate, 63, 120)], lidar=[beat(10.0, 0, 120)])

    assert robot.lessons == {SILENT: 1}


def bursts(rate: float, size: int, begin: float, end: float) -> Stamps:
    """As many messages as ever, but several at once."""
    for stamp in beat(rate / size, begin, end):
        yield from [stamp] * size


def test_a_slow_topic_that_falls_silent_is_told(robot: Watching):
    play(robot, imu=[beat(20.0, 0, 60), beat(5.0, 60, 120)], lidar=[beat(10.0, 0, 400)])

    assert robot.lessons == {SILENT: 1}


def test_messages_in_bursts_are_no_silence(robot: Watching):
    play(
        robot,
        imu=[beat(20.0, 0, 60), bursts(20.0, 4, 60, 160), beat(20.0, 160, 260)],
        lidar=[beat(10.0, 0, 260)],
    )

    assert robot.rows == []
