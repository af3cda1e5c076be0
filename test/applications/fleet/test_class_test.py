"""Exact tests of whether a fault affects one part of the fleet."""

from __future__ import annotations

import random
from math import comb

import pytest

from robot_memory.applications.fleet.fleet_statistics import (
    LEVEL,
    PartShare,
    find_classes,
    hypergeometric_tail,
)


@pytest.mark.parametrize(
    ("hits", "drawn", "marked", "total"),
    [(3, 5, 4, 12), (0, 5, 4, 12), (5, 5, 9, 12), (4, 5, 4, 12)],
)
def test_the_tail_is_that_of_the_hypergeometric_distribution(
    hits: int, drawn: int, marked: int, total: int
) -> None:
    ways = sum(
        comb(marked, k) * comb(total - marked, drawn - k)
        for k in range(hits, min(drawn, marked) + 1)
    )

    assert hypergeometric_tail(hits, drawn, marked, total) == pytest.approx(
        ways / comb(total, drawn)
    )


def test_a_single_affected_robot_is_not_a_finding() -> None:
    (found,) = find_classes([PartShare(("batch", "7"), 1, 1, 0, 99)])

    assert found is None


def test_a_fault_of_exactly_the_robots_of_a_model_is_a_finding() -> None:
    (found,) = find_classes([PartShare(("model", "Rover 3"), 10, 10, 0, 190)])

    assert found is not None
    assert found.p < 1e-10


def test_at_most_one_question_in_twenty_has_a_false_finding() -> None:
    """Robots are drawn at random, so every finding is false. Seeded; 400 questions of 60 tests."""
    chance = random.Random(11)
    robots = [(f"model {n % 5}", f"site {n % 7}") for n in range(200)]
    wrong = 0
    for _ in range(400):
        shares = []
        for _ in range(5):
            affected = chance.sample(range(200), chance.randint(2, 30))
            for place, values in ((0, 5), (1, 7)):
                for value in range(values):
                    name = ("model", "site")[place] + f" {value}"
                    own = [n for n in range(200) if robots[n][place] == name]
                    hits = len(set(own) & set(affected))
                    shares.append(
                        PartShare(("", name), hits, len(own), len(affected) - hits, 200 - len(own))
                    )
        wrong += any(find_classes(shares))

    assert wrong <= 400 * LEVEL
