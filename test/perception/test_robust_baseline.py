"""The usual range of some values, robust against rare ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from robot_memory.perception.baselines import RobustBaseline


def baseline(values: Sequence[float], kept: int = 256) -> RobustBaseline:
    one = RobustBaseline(3, kept)
    for value in values:
        one.observe(value)
    return one


@pytest.mark.parametrize(
    ("values", "middle", "spread"),
    [
        ([4.0], 4.0, 0.0),
        ([2.0, 1.0, 900.0], 2.0, 1.0),
        ([3.0, 1.0, 2.0, 900.0], 2.5, 1.0),
    ],
)
def test_the_middle_and_the_spread_are_medians(values: list[float], middle: float, spread: float):
    one = baseline(values)

    assert (one.middle, one.spread) == (middle, pytest.approx(1.4826 * spread))


def test_the_oldest_values_are_forgotten():
    assert baseline([100.0, 1.0, 2.0, 3.0], kept=3).middle == 2.0


@pytest.mark.parametrize("values", [[], [1.0, math.nan, 2.0]])
def test_the_middle_is_nan_without_values_or_with_a_nan_value(values: list[float]):
    assert math.isnan(baseline(values).middle)
