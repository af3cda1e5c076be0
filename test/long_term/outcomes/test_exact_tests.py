"""Tests of counts agree with published values, and correct for what could succeed."""

from __future__ import annotations

import pytest

from robot_memory.long_term.outcomes.exact_tests import comparisons, fisher, least_fisher


def test_fishers_test_gives_the_p_of_the_tea_tasting_experiment():
    assert fisher(3, 4, 1, 4) == pytest.approx(34 / 70)  # Fisher 1935, two-sided


def test_six_of_nine_against_one_of_seven_is_not_beyond_chance():
    assert fisher(6, 9, 1, 7) == pytest.approx(0.0601, abs=1e-3)


def test_groups_that_are_alike_have_a_p_of_one():
    assert fisher(3, 6, 3, 6) == pytest.approx(1.0)


def test_fishers_test_is_the_same_for_both_groups():
    assert fisher(2, 11, 7, 9) == pytest.approx(fisher(7, 9, 2, 11))


def test_the_least_p_of_two_groups_is_that_of_the_most_unequal_result():
    assert least_fisher(4, 4, 4) == pytest.approx(fisher(4, 4, 0, 4))


def test_comparisons_that_could_not_succeed_are_not_corrected_for():
    assert comparisons([1e-6, 0.3, 0.5], 0.01) == 1


def test_comparisons_that_could_all_succeed_are_all_corrected_for():
    assert comparisons([1e-6] * 5, 0.01) == 5
