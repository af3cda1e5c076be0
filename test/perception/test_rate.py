"""A topic that falls silent while the robot runs."""

from __future__ import annotations

import random

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


def bursts(rate: float, size: int, begin: float, end: float) -> Stamps:
    """As many messages as ever, but several at once."""
    for stamp in beat(rate / size, begin, end):
        yield from [stamp] * size


def lossy(rate: float, end: float) -> Stamps:
    """One in three messages is lost on the air."""
    loss = random.Random(4)
    return (stamp for stamp in beat(rate, 0, end) if loss.random() > 0.33)


PAUSES = [(0, 60), (67, 120), (131, 200), (18_000, 18_060)]


def topics() -> dict[str, tuple]:
    """By what a topic does: how often it falls silent, its stamps, and those of other topics."""
    return {
        **{f"falls silent at {rate} Hz":
            (1, [beat(rate, 0.0, max(60.0, 30.0 / rate))],
             [beat(5.0, 0.0, max(60.0, 30.0 / rate) + 20.0 / rate + 30.0)])
           for rate in (0.1, 1.0, 10.0, 400.0)},
        "dies soon after it came up": (1, [beat(20.0, 0, 6)], [beat(10.0, 0, 60)]),
        "falls silent twice":
            (2, [beat(50.0, 0, 60), beat(50.0, 120, 300), beat(50.0, 400, 500)],
             [beat(10.0, 0, 500)]),
        "is slow and falls silent":
            (1, [beat(20.0, 0, 60), beat(5.0, 60, 120)], [beat(10.0, 0, 400)]),
        "is learned over a pause":
            (1, [beat(10.0, 0, 12), beat(10.0, 412, 500)],
             [beat(10.0, 0, 12), beat(10.0, 412, 500), beat(10.0, 500, 560)]),
        "pauses with all topics":
            (0, [beat(100.0, *it) for it in PAUSES], [beat(10.0, *it) for it in PAUSES],
             [beat(7.0, *it) for it in PAUSES]),
        "comes back after a pause, as others do later":
            (0, [beat(100.0, 0, 60), beat(100.0, 400, 460)],
             [beat(10.0, 0, 60), beat(10.0, 404, 460)],
             [beat(10.0, 0, 60), beat(10.0, 402, 460)]),
        **{f"slows down from {rate} Hz":
            (0, [beat(rate, 0, (known := max(60.0, 30.0 / rate))),
                 beat(rate / 3, known, (end := known + max(60.0, 60.0 / rate)))],
             [beat(5.0, 0, end)])
           for rate in (0.1, 1.0, 20.0, 400.0)},
        "goes faster": (0, [beat(10.0, 0, 60), beat(100.0, 60, 200)], [beat(10.0, 0, 200)]),
        **{f"has events, {rate} a second":
            (0, [events(rate, 0, 400), events(rate / 5, 400, 800)], [beat(10.0, 0, 1000)])
           for rate in (0.2, 2.0, 20.0)},
        "comes all at once":
            (0, [iter([float(second)] * 50) for second in range(0, 300, 10)], [beat(10.0, 0, 600)]),
        "comes in bursts later":
            (0, [beat(20.0, 0, 60), bursts(20.0, 4, 60, 160), beat(20.0, 160, 260)],
             [beat(10.0, 0, 260)]),
        "shakes": (0, [beat(50.0, 0, 300, jitter=0.9)], [beat(10.0, 0, 300)]),
        **{f"is lost in part at {rate} Hz":
            (0, [lossy(rate, 1500.0 / rate)], [beat(rate * 0.9, 0, 1500.0 / rate)])
           for rate in (0.1, 20.0)},
        **{f"begins with {what}": (0, [begin, beat(20.0, 12.0, 200.0)], [beat(10.0, 0, 200)])
           for what, begin in {"a backlog": iter([0.5] * 300), "slow ones": beat(2.0, 0.0, 12.0),
                               "a hole": iter([0.0, 9.0]),
                               "fast ones": beat(200.0, 0, 3.0)}.items()},
        **{f"has a hole of some intervals from {begin} s on":
            (0, [beat(1.0, 0, begin), beat(1.0, begin + 9, 150)], [beat(5.0, 0, 150)])
           for begin in range(60, 70, 2)},
        "has one late message": (0, [beat(50.0, 0, 60), beat(50.0, 63, 120)], [beat(10.0, 0, 120)]),
    }  # fmt: skip


@pytest.mark.parametrize("does", topics())
def test_a_topic_that(robot: Watching, does: str):
    times, imu, *others = topics()[does]
    play(robot, imu=imu, **dict(zip(("lidar", "sonar"), others, strict=False)))

    assert robot.lessons == ({SILENT: times} if times else {})


def test_a_topic_that_comes_in_short_intervals_is_reported_once_at_most(robot: Watching):
    intervals = [beat(20.0, begin, begin + 4) for begin in range(0, 1200, 40)]
    play(robot, imu=intervals, lidar=[beat(10.0, 0, 1200)])

    assert sum(robot.lessons.values()) <= 1


def test_it_is_over_when_the_topic_comes_back(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60), beat(50.0, 120, 180)], lidar=[beat(10.0, 0, 180)])

    assert [when(row) for row in robot.ends] == pytest.approx([120.0], abs=0.5)
    assert robot.ends[0].detail["peak"] == pytest.approx(60.0, abs=1.0)


def test_a_statistical_finding_is_believed_less_than_a_drivers_error(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60)], lidar=[beat(10.0, 0, 90)])

    assert robot.onsets[0].confidence == pytest.approx(0.55)
    assert robot.onsets[0].tags == ("imu", "silent")


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


@pytest.mark.parametrize("rate", [0.3, 2.0, 20.0])
def test_events_that_look_steady_by_chance_are_events(rate: float):
    for seed in range(200):
        usual, chance = MessageInterval(20.0), random.Random(seed)
        for _ in range(200):
            usual.learn(chance.expovariate(rate))
            assert not usual.is_periodic


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
