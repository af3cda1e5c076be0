"""A fleet keeps what is old, silent or told no more for a time, and not too much of it."""

from __future__ import annotations

import pytest
from federation_builders import at, note
from fleet_builders import HearingFleet, described, everything, fault

from robot_memory.applications.fleet import fleet_retention
from robot_memory.applications.fleet.fleet_retention import FleetRetention, delete_old
from robot_memory.foundation.time.clock import Instant

SLIP = fault()


def test_what_is_older_than_what_is_kept_is_deleted(fleet: HearingFleet) -> None:
    alex, bob = fleet.trusting(1, 2)
    robot = described((SLIP, "left wheel", (1,) * 8), failures=(1,) * 8)
    fleet.hear(alex, SLIP, robot=robot)

    fleet.at(at(days=500))
    delete_old(fleet.database, fleet.clock.now().time)

    kept = everything(fleet)
    assert [name for name, rows in kept.items() if rows] == ["robots"]
    assert [row[0] for row in kept["robots"]] == [bob.rrn]


def instant(days: float, uptime: float) -> Instant:
    return Instant(at(days=days), uptime, "boot", trusted=True)


def test_nothing_is_deleted_for_a_day_after_a_start_or_a_step_of_the_clock(
    small_fleet: HearingFleet,
) -> None:
    (alex,) = small_fleet.trusting(1)
    small_fleet.hear(alex, SLIP)
    before = everything(small_fleet)

    far = 3_300.0  # a clock that is nine years ahead
    retention = FleetRetention(small_fleet.database, instant(far, 10.0))
    retention.look(instant(far, 20.0))
    retention.look(instant(0.9, 86_300.0))
    retention.look(instant(far + 1, 86_500.0))
    assert everything(small_fleet) == before

    retention = FleetRetention(small_fleet.database, instant(far, 10.0))
    for hour in range(1, 26):
        retention.look(instant(far + hour / 24, 10.0 + hour * 3600.0))
    assert small_fleet.rows("SELECT COUNT(*) FROM lessons") == [(0,)]


def test_a_robot_that_changes_its_words_all_the_time_fills_no_disk(
    small_fleet: HearingFleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet_retention, "MOST_WITHDRAWN", 3)
    (alex,) = small_fleet.trusting(1)
    for number in range(8):
        small_fleet.at(at(minutes=number))
        assert small_fleet.hear(alex, f"Door {number} sticks") == "accepted"

    kept = small_fleet.rows("SELECT text FROM lessons ORDER BY text")
    assert [text for (text,) in kept] == [f"Door {number} sticks" for number in (4, 5, 6, 7)]
    assert small_fleet.rows("SELECT COUNT(*) FROM faults") == [(4,)]


def test_a_fault_that_no_lesson_tells_any_more_leaves_with_the_others(fleet: HearingFleet) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, note("Lift 2 takes long", id="mem-00000001"))
    fleet.hear(alex, note("Lift 2 is fast", id="mem-00000001"))
    assert len(fleet.rows("SELECT id FROM faults")) == 2

    delete_old(fleet.database, fleet.clock.now().time)

    assert fleet.rows("SELECT text FROM faults") == [("Lift 2 is fast",)]
