"""At rest: what an inertial unit measures while nothing moves it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from robot_memory.perception.imu.rest_bias import RestBias

STEP = 0.1


class Unit:
    """An inertial unit on a robot that drives for half a minute and rests for as long."""

    def __init__(self) -> None:
        self.rest = RestBias()
        self.chance = np.random.default_rng(2)
        self.now = 0.0

    def live(
        self, seconds: float, zero: tuple[float, float, float] = (0.0, 0.0, 0.0), *,
        length: float = 9.81, frozen: bool = False,
    ) -> list[float]:  # fmt: skip
        """Return the highest score of each quantity."""
        best = [0.0] * 4
        for index in range(int(seconds / STEP)):
            self.now += STEP
            drives = index * STEP % 60.0 < 30.0
            turn, shake = (0.4, 1.0) if drives else (0.0, 0.02)
            noise = 0.0 if frozen else self.chance.normal(0.0, 1.0)
            turns = [zero[0], zero[1], zero[2] + turn + 0.002 * noise]
            self.rest.observe(self.now, turns, length + shake * noise)
            best = [max(pair) for pair in zip(best, self.rest.scores(), strict=True)]
        return best


def test_a_gyroscope_whose_zero_has_moved_is_reported() -> None:
    unit = Unit()

    assert max(unit.live(600.0)) < 0.5
    x, y, z, length = unit.live(90.0, (0.0, 0.1, 0.0))
    assert y >= 0.9
    assert max(x, z, length) < 0.5


def test_an_acceleration_at_rest_that_is_not_gravity_any_more_is_reported() -> None:
    unit = Unit()
    unit.live(600.0)

    assert unit.live(90.0, length=10.1)[3] >= 0.9


def test_what_it_measures_in_motion_is_its_tasks_affair() -> None:
    unit = Unit()
    unit.live(600.0)
    before = unit.rest.scores()
    for index in range(600):
        unit.rest.observe(unit.now + index * STEP, [0.0, 0.0, 2.0], 9.8 + 1.5 * (index % 2))

    assert unit.rest.scores() == before


def test_a_turn_that_others_know_of_is_no_rest() -> None:
    unit = Unit()
    unit.live(600.0)
    for index in range(600):
        unit.rest.observe(unit.now + index * STEP, [0.0, 0.0, 1.0], 9.81 + 0.01 * (index % 2))
        unit.rest.move()

    assert max(unit.rest.scores()) < 0.5


def test_a_unit_that_is_frozen_is_not_at_rest() -> None:
    unit = Unit()
    unit.live(600.0)

    assert max(unit.live(90.0, (1.0, 1.0, 1.0), frozen=True)) < 0.5


def test_what_measures_nothing_is_no_zero() -> None:
    rest = RestBias()
    for index in range(5000):
        rest.observe(index * STEP, [0.0, 0.0, 0.0], 0.0)
        rest.observe(index * STEP, [math.nan, 0.0, 0.0], 9.8)

    assert all(math.isnan(value) for value in rest.values())


def test_what_was_learned_of_a_zero_outlives_a_restart() -> None:
    unit = Unit()
    unit.live(600.0)
    known = unit.rest.state()
    unit.rest = RestBias()
    unit.rest.restore(known)

    assert unit.live(90.0, (0.1, 0.0, 0.0))[0] >= 0.9


def test_what_is_no_state_of_a_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="the state lacks zeros"):
        RestBias().restore({"quietest": 1.0})
