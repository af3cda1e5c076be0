"""How new it is what some signals are together."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.causes import BEFORE, SECONDS
from robot_memory.perception.normal.novelty import SeenTogether

SPEED, LOAD, OTHER = range(3)
BOTH = np.array([SPEED, LOAD])


def windows(levels):
    """Return windows in which three signals stand still at some levels each."""
    return np.repeat(np.asarray(levels, float)[:, None, :], BEFORE + SECONDS, axis=1)


@pytest.fixture
def seen():
    """Slow with a load, fast without; for an hour and a half."""
    chance = np.random.default_rng(1)
    fast = np.arange(160) // 8 % 2
    levels = np.stack([fast, 1 - fast, chance.normal(size=160)], axis=1)
    levels += chance.normal(0.0, 0.05, levels.shape)
    return SeenTogether.of(windows(levels), np.arange(160), BOTH)


def novelty(seen, speed, load, *, other=0.0, number=1000):
    return seen.novelty(windows([[speed, load, other]]), since=number)


def test_what_was_together_before_is_not_new(seen):
    assert novelty(seen, 1.0, 0.0) < 1.0
    assert novelty(seen, 0.0, 1.0) < 1.0


def test_values_that_were_there_before_but_never_together_are_new(seen):
    assert novelty(seen, 1.0, 1.0) > 5.0


def test_a_signal_that_tells_nothing_makes_nothing_new(seen):
    assert novelty(seen, 1.0, 0.0, other=50.0) < 1.0


def test_what_was_so_only_since_is_new(seen):
    """Of the fast windows the first is the ninth."""
    assert novelty(seen, 1.0, 0.0, number=9) > 5.0


def test_where_nobody_tells_nothing_is_new(seen):
    alone = SeenTogether.of(windows(np.zeros((160, 3))), np.arange(160), np.array([], np.int64))

    assert novelty(alone, 9.0, 9.0) == 0.0


def test_what_is_not_known_counts_as_its_mean(seen):
    assert np.isfinite(novelty(seen, np.nan, 0.5))


def test_the_median_of_some_windows_counts(seen):
    some = windows([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])

    assert seen.novelty(some, since=1000) < 1.0
