"""A robot with many checks gives no more false alarms than one with few."""

from __future__ import annotations

import pytest

from robot_memory.perception.alarm_budget import AlarmBudget
from robot_memory.perception.scores import score_of_rate


def budget_of(checks: int, per_day: float = 0.1) -> AlarmBudget:
    """The budget of a robot with so many checks."""
    budget = AlarmBudget(per_day)
    for number in range(checks):
        budget.enrol(f"action {number}", "overdue")
    return budget


@pytest.mark.parametrize("checks", [1, 10, 500, 5000])
def test_the_rates_that_all_checks_may_reach_add_up_to_the_budget(checks: int) -> None:
    assert budget_of(checks).least == score_of_rate(0.1 / checks)


def test_a_check_that_begins_anew_is_the_same_one() -> None:
    budget = budget_of(3)
    budget.enrol("action 0", "overdue")

    assert budget.least == budget_of(3).least


def test_of_no_checks_any_score_is_told() -> None:
    assert AlarmBudget(0.1).least == 0.0
