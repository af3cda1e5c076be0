"""Which places are worth a note, and which no longer are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from happenings import SLIP

from robot_memory.entries.places import place_significance
from robot_memory.entries.places.place_significance import ElsewhereRate, is_gone
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position

PLACE = Place(
    "place-1", SLIP, Position("map", 1.0, 2.0), radius=0.5, covariance=(0.1, 0.0, 0.1),
    events=3, hits=3, passes=4,
)  # fmt: skip


def is_worth_a_note(place: Place, events: int, way: float) -> bool:
    return place_significance.is_worth_a_note(
        place, ElsewhereRate(events, way, visits=place.passes)
    )


def test_three_events_on_most_passes_of_a_long_distance_are_worth_a_note() -> None:
    assert is_worth_a_note(PLACE, events=3, way=200.0)


def test_a_robot_that_slips_everywhere_has_no_slippery_place() -> None:
    assert not is_worth_a_note(PLACE, events=60, way=200.0)


def test_a_robot_that_never_moved_notes_no_place() -> None:
    assert not is_worth_a_note(replace(PLACE, events=9, hits=9, passes=9), events=9, way=2.0)


def test_evenly_spread_events_make_a_place_in_at_most_2_percent_of_runs() -> None:
    random = np.random.default_rng(1)
    false = 0
    for _ in range(400):  # each run: a robot laps a 40 m ring ten times, slips anywhere
        at = np.sort(random.uniform(0.0, 40.0, random.integers(3, 60)))
        counts = [int(((at >= start) & (at < start + 1.0)).sum()) for start in at]
        best = replace(PLACE, events=max(counts), hits=max(counts), passes=10)
        false += is_worth_a_note(best, events=len(at), way=400.0)

    assert false <= 8  # 2 %


def test_the_chance_of_a_place_accounts_for_the_whole_distance_and_repeated_tests():
    # Four passes of a place of 1 m with a reach of 1 m cover 8/200 of the distance driven.
    part = 0.04
    assert place_significance.chance(PLACE, ElsewhereRate(3, 200.0, 4)) == pytest.approx(
        part**3 / part
    )

    three_or_more_of_four = 4 * part**3 * (1 - part) + part**4
    four_thirds = 4 / 3
    assert place_significance.chance(PLACE, ElsewhereRate(4, 200.0, 4)) == pytest.approx(
        three_or_more_of_four / part * four_thirds
    )


def test_a_frequent_event_counts_as_gone_after_fewer_clean_passes_than_a_rare_one() -> None:
    always, rarely = replace(PLACE, hits=20, passes=20), replace(PLACE, hits=2, passes=20)

    assert not is_gone(always, 4)
    assert is_gone(always, 6)
    assert not is_gone(rarely, 20)
    assert is_gone(rarely, 45)
