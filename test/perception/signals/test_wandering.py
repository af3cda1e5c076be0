"""How far a spread wanders, beside noise and beside changes between rest and work."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

import numpy as np
import pytest

from robot_memory.perception.signals.wandering import Wandering


def size(values: Iterable[float], middle: float) -> float:
    """How far these values wander in the upper half of their range."""
    wandering = Wandering()
    for value in values:
        wandering.observe(value, middle)
    return wandering.size


def noise(count: int = 1000) -> list[float]:
    return np.random.default_rng(1).normal(0.0, 0.1, count).tolist()


def test_a_walk_goes_as_far_as_its_steps_add_up_to() -> None:
    # Twenty steps less five, of 0.1 each, at random.
    assert size(accumulate(noise()), -100.0) == pytest.approx(0.1 * 15**0.5, rel=0.2)


def test_independent_values_do_not_wander() -> None:
    assert size(noise(), -100.0) < 0.05


def test_to_change_between_rest_and_work_is_no_wandering() -> None:
    values = [value + (2.0 if index // 60 % 2 else 0.0) for index, value in enumerate(noise())]

    assert size(values, 1.0) < 0.05
    assert size(values, -100.0) > 0.5


def test_what_was_learned_outlives_a_restart() -> None:
    before, after = Wandering(), Wandering()
    for value in accumulate(noise()):
        before.observe(value, -100.0)
    after.restore(before.state())

    assert after.size == before.size


def test_a_pause_is_no_movement() -> None:
    wandering = Wandering()
    for value in noise(50):
        wandering.observe(value, -100.0)
    wandering.pause()
    for value in noise(50):
        wandering.observe(value + 10.0, -100.0)

    assert wandering.size < 0.1
