"""Readings that almost reach a limit: counted, and told only where they come more often."""

from __future__ import annotations

import random
from types import SimpleNamespace as Message

import pytest
from watching import Watching

from robot_memory.ledger import Observation
from robot_memory.perception import Rule
from robot_memory.perception.fields.field_path import FieldPath
from robot_memory.perception.listening_time import ListeningTime
from robot_memory.perception.near_misses import NearMisses

HOUR = 3600.0
BAND = 0.02
RISING = (40.0, *[1.0] * 5)  # hours before each of six near misses
STEADY = (7.0,) * 6


class Approaching:
    """A robot that runs, and a reading that almost reaches its limit now and then."""

    def __init__(self) -> None:
        self.activity = ListeningTime()
        self.misses = NearMisses(self.activity)

    def read(self, *distances: float) -> list[bool]:
        """Take in readings; tell of each whether a near miss ended with it."""
        return [self.misses.observe(distance, BAND) for distance in distances]

    def approach(self, *hours: float) -> bool:
        """Run for so many hours before each near miss; tell whether they have become frequent."""
        for wait in hours:
            self.activity.running += wait * HOUR
            self.read(0.01, 0.1)
        return self.misses.has_grown


# -- what a near miss is ---------------------------------------------------------------------------


def test_a_near_miss_ends_when_the_reading_is_clear_of_the_limit_again():
    assert Approaching().read(0.10, 0.015, 0.03, 0.05) == [False, False, False, True]


def test_a_reading_that_wavers_near_its_limit_is_one_near_miss():
    assert sum(Approaching().read(0.1, *[0.01, 0.03] * 20, 0.1, 0.1)) == 1


def test_a_reading_that_reaches_its_limit_is_no_near_miss():
    assert not any(Approaching().read(0.1, 0.01, 0.0, 0.01, 0.1))


def test_after_the_limit_was_reached_the_next_approach_counts_again():
    assert sum(Approaching().read(0.01, 0.0, 0.1, 0.01, 0.1)) == 1


def test_what_comes_near_while_it_is_not_in_use_does_not_count():
    misses = NearMisses(ListeningTime())
    misses.observe(0.01, BAND, is_used=False)

    assert not misses.observe(0.1, BAND)


# -- the trend -------------------------------------------------------------------------------------


def test_near_misses_that_come_more_and_more_often_are_a_trend():
    assert Approaching().approach(*RISING)


def test_near_misses_at_a_steady_rate_are_none():
    assert not Approaching().approach(*STEADY * 8)


def test_a_few_near_misses_are_none():
    assert not Approaching().approach(*RISING[:-1])


def test_in_the_first_hours_nothing_is_a_trend():
    assert not Approaching().approach(3.0, *[0.01] * 5)


def test_a_trend_is_over_when_near_misses_are_rare_again():
    robot = Approaching()
    robot.approach(*RISING)

    assert not robot.approach(30.0, 40.0, 50.0)


def test_hours_and_near_misses_count_across_a_restart():
    before = Approaching()
    before.approach(*RISING[:4])
    before.activity.running += 0.5 * HOUR
    after = Approaching()
    after.misses.restore(before.misses.state())

    assert after.approach(0.5, 1.0)
    assert after.misses.detail() == before_and_after(RISING)


def before_and_after(hours: tuple[float, ...]) -> dict[str, object]:
    robot = Approaching()
    robot.approach(*hours)
    return robot.misses.detail()


def test_a_trend_is_told_with_its_counts():
    assert before_and_after(RISING) == {"lately": "3 in 2.0 h", "before": "3 in 43.0 h"}


def told_share(growth: float, robots: int = 200) -> float:
    """Return the share of robots that are told a trend; hours between near misses shrink."""
    chance = random.Random(18)
    told = 0
    for _ in range(robots):
        robot = Approaching()
        waits = (chance.expovariate(1.0 / (8.0 * growth**n)) for n in range(32))
        told += max(map(robot.approach, waits))
    return told / robots


def test_of_robots_with_a_constant_rate_at_most_two_in_a_hundred_have_a_trend():
    assert told_share(growth=1.0) <= 0.02


def test_of_robots_whose_near_misses_come_ever_faster_nine_in_ten_have_one():
    assert told_share(growth=0.85) >= 0.9


# -- what has limits -------------------------------------------------------------------------------


SHORT = (5.5, *[0.1] * 5)


def trends(robot: Watching) -> list[Observation]:
    return [row for row in robot.onsets if "near miss" in row.tags]


def drain(robot: Watching, hours: float, lowest: float) -> None:
    """Work for so many hours, then let the battery sink, and charge it."""
    for charge, seconds in ((0.8, hours * HOUR), (lowest, 60.0), (0.3, 60.0), (0.8, 60.0)):
        robot.every(30.0, robot.now + seconds, lambda now, charge=charge: robot.battery(24, charge))


def test_a_battery_that_is_almost_low_more_and_more_often_is_told_once():
    robot = Watching([Rule("battery")])
    for hours in SHORT:
        assert robot.lessons == {}
        drain(robot, hours, 0.215)

    assert robot.lessons == {"Battery on /battery almost runs low more and more often": 1}
    (row,) = trends(robot)
    assert row.component == "battery"
    assert row.detail["lately"].startswith("3 in 0.3 h")


def test_a_battery_whose_near_misses_are_switched_off_tells_none():
    robot = Watching([Rule("battery", options={"near": 0.0})])
    for hours in SHORT:
        drain(robot, hours, 0.215)

    assert robot.lessons == {}


def test_a_battery_that_is_put_to_its_charger_almost_low_is_no_near_miss():
    robot = Watching([Rule("battery")])
    for hours in SHORT:
        robot.every(30.0, robot.now + hours * HOUR, lambda now: robot.battery(24.0, 0.8))
        robot.every(10.0, robot.now + 60.0, lambda now: robot.battery(24.0, 0.21, supply=1))
        robot.every(10.0, robot.now + 60.0, lambda now: robot.battery(24.0, 0.4, supply=1))

    assert robot.lessons == {}


@pytest.mark.parametrize(("limits", "near"), [({"high": 80.0}, 79.0), ({"low": -50.0}, -49.5),
                                              ({"low": 0.0, "high": 80.0}, 0.5)])  # fmt: skip
def test_a_number_with_a_given_limit_that_it_almost_reaches_ever_more_often_is_told(limits, near):
    robot = Watching([Rule("out_of_range", "/motor", "std_msgs/msg/Float64",
                           FieldPath.parse("data"), options=limits)])  # fmt: skip

    def send(value: float, seconds: float) -> None:
        content = Message(data=value)
        robot.every(30.0, robot.now + seconds,
                    lambda now: robot.send("/motor", "std_msgs/msg/Float64", content))  # fmt: skip

    for hours in SHORT:
        assert robot.lessons == {}
        send(40.0, hours * HOUR)
        send(near, 60.0)
        send(40.0, 60.0)

    assert [row.summary for row in trends(robot)] == list(robot.lessons)
    assert "comes near its limit more and more often" in str(robot.lessons)
