import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.perception.normal.boosted_trees import BINS, fit

SAMPLES = 800


def causes(*numbers: int, count: int = 2, seed: int = 1):
    """Bins of causes, drawn evenly; shape (numbers, causes, samples)."""
    chance = np.random.default_rng(seed)
    return chance.integers(0, BINS, (numbers[0] if numbers else 1, count, SAMPLES), np.uint8)


def explained(values, told):
    return 1.0 - ((values - told) ** 2).sum() / ((values - values.mean()) ** 2).sum()


def test_a_step_is_learned():
    bins = causes()
    values = np.where(bins[:, 0] > 9, 5.0, 1.0)

    told = fit(bins, values, np.ones_like(values), 20).tell(bins)

    assert explained(values, told) > 0.99


def test_what_two_causes_do_only_together_is_learned():
    bins = causes()
    values = np.where((bins[:, 0] > 7) & (bins[:, 1] > 7), 1.0, 0.0)

    assert explained(values, fit(bins, values, np.ones_like(values), 20).tell(bins)) > 0.95


def test_each_number_has_trees_of_its_own():
    bins = causes(2)
    values = np.stack([np.where(bins[0, 0] > 7, 1.0, 0.0), np.where(bins[1, 1] > 3, 8.0, 2.0)])

    both = fit(bins, values, np.ones_like(values), 20).tell(bins)
    alone = fit(bins[1:], values[1:], np.ones_like(values[1:]), 20).tell(bins[1:])

    assert both[1] == pytest.approx(alone[0])


def test_samples_without_weight_do_not_count():
    bins = causes()
    values = np.where(bins[:, 0] > 7, 1.0, 0.0)
    weights = np.ones_like(values)
    weights[:, ::3] = 0.0
    spoiled = values.copy()
    spoiled[:, ::3] = 1e6

    told = fit(bins, spoiled, weights, 20).tell(bins)

    assert explained(values, told) > 0.99


def test_a_few_wild_samples_change_little():
    bins = causes()
    values = np.where(bins[:, 0] > 7, 1.0, 0.0)
    wild = values.copy()
    wild[:, 5:800:200] = 30.0

    assert explained(values, fit(bins, wild, np.ones_like(values), 20).tell(bins)) > 0.8


def test_noise_is_not_learned():
    bins, chance = causes(count=6), np.random.default_rng(2)
    values = chance.normal(size=(1, SAMPLES))

    others = causes(count=6, seed=3)
    told = fit(bins, values, np.ones_like(values), 20).tell(others)

    assert told.std() < 0.5 * values.std()


@given(st.integers(0, 2**32 - 1))
def test_nothing_is_told_far_beyond_what_was_seen(seed):
    chance = np.random.default_rng(seed)
    bins, values = causes(seed=seed), chance.uniform(-1.0, 3.0, (1, SAMPLES))

    told = fit(bins, values, np.ones_like(values), 5).tell(causes(seed=seed + 1))

    assert told.min() > -1.5
    assert told.max() < 3.5
