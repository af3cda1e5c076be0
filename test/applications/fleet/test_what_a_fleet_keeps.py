"""A fleet judges updates as a robot does, and keeps them for a time in either kind of database."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from federation_builders import BLOCKED, LIP, at, forged, note, size_of, talker
from fleet_builders import MONDAY, HearingFleet, described, everything, fault

from robot_memory.applications.fleet import fleet_writer
from robot_memory.applications.fleet.fleet_writer import FleetRetention, delete_old
from robot_memory.foundation.time.clock import Instant

SLIP = fault()


def test_a_lesson_is_stored_with_the_description_of_its_robot(fleet: HearingFleet) -> None:
    alex = talker(1)
    fleet.believe(alex, name="Alex")
    robot = described((SLIP, "left wheel", (0,) * 7 + (3,)), site="Hamburg")

    assert fleet.hear(alex, SLIP, robot=robot) == "accepted"

    assert fleet.rows("SELECT rrn, name, model, site FROM robots") == [
        (alex.rrn, "Alex", "Rover 3", "Hamburg")
    ]
    assert fleet.rows("SELECT component, text, robots FROM faults") == [
        ("left wheel", "left wheel slips", 1)
    ]
    assert fleet.rows("SELECT onsets FROM fault_weeks") == [(3,)]


def test_a_repeated_update_changes_nothing_even_after_a_restart(fleet: HearingFleet) -> None:
    (alex,) = fleet.trusting(1)
    robot = described((SLIP, "left wheel", (1,) * 8), failures=(1,) * 8)
    envelope = alex.says(SLIP, robot=robot)
    fleet.receiver.receive(envelope, size_of(envelope))
    before = everything(fleet)

    fleet.restart()
    outcome = fleet.receiver.receive(envelope, size_of(envelope)).outcome.value
    fleet.hear(alex, SLIP, robot=robot)

    assert outcome == "known"
    assert everything(fleet) == before


def test_a_lesson_missing_in_the_next_update_is_withdrawn(fleet: HearingFleet) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, SLIP, robot=described((SLIP, "left wheel", (1,) * 8)))

    fleet.at(at(hours=1))
    fleet.hear(alex, robot=described())

    assert fleet.rows("SELECT robots FROM faults") == [(0,)]
    assert fleet.rows("SELECT COUNT(*) FROM lessons WHERE withdrawn IS NULL") == [(0,)]
    assert fleet.rows("SELECT SUM(onsets) FROM fault_weeks") == [(8,)]


def test_a_robot_with_a_new_model_is_counted_under_it(fleet: HearingFleet) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, SLIP, robot=described((SLIP, "left wheel", ())))

    fleet.at(at(hours=1))
    fleet.hear(alex, SLIP, robot=described((SLIP, "left wheel", ()), model="Rover 4"))

    assert fleet.rows("SELECT value, robots FROM fault_robots WHERE fault <> 0 ORDER BY 1") == [
        ("Rover 3", 0), ("Rover 4", 1),
    ]  # fmt: skip
    assert fleet.rows("SELECT value, SUM(minutes) FROM exposure GROUP BY value ORDER BY value") == [
        ("", 4800), ("Rover 3", 4200), ("Rover 4", 600),
    ]  # fmt: skip


@pytest.mark.parametrize("reason", ["forged", "not trusted", "replayed", "expired"])
def test_a_fleet_refuses_the_updates_that_a_robot_refuses(
    small_fleet: HearingFleet, reason: str
) -> None:
    fleet, alex = small_fleet, talker(1)
    if reason != "not trusted":
        fleet.believe(alex)
        fleet.hear(alex, SLIP)
    before = everything(fleet)
    if reason == "replayed":
        alex.sequence -= 10
    issued = at(days=-8) if reason == "expired" else at()
    envelope = alex.says("All corridors are free", issued=issued)
    envelope = forged(envelope) if reason == "forged" else envelope

    outcome = fleet.receiver.receive(envelope, size_of(envelope)).outcome.value

    assert outcome == reason
    assert everything(fleet) == before
    assert reason in fleet.told[-1]


def test_no_word_or_count_of_a_revoked_robot_is_kept(
    fleet: HearingFleet,
) -> None:
    alex, bob = fleet.trusting(1, 2)
    robot = described((SLIP, "left wheel", (1,) * 8), failures=(1,) * 8)
    hostile = replace(SLIP, text="Obey me", first_seen=at(days=-9), last_reinforced=at(days=-8))
    fleet.hear(bob, SLIP, robot=robot)
    before = everything(fleet)
    fleet.revoke(bob)
    fleet.hear(alex, hostile, "All corridors are free", robot=robot)
    fleet.believe(bob)
    fleet.hear(bob, SLIP, robot=robot)
    assert everything(fleet) != before

    fleet.revoke(alex)

    after = everything(fleet)
    assert after.pop("robots") != before.pop("robots")
    assert after == before


def test_no_description_of_a_revoked_robot_is_kept(fleet: HearingFleet) -> None:
    alex = talker(1)
    fleet.believe(alex, name="Alex")
    fleet.hear(alex, SLIP, robot=described((SLIP, "left wheel", (1,) * 8), site="Hamburg"))

    fleet.revoke(alex)

    assert fleet.rows("SELECT name, model, site, kinds FROM robots") == [("Alex", "", "", "{}")]
    assert fleet.rows("SELECT * FROM exposure WHERE value <> ''") == []


@pytest.mark.parametrize("what", ["cut", "all away", "away at a start", "cut at a start"])
def test_a_missing_or_damaged_card_at_the_start_deletes_no_lesson(
    small_fleet: HearingFleet, what: str
) -> None:
    alex, bob = small_fleet.trusting(1, 2)
    small_fleet.hear(alex, SLIP)
    path = small_fleet.trust.folder / f"{alex.rrn}.json"
    card = path.read_text()
    if "cut" in what:
        path.write_text(card[:-9])
    else:
        path.unlink()
    if what == "all away":
        (small_fleet.trust.folder / f"{bob.rrn}.json").unlink()
    small_fleet.clock.set(at(minutes=5))

    if "start" in what:
        small_fleet.restart()
    else:
        small_fleet.receiver.reload_trust()

    assert small_fleet.rows("SELECT COUNT(*) FROM lessons") == [(1,)]
    assert "what it said stays as it is" in small_fleet.told[-1]
    path.write_text(card)
    small_fleet.clock.set(at(minutes=10))
    small_fleet.receiver.reload_trust()
    assert small_fleet.hear(alex, SLIP) == "accepted"


def test_removing_a_card_while_the_server_runs_ends_the_trust(
    small_fleet: HearingFleet,
) -> None:
    alex, _ = small_fleet.trusting(1, 2)
    small_fleet.hear(alex, SLIP)
    (small_fleet.trust.folder / f"{alex.rrn}.json").unlink()
    small_fleet.clock.set(at(minutes=5))
    small_fleet.receiver.reload_trust()

    assert small_fleet.rows("SELECT COUNT(*) FROM lessons") == [(0,)]
    told = list(small_fleet.told)
    small_fleet.restart()
    assert small_fleet.told == told


def test_no_lesson_of_a_disputed_robot_is_kept(small_fleet: HearingFleet) -> None:
    (alex,) = small_fleet.trusting(1)
    small_fleet.hear(alex, SLIP)
    alex.sequence -= 1

    assert small_fleet.hear(alex, "All corridors are free") == "two stories"

    assert small_fleet.rows("SELECT COUNT(*) FROM lessons") == [(0,)]


@pytest.mark.parametrize("weeks", [-2, 1, 300])
def test_a_description_with_wrong_weeks_is_not_counted(
    small_fleet: HearingFleet, weeks: int
) -> None:
    (alex,) = small_fleet.trusting(1)
    robot = described((SLIP, "left wheel", (1,) * 8), week=MONDAY + timedelta(weeks=weeks))

    assert small_fleet.hear(alex, SLIP, robot=robot) == "accepted"

    assert small_fleet.rows("SELECT COUNT(*) FROM robot_weeks") == [(0,)]
    assert small_fleet.rows("SELECT COUNT(*) FROM lessons") == [(1,)]
    assert "describes the week of" in small_fleet.told[-1]


def test_the_stored_record_of_a_robot_has_no_withdrawn_text(fleet: HearingFleet) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, BLOCKED)

    fleet.hear(alex, LIP)

    ((record,),) = fleet.rows("SELECT record FROM robots")
    assert BLOCKED not in record


def test_data_older_than_the_retention_is_deleted(fleet: HearingFleet) -> None:
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

    far = 3_300.0  # a clock nine years ahead
    retention = FleetRetention(small_fleet.database, instant(far, 10.0))
    retention.look(instant(far, 20.0))
    retention.look(instant(0.9, 86_300.0))
    retention.look(instant(far + 1, 86_500.0))
    assert everything(small_fleet) == before

    retention = FleetRetention(small_fleet.database, instant(far, 10.0))
    for hour in range(1, 26):
        retention.look(instant(far + hour / 24, 10.0 + hour * 3600.0))
    assert small_fleet.rows("SELECT COUNT(*) FROM lessons") == [(0,)]


def test_the_withdrawn_lessons_of_a_robot_are_bounded(
    small_fleet: HearingFleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet_writer, "MOST_WITHDRAWN", 3)
    (alex,) = small_fleet.trusting(1)
    for number in range(8):
        small_fleet.at(at(minutes=number))
        assert small_fleet.hear(alex, f"Door {number} sticks") == "accepted"

    kept = small_fleet.rows("SELECT text FROM lessons ORDER BY text")
    assert [text for (text,) in kept] == [f"Door {number} sticks" for number in (4, 5, 6, 7)]
    assert small_fleet.rows("SELECT COUNT(*) FROM faults") == [(4,)]


def test_a_fault_without_lessons_is_deleted(fleet: HearingFleet) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, note("Lift 2 takes long", id="mem-00000001"))
    fleet.hear(alex, note("Lift 2 is fast", id="mem-00000001"))
    assert len(fleet.rows("SELECT id FROM faults")) == 2

    delete_old(fleet.database, fleet.clock.now().time)

    assert fleet.rows("SELECT text FROM faults") == [("Lift 2 is fast",)]
