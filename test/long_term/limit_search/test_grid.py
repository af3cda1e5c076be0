"""Limits are rounded to a coarse grid, so that a lesson's text stays the same."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.long_term.limit_search.region import coarse_limits, round_step

RANDOM = np.random.default_rng(1)


@pytest.mark.parametrize(
    ("least", "step"),
    [(0.8, 1.0), (1.0, 1.0), (1.1, 2.0), (2.0, 2.0), (2.1, 5.0), (5.1, 10.0), (0.003, 0.005),
     (1e-7, 1e-7), (3e6, 5e6)],
)  # fmt: skip
def test_a_step_is_one_two_or_five_times_a_power_of_ten(least: float, step: float):
    assert round_step(least) == step


def test_limits_of_a_speed_are_multiples_of_one_tenth():
    assert coarse_limits(RANDOM.uniform(0.0, 1.0, 5000)) == [
        0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9
    ]  # fmt: skip


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 0.37, 1.0, 42.0, 1e6, 1e12])
def test_there_are_4_to_13_limits_for_each_unit(scale: float):
    values = scale * RANDOM.normal(size=5000)
    limits = coarse_limits(values)

    assert 4 <= len(limits) <= 13
    assert min(values) < limits[0] < limits[-1] < max(values)


def test_one_wild_value_does_not_make_the_grid_coarser():
    values = RANDOM.uniform(0.0, 1.0, 5000)

    assert coarse_limits(np.append(values, [1e9, -1e9])) == coarse_limits(values)


def test_more_samples_of_the_same_distribution_give_the_same_limits():
    grids = {tuple(coarse_limits(RANDOM.uniform(0.0, 1.0, count))) for count in (500, 5000, 9000)}

    assert len(grids) == 1


def test_there_is_no_limit_at_the_resting_value_of_a_variable():
    at_rest = 1e-4 * RANDOM.normal(size=2000)
    moving = RANDOM.uniform(-1.0, 1.0, 3000)
    limits = coarse_limits(np.concatenate([at_rest, moving]))

    assert 0.0 not in limits
    assert {-0.2, 0.2} <= set(limits)


@pytest.mark.parametrize(
    "values", [[], [np.nan] * 9, [3.0] * 99, [np.inf, -np.inf, 1.0], [1e308, -1e308] * 50]
)
def test_constant_or_invalid_values_have_no_limits(values: list[float]):
    assert coarse_limits(np.array(values)) == []
