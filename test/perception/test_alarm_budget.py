"""A robot of many signals gives no more false alarms than one of few."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from watching import Watching

from robot_memory.perception.findings.alarm_budget import AlarmBudget
from robot_memory.perception.findings.findings import Finding, Findings
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.signals.signal import score_of_rate

JOINTS = "sensor_msgs/msg/JointState"


def budget_of(checks: int, per_day: float = 0.1) -> AlarmBudget:
    """The budget of a robot with so many checks of signals."""
    budget = AlarmBudget(per_day)
    for number in range(checks):
        budget.enrol(SignalName(f"/signal_{number}", ""), "envelope")
    return budget


def told(budget: AlarmBudget, kind: str, score: float) -> bool:
    """Whether a finding that lasts is told."""
    findings = Findings(budget)
    name = SignalName("/signal_0", "")
    findings.report(Finding(name, "/signal_0", kind, 0.0, 0.5, score, 1.0, last_seen=300.0))
    return bool(list(findings.advance(300.0)))


@pytest.mark.parametrize("checks", [1, 10, 500, 5000])
def test_the_rates_that_all_checks_may_reach_add_up_to_the_budget(checks: int) -> None:
    assert budget_of(checks).least == score_of_rate(0.1 / checks)


def test_a_check_that_begins_anew_is_the_same_one() -> None:
    budget = budget_of(3)
    budget.enrol(SignalName("/signal_0", ""), "envelope")

    assert budget.least == budget_of(3).least


@pytest.mark.parametrize("kind", ["gross", "counter", "out_of_range"])
def test_a_check_for_what_no_healthy_signal_does_takes_nothing_of_the_budget(kind: str) -> None:
    budget = budget_of(3)
    budget.enrol(SignalName("/signal_0", ""), kind)

    assert budget.least == budget_of(3).least


def test_a_check_that_has_ended_leaves_its_share_to_the_others() -> None:
    budget = budget_of(4)
    budget.leave(SignalName("/signal_3", ""), "envelope")

    assert budget.least == budget_of(3).least


def test_of_no_checks_any_score_is_told() -> None:
    budget = budget_of(1)
    budget.leave(SignalName("/signal_0", ""), "envelope")

    assert budget.least == 0.0


def diagnose(robot: Watching, *names: str) -> None:
    """A minute of motors with two numbers each, one told to it."""
    parts = [
        ros.status(name, 0, "OK", **{"Speed commanded": "2", "Speed": "2.5"}) for name in names
    ]
    robot.every(1.0, robot.now + 60.0, lambda now: robot.diagnose(*parts))


def turn(robot: Watching, *names: str) -> None:
    """A minute of joints."""
    joints = Message(
        name=list(names), position=[1.0] * len(names), velocity=[0.5] * len(names),
        effort=[2.0] * len(names),
    )  # fmt: skip
    robot.every(0.5, robot.now + 60.0, lambda now: robot.send("/joint_states", JOINTS, joints))


@pytest.mark.parametrize(
    ("say", "names"),
    [(diagnose, ("base: Left wheel", "base: Right wheel")), (turn, ("elbow", "wrist"))],
)
def test_a_component_that_was_replaced_leaves_the_budget_until_it_is_heard_again(
    say: Callable[..., None], names: tuple[str, str]
) -> None:
    robot, other = Watching(), Watching()
    findings = robot.perception._shared.findings
    say(robot, *names)
    before = findings.budget.least
    robot.perception.renew(names[0] if say is diagnose else "/joint_states")
    say(other, names[1])
    alone = other.perception._shared.findings.budget.least
    assert findings.budget.least == (alone if say is diagnose else 0.0)

    say(robot, *names)
    assert findings.budget.least == before


def test_of_more_checks_each_must_be_surer() -> None:
    assert told(budget_of(100), "envelope", 0.91)
    assert not told(budget_of(5000), "envelope", 0.91)
    assert told(budget_of(5000), "envelope", 0.93)


def test_a_larger_budget_lets_more_be_told() -> None:
    assert told(budget_of(5000, per_day=1.0), "envelope", 0.91)


@pytest.mark.parametrize("kind", ["gross", "counter", "out_of_range"])
def test_what_no_healthy_signal_does_is_told_of_any_robot(kind: str) -> None:
    assert told(budget_of(5000), kind, 0.9)


def test_what_is_not_sure_enough_at_first_is_told_when_it_is() -> None:
    findings = Findings(budget_of(5000))
    finding = Finding(SignalName("/a", ""), "/a", "envelope", 0.0, 0.5, 0.91, 1.0, last_seen=300.0)
    findings.report(finding)
    assert not list(findings.advance(300.0))
    finding.score, finding.last_seen = 0.95, 400.0

    assert list(findings.advance(400.0))
