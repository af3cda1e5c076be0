"""The sentence that describes a place."""

from __future__ import annotations

import pytest

from robot_memory.entries.places.place_keeper import sentence
from robot_memory.ledger.position import Position


@pytest.mark.parametrize(
    ("what", "at", "told"),
    [
        ("Wheel slip", Position("map", 12.2, -3.4), "Wheel slip near (12, −3) in `map`"),
        ("Bump", Position("odom", -0.3, 0.2), "Bump near (0, 0) in `odom`"),
        ("Lost GPS fix", Position("wgs84", 8.545612, 47.397743),
         "Lost GPS fix near (47.3977, 8.5456) in `wgs84`"),
        ("Bump", Position("map", 3.4, 1.0), "Bump near (3.4, 1.0) in `map`"),
    ],
    ids=["metres are rounded", "no negative zero", "latitude and longitude to ten metres",
         "another place of one metre"],
)  # fmt: skip
def test_the_sentence_of_a_place_names_it_in_its_frame(what: str, at: Position, told: str) -> None:
    assert sentence(what, at, {"Bump near (3, 1) in `map`"}) == told
