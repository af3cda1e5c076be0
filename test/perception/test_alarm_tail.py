"""What components of a robot are by chance says from which score something is told."""

from __future__ import annotations

import math

import pytest

from robot_memory.perception.findings.alarm_budget import AlarmBudget
from robot_memory.perception.findings.alarm_tail import AlarmTail
from robot_memory.perception.findings.findings import Findings
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.signals.signal import rareness, score_of_rate

DAY = 86_400.0
PER_DAY = 0.1


def after(days: float, *rare: float) -> AlarmTail:
    """A robot that was heard for some days, with an alarm of so many components."""
    tail = AlarmTail(PER_DAY)
    for second in range(0, int(days * DAY) + 5, 5):
        tail.advance(float(second))
    for number, one in enumerate(rare):
        tail.note(f"/signal_{number}", score_of_rate(10.0**-one))
    return tail


def as_supposed(count: int) -> list[float]:
    """How rare alarms are, if the rates that their scores stand for are right."""
    return [-math.log10((number + 0.5) / count) for number in range(count)]


def test_rareness_is_that_of_the_rate_that_a_score_stands_for() -> None:
    assert rareness(0.5) == 0.0
    assert rareness(0.9) == pytest.approx(4.0)
    assert rareness(1.0) > 20.0


def test_a_robot_without_alarms_is_told_by_scores_alone() -> None:
    assert after(1.0).least == 0.0


def test_alarms_as_rare_as_scores_say_ask_for_no_more_than_the_number_of_checks_does() -> None:
    # 200 checks of a day have 200 of them; a tenth a day is then 10^-3.3 of a check's day.
    least = after(1.0, *as_supposed(200)).least

    assert least == pytest.approx(score_of_rate(PER_DAY / 200), abs=0.005)


def test_the_longer_the_tail_of_alarms_the_surer_must_be_what_is_told() -> None:
    long_tail = [3.0 * rare for rare in as_supposed(200)]

    assert after(1.0, *long_tail).least > 0.98


def test_a_few_components_that_fail_do_not_hide_each_other() -> None:
    assert after(0.05, 3.0, 3.0, 3.0).least < 0.9


def test_a_component_that_is_often_unusual_says_no_more_than_another() -> None:
    tail = after(1.0, 2.0)
    for _ in range(1000):
        tail.note("/signal_0", score_of_rate(1e-1))

    assert tail.least == after(1.0, 2.0).least


def test_an_alarm_of_a_month_ago_says_nothing_any_more() -> None:
    tail = after(0.0, *[2.0] * 50)
    for second in range(0, int(31 * DAY), 5):
        tail.advance(float(second))

    assert tail.least == 0.0


def test_a_pause_lets_no_time_pass() -> None:
    tail = after(0.0, *as_supposed(50))
    before = tail.least
    tail.advance(30 * DAY)

    assert tail.least == pytest.approx(before, abs=0.001)


def budget(checks: int = 2000) -> AlarmBudget:
    made = AlarmBudget(PER_DAY)
    for number in range(checks):
        made.enrol(SignalName(f"/signal_{number}", ""), "envelope")
    return made


def test_of_many_signals_that_get_unusual_by_chance_each_must_be_surer() -> None:
    made = budget()
    for number in range(200):
        made.note(SignalName(f"/signal_{number}", ""), "envelope", score_of_rate(0.01))

    assert made.least > budget().least + 0.03


def test_what_is_sure_enough_is_a_fault_and_no_chance() -> None:
    made, name = budget(), SignalName("/signal_0", "")
    for score in (0.6, 0.8, 0.99):
        made.note(name, "envelope", score)

    assert made.tail.least == 0.0


@pytest.mark.parametrize("kind", ["gross", "counter", "out_of_range"])
def test_a_fact_is_no_matter_of_chance(kind: str) -> None:
    made = budget()
    made.note(SignalName("/signal_0", ""), kind, 0.9)

    assert made.tail.least == 0.0


def test_alarms_are_known_after_a_restart() -> None:
    before, later = Findings(budget()), Findings(budget())
    for number in range(200):
        name = SignalName(f"/signal_{number}", "")
        before.budget.note(name, "envelope", score_of_rate(0.01))
    later.restore(before.state())

    assert later.budget.least == before.budget.least > budget().least


@pytest.mark.parametrize(
    "damaged",
    [{"days": "long"}, {"days": math.nan, "alarms": []}, {"days": 1.0, "alarms": [[1]]}, 3],
)
def test_a_damaged_state_is_an_error(damaged: object) -> None:
    state = Findings(budget()).state()

    with pytest.raises(ValueError, match="Findings"):
        Findings(budget()).restore({**state, "alarms": damaged})
