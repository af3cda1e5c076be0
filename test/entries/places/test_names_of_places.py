"""The sentence of a place."""

from __future__ import annotations

from robot_memory.entries.places.place_keeper import sentence
from robot_memory.ledger.position import Position


def test_metres_are_rounded_and_the_frame_is_named() -> None:
    assert (
        sentence("Wheel slip", Position("map", 12.2, -3.4)) == "Wheel slip near (12, −3) in `map`"
    )


def test_there_is_no_negative_zero() -> None:
    assert sentence("Bump", Position("odom", -0.3, 0.2)) == "Bump near (0, 0) in `odom`"


def test_satellite_positions_are_latitude_and_longitude_to_ten_metres() -> None:
    zurich = Position("wgs84", 8.545612, 47.397743)

    assert sentence("Lost GPS fix", zurich) == "Lost GPS fix near (47.3977, 8.5456) in `wgs84`"


def test_two_places_of_one_metre_are_distinguished() -> None:
    text = sentence("Bump", Position("map", 3.4, 1.0), {"Bump near (3, 1) in `map`"})

    assert text == "Bump near (3.4, 1.0) in `map`"
