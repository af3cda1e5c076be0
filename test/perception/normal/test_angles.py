"""Angles go over north without a leap, and what is no angle is left as it is."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from robot_memory.perception.normal.angles import Angles
from robot_memory.perception.normal.columns import Floats

DEGREES, SIGNED, RADIANS = (360.0, 0.0), (360.0, -180.0), (math.tau, -math.pi)


def windows(values: Floats) -> list[Floats]:
    return [part[:, None].astype(np.float32) for part in values.reshape(-1, 50)]


def wandering(begin: float, end: float, noise: float, count: int = 20) -> Floats:
    """A number that goes from begin to end in so many windows."""
    chance = np.random.default_rng(1)
    size = 50 * count
    return np.asarray(np.linspace(begin, end, size) + noise * chance.standard_normal(size))


def largest_step(parts: list[Floats]) -> float:
    return max(float(np.nanmax(np.abs(np.diff(part[:, 0])), initial=0.0)) for part in parts)


@pytest.mark.parametrize(("turn", "begin"), [DEGREES, SIGNED, RADIANS])
def test_an_angle_goes_on_over_the_ends_of_its_turn(turn: float, begin: float) -> None:
    straight = wandering(begin + 0.85 * turn, begin + 1.05 * turn, 0.004 * turn)
    angles = Angles()
    followed = [angles.continued(one) for one in windows(begin + np.mod(straight - begin, turn))]
    assert largest_step(followed) < 0.1 * turn
    assert np.concatenate(followed)[:, 0] == pytest.approx(straight, abs=1e-3 * turn)


def test_the_windows_of_an_angle_follow_each_other() -> None:
    angles = Angles()
    parts = [angles.continued(one) for one in windows(np.mod(wandering(300, 380, 1.0), 360.0))]
    assert all(abs(after[0, 0] - before[-1, 0]) < 20.0 for before, after in pairwise(parts))


def test_what_turns_all_the_time_is_taken_back_by_a_whole_turn() -> None:
    angles = Angles()
    parts = [angles.continued(one) for one in windows(np.mod(wandering(0, 7200, 0.5, 200), 360.0))]
    medians = [float(np.median(one)) for one in parts]
    assert min(medians) > -120.0 and max(medians) < 480.0


@pytest.mark.parametrize("after", [2.0, 0.0, 60.0])
def test_a_pressure_that_falls_to_nothing_falls(after: float) -> None:
    values = np.concatenate([wandering(345, 345, 0.5, 10), np.full(50, 345.0)])
    values[-20:] = after
    angles = Angles()
    assert float(angles.continued(windows(values)[0])[0, 0]) == pytest.approx(345, abs=3)
    last = [angles.continued(one) for one in windows(values)[1:]][-1]
    assert float(last[-1, 0]) == after


def test_what_was_beyond_one_turn_is_no_angle() -> None:
    angles = Angles()
    for one in windows(wandering(380, 340, 1.0)):
        angles.continued(one)
    values = np.mod(wandering(340, 365, 1.0), 360.0)
    parts = [angles.continued(one) for one in windows(values)]
    assert np.concatenate(parts)[:, 0] == pytest.approx(values, abs=1e-3)


def test_values_that_are_not_known_stay_so() -> None:
    angles = Angles()
    for one in windows(np.mod(wandering(340, 370, 1.0), 360.0)):
        angles.continued(one)
    gap = np.full((50, 1), np.nan, np.float32)
    assert np.isnan(angles.continued(gap)).all()
    after = angles.continued(windows(np.full(50, 10.0))[0])
    assert after[0, 0] == pytest.approx(370.0, abs=1e-3)


def test_an_angle_is_known_after_a_restart_and_forgotten_with_its_part() -> None:
    angles, again = Angles(), Angles()
    values = windows(np.mod(wandering(340, 370, 1.0), 360.0))
    for one in values:
        angles.continued(one)
    again.restore(angles.state([0]), 1)
    north = windows(np.tile([359.0, 1.0], 25))[0]
    assert largest_step([again.continued(north)]) == pytest.approx(2.0)
    again.forget([0])
    assert largest_step([again.continued(north)]) == pytest.approx(358.0)


def test_windows_in_which_it_spins_stay_as_they_are():
    angles = Angles()
    for one in windows(np.mod(wandering(340, 370, 1.0), 360.0)):
        angles.continued(one)
    spinning = np.mod(np.linspace(0.0, 7200.0, 100), 360.0)
    parts = [angles.continued(one) for one in windows(spinning)]
    assert np.concatenate(parts)[:, 0] == pytest.approx(spinning, abs=1e-2)


def test_what_leaves_its_turn_later_was_no_angle():
    """A screwdriver counts its turn from nought at each screw; then one needs three turns."""
    short, long = (np.linspace(0.0, end, 50) for end in (355.0, 1080.0))
    angles = Angles()
    for one in windows(np.concatenate([short] * 6)):
        angles.continued(one)
    parts = [angles.continued(one) for one in windows(np.concatenate([long] * 3))]
    assert angles.mistaken.size == 0
    assert np.concatenate(parts)[:, 0] == pytest.approx(np.concatenate([long] * 3), abs=1e-2)


def test_it_is_told_once_that_a_signal_was_no_angle():
    angles = Angles()
    for one in windows(np.mod(wandering(340, 365, 1.0), 360.0)):
        angles.continued(one)
    told = [angles.continued(one) is not None and angles.mistaken.tolist()
            for one in windows(np.linspace(0.0, 720.0, 150))]  # fmt: skip
    assert told == [[], [0], []]
