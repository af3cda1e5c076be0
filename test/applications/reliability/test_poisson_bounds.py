"""Exact intervals and tests of Poisson rates, compared with published tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.applications.reliability.rate_statistics import (
    compare_rates,
    estimate_rate,
    poisson_bounds,
)
from robot_memory.applications.reliability.reliability_figures import student_quantile

counts = st.integers(0, 300)
exposures = st.floats(0.1, 1e5)


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [  # Garwood, Biometrika 28 (1936) 437; as in Pearson and Hartley, Biometrika Tables I, table 40
        (0, 0.000, 3.69),
        (1, 0.0253, 5.57),
        (2, 0.242, 7.22),
        (3, 0.619, 8.77),
        (5, 1.62, 11.67),
        (10, 4.80, 18.39),
        (20, 12.22, 30.89),
        (30, 20.24, 42.83),
        (50, 37.11, 65.92),
    ],
)
def test_the_interval_of_a_count_matches_garwoods_table(count, low, high):
    assert poisson_bounds(count) == pytest.approx((low, high), abs=6e-3)


@pytest.mark.parametrize(
    ("freedom", "quantile"),  # Student's t, 0.975, from standard tables
    [(1, 12.706), (2, 4.303), (5, 2.571), (30, 2.042)],
)
def test_the_quantiles_of_students_distribution_match_the_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, abs=6e-4)


@settings(max_examples=40, deadline=None)
@given(counts, exposures)
def test_the_interval_of_a_rate_contains_the_estimate(count, exposure):
    rate = estimate_rate(count, exposure)

    assert rate.low <= rate.value < rate.high


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 60), exposures)
def test_more_exposure_at_the_same_rate_gives_a_narrower_interval(count, exposure):
    short, long = estimate_rate(count, exposure), estimate_rate(4 * count, 4 * exposure)

    assert short.low < long.low < long.high < short.high


def test_without_exposure_there_is_no_rate():
    assert estimate_rate(0, 0.0) is None
    assert estimate_rate(3, 0.0) is None


def test_95_percent_intervals_contain_the_true_rate_in_at_least_92_of_100_runs():
    true, hours = 0.05, 200.0
    held = 0
    for seed in range(100):
        rate = estimate_rate(int(np.random.default_rng(seed).poisson(true * hours)), hours)
        held += rate.low <= true <= rate.high

    assert held >= 92


def test_two_rates_are_compared_by_the_exact_binomial_test():
    # scipy.stats.binomtest(2, 12, 0.5).pvalue = 0.0386: 2 · P(X ≤ 2) = 2 · 79/4096
    change = compare_rates(estimate_rate(10, 100.0), estimate_rate(2, 100.0))

    assert change.p == pytest.approx(2 * 79 / 4096)
    assert (change.verdict, change.ratio) == ("better", pytest.approx(0.2))
    assert change.low < 0.2 < change.high < 1.0


def test_five_failures_in_equal_times_are_too_few_to_show_a_change():
    change = compare_rates(estimate_rate(5, 100.0), estimate_rate(0, 100.0))

    assert change.verdict == "too few failures"
    assert change.needed == 6


def test_six_failures_before_and_none_after_are_enough_to_show_a_change():
    change = compare_rates(estimate_rate(6, 100.0), estimate_rate(0, 100.0))

    assert change.verdict == "better"
    assert change.p == pytest.approx(2 * 0.5**6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 60), exposures, st.integers(0, 60), exposures)
def test_a_change_is_claimed_only_if_the_interval_of_the_ratio_excludes_one(a, use, b, later):
    change = compare_rates(estimate_rate(a, use), estimate_rate(b, later))

    high = float("inf") if change.high is None else change.high
    if change.verdict == "better":
        assert high < 1.0 + 1e-6
    elif change.verdict == "worse":
        assert change.low > 1.0 - 1e-6
    elif change.verdict == "no change shown":
        assert change.low <= 1.0 + 1e-6 <= high + 2e-6
