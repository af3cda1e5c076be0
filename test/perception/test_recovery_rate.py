"""Recoveries of navigation: near misses, of which a trend is told and nothing else."""

from __future__ import annotations

from watching import SHIPPED, Watching

from robot_memory.perception.listening_time import ListeningTime
from robot_memory.perception.surroundings.recovery_rate import RecoveryRate

HOUR = 3600.0
TREND = "Navigation has to recover more often than usual"


class Recovering:
    """A robot that runs, and its recoveries."""

    def __init__(self) -> None:
        self.activity = ListeningTime()
        self.rate = RecoveryRate(self.activity)

    def recover(self, *hours: float) -> bool:
        """Run for so many hours before each recovery; tell whether these have become frequent."""
        for wait in hours:
            self.activity.running += wait * HOUR
            self.rate.note()
        return self.rate.has_grown


def test_recoveries_that_come_several_times_as_often_as_before_are_a_trend():
    assert Recovering().recover(*[2.0] * 20, *[0.2] * 8)


def test_recoveries_that_were_always_frequent_are_none():
    assert not Recovering().recover(*[0.3] * 60)


def test_a_robot_that_never_had_to_recover_has_a_trend_after_eight():
    robot = Recovering()

    assert not robot.recover(50.0, *[0.5] * 6)
    assert robot.recover(0.5)


def test_many_recoveries_at_one_hindrance_count_once():
    assert not Recovering().recover(*[2.0] * 20, *[0.02] * 8)


def test_in_the_first_hours_nothing_is_usual():
    assert not Recovering().recover(3.0, *[0.2] * 7)


def test_a_trend_is_over_when_recoveries_are_rare_again():
    robot = Recovering()
    robot.recover(*[2.0] * 20, *[0.2] * 8)

    assert not robot.recover(*[2.0] * 8)


def test_hours_without_a_recovery_count_across_a_restart():
    before = Recovering()
    before.activity.running = 50.0 * HOUR
    after = Recovering()
    after.rate.restore(before.rate.state())

    assert after.recover(*[0.5] * 8)


def test_recoveries_that_navigation_logs_become_a_trend():
    before = Recovering()
    before.activity.running = 50.0 * HOUR
    rules = [rule for rule in SHIPPED if rule.detector == "recoveries"]
    robot = Watching(rules, baselines={"recoveries": before.rate.state()})
    for _ in range(8):
        robot.perception._shared.activity.running += 0.5 * HOUR
        robot.wait(robot.now + 60.0, step=10.0)
        robot.log("behavior_server", "Running spin", level=20)
    robot.wait(robot.now + 10.0)

    assert robot.lessons == {TREND: 1}
