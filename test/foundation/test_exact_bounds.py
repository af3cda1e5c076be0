"""Exact tails and bounds; the bounds are compared with scipy's."""

from __future__ import annotations

import math

import pytest

from robot_memory.foundation.exact_bounds import (
    binomial_tail,
    comparisons,
    fisher,
    least_fisher,
    least_rate,
    share_bounds,
)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [  # scipy.stats.binomtest(hits, trials).proportion_ci("exact")
        (14, 15, 0.6805154, 0.9983136),
        (0, 10, 0.0, 0.3084971),
        (10, 10, 0.6915029, 1.0),
        (5, 10, 0.1870860, 0.8129140),
        (1, 100, 0.0002531, 0.0544594),
        (60, 300, 0.1562313, 0.2498044),
    ],
)
def test_share_bounds_equal_the_clopper_pearson_interval(hits, trials, low, high):
    assert share_bounds(hits, trials) == pytest.approx((low, high), abs=2e-6)


@pytest.mark.parametrize(
    ("count", "rate"),
    [(0, 0.0), (1, 0.0512933), (2, 0.3553615), (3, 0.8176914), (9, 4.6952275), (100, 84.1392772)],
)  # scipy.stats.chi2.ppf(0.05, 2 * count) / 2
def test_the_least_rate_is_the_lower_bound_of_a_poisson_count(count, rate):
    assert least_rate(count) == pytest.approx(rate, rel=1e-4)


def test_binomial_tail_sums_the_upper_tail():
    assert binomial_tail(2, 2, 0.2) == pytest.approx(0.04)
    assert binomial_tail(0, 5, 0.2) == pytest.approx(1.0)
    assert binomial_tail(6, 5, 0.2) == 0.0
    assert binomial_tail(3, 5, 1.0) == 1.0
    summed = math.fsum(math.comb(40, k) * 0.1**k * 0.9 ** (40 - k) for k in range(9, 41))
    assert binomial_tail(9, 40, 0.1) == pytest.approx(summed)


@pytest.mark.parametrize(
    ("groups", "p"),
    [
        ((3, 4, 1, 4), 34 / 70),  # the tea tasting of Fisher 1935, two-sided
        ((6, 9, 1, 7), 0.06014),
        ((3, 6, 3, 6), 1.0),
        ((2, 11, 7, 9), 0.02155),
        ((7, 9, 2, 11), 0.02155),
    ],
)
def test_fisher_returns_the_p_value_for_both_orders_of_the_groups(groups, p):
    assert fisher(*groups) == pytest.approx(p, abs=1e-4)


def test_least_fisher_is_the_p_value_of_the_most_unequal_result():
    assert least_fisher(4, 4, 4) == pytest.approx(fisher(4, 4, 0, 4))


@pytest.mark.parametrize(("least", "count"), [([1e-6, 0.3, 0.5], 1), ([1e-6] * 5, 5)])
def test_only_comparisons_that_could_succeed_are_corrected_for(least, count):
    assert comparisons(least, 0.01) == count
