"""The envelope: extremes beyond all extremes, of signals that work by turns."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from robot_memory.perception.signals.signal_envelope import SignalEnvelope

Values = npt.NDArray[np.float64]


def highest_score(
    values: Values, *, rate: float = 1.0, after: float = 0.0, **options: float
) -> float:
    envelope = SignalEnvelope(**options)
    scores = [envelope.observe(index / rate, float(value)) for index, value in enumerate(values)]
    return max(scores[int(after * rate) :])


def by_turns(seconds: int, seed: int, high: float = 46.0) -> Values:
    """A motor that works for minutes and rests for minutes; °C."""
    chance = np.random.default_rng(seed)
    value, values, works = 24.0, [], False
    for second in range(seconds):
        if second % 60 == 0:
            works = chance.random() < 0.6
        value += ((high if works else 24.0) - value) / 90.0
        values.append(value + chance.normal(0.0, 0.2))
    return np.array(values)


@pytest.mark.parametrize("seed", range(5))
def test_a_motor_that_works_by_turns_is_well(seed: int):
    assert highest_score(by_turns(14_400, seed)) < 0.9


@pytest.mark.parametrize("seed", range(5))
def test_a_motor_that_becomes_twice_as_hot_is_found(seed: int):
    values = np.concatenate([by_turns(5400, seed), by_turns(1200, seed + 50, high=91.0)])

    assert highest_score(values, after=5400.0) >= 0.9


@pytest.mark.parametrize("seed", range(5))
def test_a_warm_up_that_is_not_over_when_learning_ends_is_well(seed: int):
    chance = np.random.default_rng(seed)
    time = np.arange(7200.0)
    values = 20.0 + 26.0 * -np.expm1(-time / 900.0) + chance.normal(0.0, 0.2, time.size)

    assert highest_score(values) < 0.9


def test_a_hall_that_gets_warmer_all_day_is_well():
    chance = np.random.default_rng(3)
    time = np.arange(18_000.0)
    values = 17.5 + 0.6 * np.sin(time / 160.0) + 0.00025 * time
    values += chance.normal(0.0, 0.03, time.size)

    # What does not depend on the weather should not do so.
    assert highest_score(values, rises=1.0) < 0.5 < highest_score(values)


@pytest.mark.parametrize("seed", range(5))
def test_a_single_burst_is_none(seed: int):
    values = by_turns(7200, seed)
    values[5000:5003] = 200.0

    assert highest_score(values) < 0.9


def test_noise_of_heavy_tails_is_well():
    chance = np.random.default_rng(1)

    assert highest_score(chance.standard_t(3.0, 30_000)) < 0.9


def test_what_was_learned_outlives_a_restart():
    before = SignalEnvelope()
    for index, value in enumerate(by_turns(2400, 3)):
        before.observe(float(index), float(value))
    after = SignalEnvelope()
    after.restore(before.state())

    assert max(after.observe(float(t), 91.0 + t % 2) for t in range(120)) >= 0.9


def test_the_longer_it_is_known_the_less_must_be_beyond():
    early = np.concatenate([by_turns(1300, 1), by_turns(600, 51, high=70.0)])
    late = np.concatenate([by_turns(14_000, 1), by_turns(600, 51, high=70.0)])

    assert highest_score(early, after=1300.0) < highest_score(late, after=14_000.0)


def test_what_counts_from_zero_must_reach_far_beyond_all_it_counted():
    chance = np.random.default_rng(1)
    load = chance.normal(45.0, 1.0, 3000)
    load[2400:] -= 20.0  # it rests
    assert highest_score(load) >= 0.9
    assert highest_score(load, counts=1.0) < 0.5
    load[2400:] += 25.0
    assert highest_score(load, counts=1.0) < 0.9


@pytest.mark.parametrize(("lasting", "is_told"), [(8, False), (60, True)])
def test_with_a_share_it_must_last(lasting: int, is_told: bool):
    load = np.random.default_rng(1).normal(30.0, 4.0, 3000)
    load[2400 : 2400 + lasting] += 60.0

    assert (highest_score(load, share=0.5) >= 0.9) is is_told
