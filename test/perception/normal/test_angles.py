"""Angles go over north without a leap, and what is no angle is left as it is."""

from __future__ import annotations

import math

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


def continued(angles: Angles, values: Floats) -> Floats:
    return np.concatenate([angles.continued(one) for one in windows(values)])[:, 0]


def vane(*ways: tuple[float, float]) -> Angles:
    """What was learned of a vane that went these ways, in degrees."""
    angles = Angles()
    for way in ways:
        continued(angles, np.mod(wandering(*way, 1.0), 360.0))
    return angles


@pytest.mark.parametrize(("turn", "begin"), [DEGREES, SIGNED, RADIANS])
def test_an_angle_goes_on_over_the_ends_of_its_turn(turn: float, begin: float) -> None:
    straight = wandering(begin + 0.85 * turn, begin + 1.05 * turn, 0.004 * turn)
    followed = continued(Angles(), begin + np.mod(straight - begin, turn))
    assert followed == pytest.approx(straight, abs=1e-3 * turn)


def test_a_direction_has_one_value_however_it_is_reached() -> None:
    angles = vane((300, 380))
    assert continued(angles, np.full(50, 10.0))[-1] == pytest.approx(370.0, abs=1e-3)
    assert continued(angles, np.full(50, 350.0))[-1] == pytest.approx(350.0, abs=1e-3)


def test_what_was_all_around_turns_freely_and_stays_as_it_is() -> None:
    angles = vane((0, 360), (0, 360))
    assert angles.turns_freely.tolist() == [True]
    north = np.tile([359.0, 1.0], 25)
    assert continued(angles, north).tolist() == north.tolist()


def test_the_steps_of_an_angle_are_the_short_ones() -> None:
    for angles in (vane((300, 380)), vane((0, 360), (0, 360))):
        (north,) = windows(np.tile([359.0, 1.0], 25))
        assert np.abs(angles.steps(angles.continued(north))).max() == pytest.approx(2.0)


def test_that_it_turns_freely_and_is_cut_elsewhere_is_told_once() -> None:
    angles = vane((300, 380))
    told = []
    for one in windows(np.mod(wandering(20, 300, 1.0), 360.0)):
        angles.continued(one)
        told += angles.changed
    assert told == [0]
    assert angles.turns_freely.tolist() == [True]


@pytest.mark.parametrize("after", [2.0, 0.0, 60.0])
def test_a_pressure_that_falls_to_nothing_falls(after: float) -> None:
    values = np.concatenate([wandering(345, 345, 0.5, 10), np.full(50, 345.0)])
    values[-20:] = after
    assert continued(Angles(), values)[-1] == after


def test_what_was_beyond_one_turn_is_no_angle() -> None:
    angles = Angles()
    continued(angles, wandering(380, 340, 1.0))
    values = np.mod(wandering(340, 365, 1.0), 360.0)
    assert continued(angles, values) == pytest.approx(values, abs=1e-3)


def test_what_leaves_its_turn_later_was_no_angle() -> None:
    angles = vane((340, 365))
    ramp = np.linspace(0.0, 720.0, 150)
    told = []
    for one in windows(ramp):
        angles.continued(one)
        told.append(angles.changed)
    assert told[1] == [0]
    assert continued(angles, ramp) == pytest.approx(ramp, abs=1e-2)


def test_values_that_are_not_known_stay_so() -> None:
    angles = vane((340, 370))
    assert np.isnan(continued(angles, np.full(50, np.nan))).all()


def test_an_angle_is_known_after_a_restart_and_forgotten_with_its_part() -> None:
    angles, again = vane((340, 370)), Angles()
    again.restore(angles.state([0]), 1)
    north = np.tile([359.0, 1.0], 25)
    assert np.ptp(continued(again, north)) == pytest.approx(2.0)
    again.forget([0])
    assert np.ptp(continued(again, north)) == pytest.approx(358.0)


def test_a_damaged_state_is_refused() -> None:
    angles = vane((340, 370))
    angles._visited[:] = -1.0
    with pytest.raises(ValueError, match="sectors"):
        Angles().restore(angles.state([0]), 1)
