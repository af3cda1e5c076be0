"""Angles pass north without a jump; numbers that are not angles stay unchanged."""

from __future__ import annotations

import math

import numpy as np
import pytest

from robot_memory.perception.normal.angles import Angles
from robot_memory.perception.normal.columns import Floats

DEGREES, SIGNED, RADIANS = (360.0, 0.0), (360.0, -180.0), (math.tau, -math.pi)
NORTH = np.tile([359.0, 1.0], 25)


def wandering(begin: float, end: float, noise: float, count: int = 20) -> Floats:
    """A noisy number that goes from ``begin`` to ``end`` in ``count`` windows."""
    chance = np.random.default_rng(1)
    size = 50 * count
    return np.asarray(np.linspace(begin, end, size) + noise * chance.standard_normal(size))


def largest_step(angles: Angles, values: Floats) -> float:
    """Return the largest step of a number within its windows."""
    angles.follow(1)
    parts = [part[:, None].astype(np.float32) for part in values.reshape(-1, 50)]
    return max(float(np.abs(angles.steps(part)).max(initial=0.0)) for part in parts)


def vane(begin: float, end: float) -> Angles:
    """The angles learned from a vane that turned from ``begin`` to ``end``, in degrees."""
    angles = Angles()
    largest_step(angles, np.mod(wandering(begin, end, 1.0), 360.0))
    return angles


@pytest.mark.parametrize(("turn", "begin"), [DEGREES, SIGNED, RADIANS])
def test_an_angle_has_no_large_step_where_it_wraps_around(turn: float, begin: float) -> None:
    straight = wandering(begin + 0.85 * turn, begin + 1.05 * turn, 0.004 * turn)
    angles = Angles()
    assert largest_step(angles, begin + np.mod(straight - begin, turn)) < 0.05 * turn
    assert angles.found.tolist() == [True]


@pytest.mark.parametrize("after", [2.0, 0.0, 60.0])
def test_a_pressure_drop_is_not_mistaken_for_an_angle_wrap(after: float) -> None:
    values = np.concatenate([wandering(345, 345, 0.5, 10), np.full(50, 345.0)])
    values[-20:] = after
    assert largest_step(Angles(), values) == pytest.approx(345.0 - after)


def test_a_number_that_leaves_its_turn_later_is_no_longer_an_angle() -> None:
    angles = vane(340, 365)
    assert angles.found.tolist() == [True]
    largest_step(angles, np.full(50, 720.0))
    assert angles.found.tolist() == [False]


def test_an_angle_survives_a_restart_and_is_forgotten_with_its_part() -> None:
    angles, again = vane(340, 370), Angles()
    again.restore(angles.state([0]), 1)
    assert largest_step(again, NORTH) == pytest.approx(2.0)
    again.forget([0])
    assert largest_step(again, NORTH) == pytest.approx(358.0)
