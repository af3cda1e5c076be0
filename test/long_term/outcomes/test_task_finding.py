"""A difference between attempts is reported if neither chance nor a bad stretch may explain it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from outcome_attempts import alternating, past

from robot_memory.long_term.outcomes.past_attempt import Condition, Tally
from robot_memory.long_term.outcomes.task_finding import (
    SINCE_CONFIRMED,
    SINCE_REPORTED,
    TaskFinding,
    confirmed,
    find,
    holds_in,
    is_contradicted,
)

LEFT = Condition("approach", "left")


def test_failures_clustered_in_a_few_periods_give_no_finding():
    stretches = [("", failed) for failed in (True, False) * 4 for _ in range(6)]

    assert find(past(stretches, timedelta(minutes=2.5)), look=1) is None


def test_evenly_spread_failures_give_a_finding():
    spread = [("", failed) for failed in (True, False) * 24]

    assert find(past(spread, timedelta(minutes=2.5)), look=1) is not None


def test_a_significant_but_small_difference_is_not_reported():
    found = find(past(alternating(("front", 100, 95), ("left", 100, 70))), look=1)

    assert found is not None
    assert found.condition is None


def test_later_tests_require_stronger_evidence():
    tries = past(alternating(("front", 9, 8), ("left", 9, 1)))

    first, later = find(tries, look=1), find(tries, look=9)

    assert first is not None and first.condition == LEFT
    assert later is None or later.condition is None


@pytest.mark.parametrize(("failed", "holds"), [(1, True), (13, False)])
def test_a_condition_is_confirmed_while_its_difference_lasts(failed, holds):
    tries = past(alternating(("front", 18, 13), ("left", 18, failed)))

    assert (confirmed(tries, LEFT) is not None) is holds


@pytest.mark.parametrize(("failed", "is_over"), [(1, False), (5, True)])
def test_a_finding_is_contradicted_when_its_condition_no_longer_helps(failed, is_over):
    later = past(alternating(("front", 6, 4), ("left", 6, failed)))

    assert is_contradicted(later, LEFT, helps=True, proof=SINCE_REPORTED) is is_over


@pytest.mark.parametrize(("succeeded", "is_over"), [(20, False), (21, True)])
def test_a_failure_rate_is_contradicted_after_21_successes(succeeded, is_over):
    later = past([("", False)] * succeeded)

    assert is_contradicted(later, None, helps=False, proof=SINCE_CONFIRMED) is is_over


@pytest.mark.parametrize(("failed", "holds"), [(1, False), (2, True)])
def test_attempts_confirm_a_failure_rate_only_if_more_than_one_in_five_fails(failed, holds):
    later = past(alternating(("", 6, failed)))

    assert holds_in(later, TaskFinding(Tally(18, 18))) is holds


@pytest.mark.parametrize(
    ("later", "holds"),
    [
        ([("front", 4, 2), ("left", 4, 0)], True),
        ([("front", 4, 2), ("left", 4, 2)], False),
        ([("front", 4, 0), ("left", 4, 0)], False),
        ([("left", 8, 0)], False),
        ([("front", 8, 8)], False),
    ],
)
def test_attempts_confirm_a_difference_only_if_they_show_it_themselves(later, holds):
    told = TaskFinding(Tally(18, 13), Tally(14, 1), LEFT, True)

    assert holds_in(past(alternating(*later)), told) is holds
