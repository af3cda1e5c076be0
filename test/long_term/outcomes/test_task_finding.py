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


def test_failures_in_a_few_bad_stretches_count_less():
    stretches = [("", failed) for failed in (True, False) * 4 for _ in range(6)]

    assert find(past(stretches, timedelta(minutes=2.5)), look=1) is None


def test_as_many_failures_that_are_spread_evenly_are_told():
    spread = [("", failed) for failed in (True, False) * 24]

    assert find(past(spread, timedelta(minutes=2.5)), look=1) is not None


def test_a_sure_but_small_difference_is_not_told():
    found = find(past(alternating(("front", 100, 95), ("left", 100, 70))), look=1)

    assert found is not None
    assert found.condition is None


def test_later_looks_ask_for_more():
    tries = past(alternating(("front", 9, 8), ("left", 9, 1)))

    first, later = find(tries, look=1), find(tries, look=9)

    assert first is not None and first.condition == LEFT
    assert later is None or later.condition is None


@pytest.mark.parametrize(("failed", "holds"), [(1, True), (13, False)])
def test_what_was_told_of_a_condition_is_borne_out_while_the_difference_lasts(failed, holds):
    tries = past(alternating(("front", 18, 13), ("left", 18, failed)))

    assert (confirmed(tries, LEFT) is not None) is holds


@pytest.mark.parametrize(("failed", "is_over"), [(1, False), (5, True)])
def test_a_condition_that_helps_no_more_contradicts_what_was_told(failed, is_over):
    later = past(alternating(("front", 6, 4), ("left", 6, failed)))

    assert is_contradicted(later, LEFT, helps=True, proof=SINCE_REPORTED) is is_over


@pytest.mark.parametrize(("succeeded", "is_over"), [(20, False), (21, True)])
def test_a_task_is_cured_after_as_many_successes_as_the_exact_test_asks_for(succeeded, is_over):
    later = past([("", False)] * succeeded)

    assert is_contradicted(later, None, helps=False, proof=SINCE_CONFIRMED) is is_over


@pytest.mark.parametrize(("failed", "holds"), [(1, False), (2, True)])
def test_attempts_bear_a_share_out_only_if_more_than_one_in_five_of_them_fails(failed, holds):
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
def test_attempts_bear_a_difference_out_only_if_they_show_it_themselves(later, holds):
    told = TaskFinding(Tally(18, 13), Tally(14, 1), LEFT, True)

    assert holds_in(past(alternating(*later)), told) is holds
