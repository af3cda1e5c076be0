"""A state known from similar parts is not new for one of them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.like_parts import LikeParts
from robot_memory.perception.normal.normal_model import NormalModel
from robot_memory.perception.normal.signal_grid import SAMPLES, WINDOW, SignalGrid, Window

LAMPS = 5
LEARNED = 150  # windows
NIGHT = 12  # windows


def witnessed(levels, low, high):
    """Return for each lamp whether its level is known from other lamps only."""
    parts = LikeParts()
    parts.follow([Signal(f"/lamp {n}", "amps", "/lamps") for n in range(len(levels))])
    return parts.witnessed(*(np.array(one, float) for one in (levels, low, high))).tolist()


def test_a_level_known_from_two_like_parts_is_not_new():
    assert witnessed([0, 3, 3], [2.9, 0, 0], [3.1, 3, 3]) == [True, False, False]


def test_a_level_is_not_known_from_like_parts_that_are_always_warmer():
    assert witnessed([40, 40, 41], [20, 39, 39], [22, 42, 42]) == [False, False, False]


def test_a_value_that_no_other_part_had_is_new():
    assert witnessed([9, 3, 3], [2.9, 0, 0], [3.1, 3, 3]) == [False, False, False]


@pytest.mark.parametrize(("names", "are_like"), [("0 1 2", True), ("left middle right", False)])
def test_like_parts_have_names_that_differ_in_a_number_alone(names, are_like):
    parts = LikeParts()
    parts.follow([Signal(f"/lamp {name}", "amps", "/lamps") for name in names.split()])
    low, high = np.array([2.9, 0, 0]), np.array([3.1, 3, 3])

    assert parts.witnessed(np.zeros(3), low, high)[0] == are_like


@pytest.mark.parametrize(
    ("excess", "told"),
    [
        ([2, 3, 2, 4, 0], [1, 1, 1, 1, 0]),
        ([-2, -3, -2, -4, -5], [1, 1, 1, 1, 1]),
        ([2, 3, -2, -4, 0], [0, 0, 0, 0, 0]),
        ([2, 2, 2], [0, 0, 0]),
        ([2, 3, 2, 4, np.nan], [1, 1, 1, 1, 0]),
    ],
)
def test_a_deviation_of_four_of_five_like_parts_counts_as_one_of_the_robot(excess, told):
    parts = LikeParts()
    parts.follow([Signal(f"/lamp {n}", "amps", "/lamps") for n in range(len(excess))])

    found = parts.deviating_as_one(np.array(excess, float), np.ones(len(excess)))
    assert found.tolist() == [bool(one) for one in told]


def lamps_that_are_told(nights: Collection[int], *, falls_to: float = 0.0) -> set[str]:
    """Return which lamps are reported when the current of the first one falls at the end.

    Args:
        nights: lamps that were off for two minutes while the robot learned.
        falls_to: the first lamp's current at the end, in A.
    """
    grid = SignalGrid()
    for number in range(LAMPS):
        grid.place(Signal(f"/lamp {number}", "amps", "/lamps", "/lamps"))
    model = NormalModel(grid)
    chance, told = np.random.default_rng(1), set()
    for number in range(LEARNED + 40):
        samples = chance.normal(3.0, 0.05, (SAMPLES, LAMPS)).astype(np.float32)
        for lamp in nights:
            if lamp * NIGHT * 2 <= number < lamp * NIGHT * 2 + NIGHT:
                samples[:, lamp] = 0.0
        if number >= LEARNED:
            samples[:, 0] = falls_to
        window = Window(WINDOW * number, samples, np.zeros((0, 3), np.float32), False)
        with np.errstate(invalid="ignore", divide="ignore"):
            told |= {one.signal.text for one in model.observe(window) if one.signal}
    return told


def test_the_first_off_period_of_a_lamp_is_not_reported_if_others_had_one():
    assert lamps_that_are_told(nights=()) == {"/lamp 0 amps"}
    assert lamps_that_are_told(nights=(1, 2, 3)) == set()
