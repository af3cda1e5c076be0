"""Events close to each other form one place."""

from __future__ import annotations

import numpy as np
import pytest
from happenings import heap, points
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.entries.places.clustering import cluster

COORDINATE = st.floats(-30.0, 30.0).map(lambda value: round(value, 2))
SOME_POINTS = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=1, max_size=30, unique=True)


def groups(spots: object, sigma: float = 0.1) -> list[list[int]]:
    array = np.asarray(spots, dtype=float)
    ones = np.ones(len(array))
    return [group.tolist() for group in cluster(array, sigma * ones, ones)]


def as_sets(found: list[list[int]], names: list[int] | None = None) -> set[frozenset[int]]:
    return {frozenset(names[i] if names else i for i in group) for group in found}


def test_events_within_reach_are_one_place_and_those_beyond_are_two() -> None:
    assert groups([(0.0, 0.0), (1.0, 0.0)]) == [[0, 1]]
    assert groups([(0.0, 0.0), (2.0, 0.0)]) == [[0], [1]]


def test_a_group_longer_than_the_largest_place_is_split() -> None:
    found = groups([(0.9 * k, 0.0) for k in range(60)])

    assert len(found) > 1
    assert all(0.9 * (group[-1] - group[0]) <= 21.0 for group in found)


def test_two_separate_groups_of_uncertain_events_are_two_places() -> None:
    heaps = points([*heap(1, 0.0, 0.0, 6), *heap(7, 3.0, 0.0, 6)])

    assert groups(heaps, sigma=1.0) == [list(range(6)), list(range(6, 12))]


@pytest.mark.parametrize("seed", range(5))
def test_evenly_spread_events_and_a_single_group_are_seldom_split(seed: int) -> None:
    random = np.random.default_rng(seed)
    split = 0
    for _ in range(100):
        count = int(random.integers(8, 40))
        even = np.column_stack([random.uniform(0, 5, count), random.uniform(0, 1, count)])
        bell = random.normal(0.0, 1.2, (count, 2))
        for spots in (even, bell):  # a lone event out of reach is not a cluster
            sizes = sorted(map(len, groups(spots, sigma=1.0)))
            split += len(sizes) > 1 and sizes[-2] > 3

    assert split <= 5


@given(SOME_POINTS, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_events_does_not_matter(spots: list[tuple[float, float]], random) -> None:
    order = list(range(len(spots)))
    random.shuffle(order)

    assert as_sets(groups([spots[i] for i in order]), order) == as_sets(groups(spots))
