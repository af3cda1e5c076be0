"""Which numbers are the integral of another number in the same topic."""

from __future__ import annotations

import numpy as np

from robot_memory.perception.normal.causes import BEFORE, SECONDS
from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.integrals import are_integrals

WINDOWS = 60


def told(topics: list[str], noise: float = 0.0, windows: int = WINDOWS) -> list[bool]:
    """Return which of an arm's velocity, angle and current are found to be integrals."""
    chance = np.random.default_rng(1)
    velocity = chance.normal(0.0, 10.0, windows).repeat(BEFORE + SECONDS)
    angle = np.cumsum(velocity) + chance.normal(0.0, noise + 1e-9, len(velocity))
    current = np.abs(velocity) + chance.normal(0.0, 1.0, len(velocity))
    values = np.stack([velocity, angle, current], axis=1).astype(np.float32)
    signals = [Signal(topic, name, topic) for topic, name in zip(topics, "vac", strict=True)]
    return are_integrals(values.reshape(windows, BEFORE + SECONDS, 3), signals).tolist()


def test_an_angle_is_found_as_the_integral_of_the_velocity_in_its_topic():
    assert told(["/arm"] * 3) == [False, True, False]


def test_a_number_that_also_changes_for_other_reasons_is_no_integral():
    assert told(["/arm"] * 3, noise=200.0) == [False, False, False]


def test_integrals_are_not_sought_across_topics():
    assert told(["/wheel", "/arm", "/arm"]) == [False, False, False]


def test_no_integral_is_found_in_too_few_windows():
    assert told(["/arm"] * 3, windows=10) == [False, False, False]
