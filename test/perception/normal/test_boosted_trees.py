import numpy as np

from robot_memory.perception.normal.boosted_trees import BINS, fit

SAMPLES = 800


def causes(*numbers: int, count: int = 2, seed: int = 1):
    """Uniformly random bins of causes; shape (numbers, causes, samples)."""
    chance = np.random.default_rng(seed)
    return chance.integers(0, BINS, (numbers[0] if numbers else 1, count, SAMPLES), np.uint8)


def explained(values, told):
    return 1.0 - ((values - told) ** 2).sum() / ((values - values.mean()) ** 2).sum()


def test_the_joint_effect_of_two_causes_is_learned():
    bins = causes()
    values = np.where((bins[:, 0] > 7) & (bins[:, 1] > 7), 1.0, 0.0)

    assert explained(values, fit(bins, values, np.ones_like(values), 20).tell(bins)) > 0.95


def test_samples_without_weight_do_not_count():
    bins = causes()
    values = np.where(bins[:, 0] > 7, 1.0, 0.0)
    weights = np.ones_like(values)
    weights[:, ::3] = 0.0
    spoiled = values.copy()
    spoiled[:, ::3] = 1e6

    told = fit(bins, spoiled, weights, 20).tell(bins)

    assert explained(values, told) > 0.99


def test_a_few_outliers_change_the_fit_only_a_little():
    bins = causes()
    values = np.where(bins[:, 0] > 7, 1.0, 0.0)
    wild = values.copy()
    wild[:, 5:800:200] = 30.0

    assert explained(values, fit(bins, wild, np.ones_like(values), 20).tell(bins)) > 0.8
