"""Header stamps that jump back or stand still while messages keep coming."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
import robot_messages as ros
from watching import START, Watching

from robot_memory.perception.rule import Rule

BACK = "Messages on /imu have header stamps that jump back in time"
STUCK = "Messages on /imu have a header stamp that stands still while they go on"


@pytest.fixture
def robot() -> Watching:
    return Watching([Rule("stamps", type=ros.ODOMETRY)], kind="wall")


def play(robot: Watching, messages: Iterable[tuple[float, float]], begin: float = 0.0) -> None:
    """Send messages, given as time of arrival and header stamp, both in seconds since the start."""
    for heard, stamp in messages:
        robot.wait(begin + heard)
        robot.send("/imu", ros.ODOMETRY, ros.odometry(stamp=START.timestamp() + begin + stamp))


def evenly(seconds: float, rate: float = 20.0, offset: float = 0.0, begin: float = 0.0) -> list:
    times = [begin + count / rate for count in range(int(seconds * rate))]
    return [(time, time + offset) for time in times]


def with_jumps(at: Iterable[float], back: float = 0.5, seconds: float = 300.0) -> list:
    """Messages of a clock that falls back by ``back`` seconds at each time, and stays behind."""
    return [(heard, stamp - back * sum(heard > jump for jump in at))
            for heard, stamp in evenly(seconds)]  # fmt: skip


def with_dips(at: Iterable[float], back: float = 2.0) -> list:
    """Messages of a clock that is behind for five seconds, and then right again."""
    return [(heard, stamp - back * any(dip < heard < dip + 5.0 for dip in at))
            for heard, stamp in evenly(400.0, rate=3.0)]  # fmt: skip


NOISE = random.Random(1)
CLOCKS = {
    "a clock that is corrected forwards between jumps":
        (BACK, [(heard, heard + 0.02 * (heard % 30.0)) for heard, _ in evenly(200.0)]),
    "a clock that falls back and returns twice": (BACK, with_dips([100.0, 300.0])),
    "a clock that falls back and returns once": ("", with_dips([100.0])),
    "a slow topic, by its own pace":
        (BACK, [(heard, stamp - 20.0 * sum(heard > jump for jump in (500.0, 600.0, 700.0, 800.0)))
                for heard, stamp in evenly(1000.0, rate=0.3)]),
    "a clock that is set": ("", with_jumps([60.0])),
    "a clock that is set twice": ("", with_jumps([60.0, 200.0])),
    "stamps that come late":
        ("", [(heard, stamp - 0.6 * (place % 700 == 500))
              for place, (heard, stamp) in enumerate(evenly(300.0))]),
    **{f"two publishers with different delays, the other at {rate} Hz":
        ("", sorted([*evenly(300.0), *((heard + 0.003, stamp - 0.3)
                                       for heard, stamp in evenly(200.0, rate=rate, begin=80))]))
       for rate in (0.9, 20.0)},
    "two publishers that send in bursts":
        ("", sorted([*evenly(300.0), *((60.0 + second + count * 0.001, 59.0 + second)
                                       for second in range(200) for count in range(6))])),
    "stamps that shake a little":
        ("", [(heard, stamp + NOISE.gauss(0.0, 0.02)) for heard, stamp in evenly(300.0)]),
    "a stamp that stood still from the beginning":
        ("", [(heard, 0.0) for heard, _ in evenly(120.0)]),
    "stamps that change now and then only":
        ("", [(heard, 10.0 * (heard // 10.0)) for heard, _ in evenly(600.0)]),
}  # fmt: skip


@pytest.mark.parametrize(("told", "messages"), CLOCKS.values(), ids=CLOCKS)
def test_header_stamps_that_jump_back_are_reported_only_for_a_faulty_clock(
    robot: Watching, told: str, messages: list[tuple[float, float]]
):
    play(robot, messages)

    assert robot.lessons == ({told: 1} if told else {})


def test_a_restarted_driver_is_not_reported_for_its_stamps(robot: Watching):
    for begin in range(0, 400, 40):
        play(robot, evenly(30.0, offset=-3.0 * (begin % 80)), begin=begin)

    assert robot.rows == []


def test_a_stuck_stamp_is_reported_until_it_changes_again(robot: Watching):
    play(robot, [(heard, min(stamp, 60.0) if heard < 90 else stamp)
                 for heard, stamp in evenly(120.0)])  # fmt: skip

    assert robot.lessons == {STUCK: 1}
    assert len(robot.ends) == 1


def test_a_pause_of_the_publisher_is_not_reported_as_a_stuck_stamp(robot: Watching):
    play(robot, evenly(60.0))
    play(robot, evenly(60.0), begin=100.0)

    assert robot.rows == []


@pytest.mark.parametrize("epoch", [0.0, 1000.0])
def test_stamps_that_are_no_dates_are_ignored(robot: Watching, epoch: float):
    for count in range(4000):
        robot.wait(count * 0.05)
        stamp = epoch and epoch + count * 0.05 % 20.0
        robot.send("/imu", ros.ODOMETRY, ros.odometry(stamp=stamp))

    assert robot.rows == []


def test_a_stuck_stamp_is_reported_even_if_its_messages_are_left_out(robot: Watching):
    play(robot, [(heard, min(stamp, 60.0)) for heard, stamp in evenly(120.0)])

    assert robot.lessons == {STUCK: 1}
    assert robot.perception.losses.misdated["/imu"] > 500
