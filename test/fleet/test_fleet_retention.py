"""A fleet keeps what is old, silent or told no more for a time, and not too much of it."""

from __future__ import annotations

import pytest
from federation_builders import at, talker
from fleet_builders import HearingFleet, described, everything, fault

from robot_memory.fleet import fleet_retention
from robot_memory.fleet.fleet_retention import delete_old

SLIP = fault()


def test_what_is_older_than_what_is_kept_is_deleted(fleet: HearingFleet) -> None:
    alex, bob = talker(1), talker(2)
    fleet.believe(alex, bob)
    robot = described((SLIP, "left wheel", (1,) * 8), failures=(1,) * 8)
    fleet.hear(alex, SLIP, robot=robot)

    fleet.at(at(days=500))
    delete_old(fleet.database, fleet.clock.now().time)

    kept = everything(fleet)
    assert [name for name, rows in kept.items() if rows] == ["robots"]
    assert [row[0] for row in kept["robots"]] == [bob.rrn]


def test_a_robot_that_changes_its_words_all_the_time_fills_no_disk(
    small_fleet: HearingFleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet_retention, "MOST_WITHDRAWN", 3)
    alex = talker(1)
    small_fleet.believe(alex)
    for number in range(8):
        small_fleet.at(at(minutes=number))
        assert small_fleet.hear(alex, f"Door {number} sticks") == "accepted"

    kept = small_fleet.rows("SELECT text FROM lessons ORDER BY text")
    assert [text for (text,) in kept] == [f"Door {number} sticks" for number in (4, 5, 6, 7)]
    assert small_fleet.rows("SELECT COUNT(*) FROM faults") == [(4,)]
