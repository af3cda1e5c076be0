"""Noise whose spread comes and goes by itself: what it reached in ten minutes is not all."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from robot_memory.perception.signals import SIGNALS, Signal
from robot_memory.perception.signals.back_and_forth import mean_back_and_forth

HOURS = 3
SIGNALS_FED = 12


def volatile(seed: int, seconds: int, keeps: float = math.exp(-1.0 / 600.0)) -> Iterator[float]:
    """Noise at 1 Hz whose log-spread wanders within ten minutes, by a half."""
    chance = np.random.default_rng(seed)
    pushes = math.sqrt(1.0 - keeps**2) * chance.standard_normal(seconds)
    size = float(chance.standard_normal())
    for push, value in zip(pushes.tolist(), chance.standard_normal(seconds).tolist(), strict=True):
        size = keeps * size + push
        yield math.exp(0.5 * size) * value


def alarms(detector: Signal, values: Iterator[float]) -> int:
    """How often it reached a half, having been below for a minute."""
    count, last = 0, -math.inf
    for stamp, value in enumerate(values):
        if detector.observe(float(stamp), value) >= 0.5:
            count += stamp - last > 60.0
            last = float(stamp)
    return count


@pytest.mark.parametrize(("name", "per_day"), [("envelope", 2.0), ("variance", 4.0)])
def test_noise_that_comes_and_goes_seldom_scores_a_half_in_its_first_hours(
    name: str, per_day: float
) -> None:
    seconds = HOURS * 3600
    count = sum(alarms(SIGNALS[name](), volatile(seed, seconds)) for seed in range(SIGNALS_FED))

    assert count / (SIGNALS_FED * HOURS / 24.0) <= per_day


def highest(name: str, values: npt.NDArray[np.float64], after: int) -> float:
    detector = SIGNALS[name]()
    scores = [detector.observe(float(stamp), value) for stamp, value in enumerate(values.tolist())]
    return max(scores[after:])


def test_noise_that_grows_is_reported_by_variance_and_not_by_the_envelope() -> None:
    noise = np.random.default_rng(1).standard_normal(4000)
    noise[3600:] *= 8.0

    assert highest("variance", noise, 3600) >= 0.9
    assert highest("envelope", noise, 3600) < 0.5


def test_a_level_is_reported_by_the_envelope_as_far_out_in_noise() -> None:
    noise = np.random.default_rng(1).standard_normal(4000)
    noise[3600:] += 12.0

    assert highest("envelope", noise, 3600) >= 0.9


def test_movement_does_not_go_back_and_forth() -> None:
    assert mean_back_and_forth([0.0, 1.0, 2.0, 3.0, 4.0]) == 0.0
    assert mean_back_and_forth([0.0, 0.0, 0.0, 5.0, 5.0, 5.0]) == 0.0
    assert mean_back_and_forth([0.0, 1.0, 0.0, 1.0, 0.0]) == 1.0
    assert mean_back_and_forth([0.0, 1.0, 0.0]) == 0.0


def test_a_pause_of_what_moves_to_and_fro_is_no_unusual_level() -> None:
    time = np.arange(6000)
    values = np.where(time % 2, 1.0, -1.0) + 0.5 * np.sin(time / 200.0)
    values[5000:5090] = 1.0  # where it is each other second

    assert highest("envelope", values, 4900) < 0.5
