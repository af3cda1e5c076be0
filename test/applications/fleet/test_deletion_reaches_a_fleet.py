"""A robot's withdrawals and deletions on request reach a fleet's memory and its notes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from federation_builders import BLOCKED, LIP, NOON, at, note, size_of, talker
from fleet_builders import FLEET, HearingFleet, described, everything, fault
from robots import keys_of, rrn_of

from robot_memory.applications.fleet.fleet_writer import KEPT_DAYS, delete_old
from robot_memory.foundation.identity.robot_keys import write_keys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.announcer import Announcer
from robot_memory.sharing.federation.robot_update import VALIDITY
from robot_memory.sharing.federation.shared_entry import TOLD, DeletedEntry
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope

NOTE = "environment_note"
QUOTED = f"Mind that: {BLOCKED}"


def deleted(*ids: str) -> tuple[DeletedEntry, ...]:
    return tuple(DeletedEntry(one, NOON) for one in ids)


def words_of(fleet: HearingFleet) -> str:
    """Return all that a database holds about robots and notes, as text."""
    tables = ("robots", "faults", "lessons", "notes", "fault_robots", "fault_weeks")
    return str([fleet.rows(f"SELECT * FROM {table}") for table in tables])


def test_a_deletion_is_announced_as_long_as_a_fleet_keeps_withdrawn_lessons() -> None:
    assert TOLD.days == KEPT_DAYS + VALIDITY.days


def test_a_lesson_that_a_robot_deletes_is_removed_from_the_database(fleet: HearingFleet) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, BLOCKED, LIP)

    assert fleet.hear(alex, LIP, deleted=deleted(note().id)) == "accepted"

    assert BLOCKED not in words_of(fleet) and BLOCKED.casefold() not in words_of(fleet)
    assert fleet.rows("SELECT text, robots FROM faults") == [(LIP, 1)]


def test_a_lesson_withdrawn_long_before_its_deletion_is_removed_too(
    fleet: HearingFleet,
) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, BLOCKED, LIP)
    fleet.at(at(days=100))
    fleet.hear(alex, LIP)
    assert BLOCKED in words_of(fleet)

    fleet.hear(alex, LIP, deleted=deleted(note().id))

    assert BLOCKED not in words_of(fleet)


def test_a_fault_that_other_robots_report_stays_in_their_words(fleet: HearingFleet) -> None:
    alex, bob = fleet.trusting(1, 2)
    mine = replace(fault(), text="Ada says the left wheel slips")
    fleet.hear(alex, mine, robot=described((mine, "left wheel", [0] * 7 + [3])))
    fleet.hear(bob, fault(), robot=described((fault(), "left wheel", [0] * 7 + [2])))

    fleet.hear(alex, deleted=deleted(mine.id), robot=described())

    assert "Ada" not in words_of(fleet) and "ada" not in words_of(fleet)
    assert fleet.rows("SELECT text, robots FROM faults") == [(fault().text, 1)]
    assert fleet.rows("SELECT rrn, onsets FROM fault_weeks") == [(bob.rrn, 2)]


def test_a_deletion_leaves_the_database_as_if_the_lesson_had_never_been_shared(
    fleet: HearingFleet,
) -> None:
    alex, bob = fleet.trusting(1, 2)
    fleet.hear(bob, BLOCKED)
    fleet.hear(alex, LIP)
    before = everything(fleet)

    fleet.hear(alex, LIP, BLOCKED)
    fleet.hear(alex, LIP, deleted=deleted(note().id))
    delete_old(fleet.database, NOON)

    assert everything(fleet) == before


def test_a_robot_cannot_delete_another_robots_lesson(small_fleet: HearingFleet) -> None:
    alex, bob = small_fleet.trusting(1, 2)
    small_fleet.hear(alex, BLOCKED)

    small_fleet.hear(bob, LIP, deleted=deleted(note().id))

    assert BLOCKED in words_of(small_fleet)


def test_a_lesson_shared_again_after_its_deletion_is_kept(small_fleet: HearingFleet) -> None:
    (alex,) = small_fleet.trusting(1)
    small_fleet.hear(alex, BLOCKED)
    small_fleet.hear(alex, deleted=deleted(note().id))

    small_fleet.hear(alex, BLOCKED, deleted=deleted(note().id))

    assert small_fleet.rows("SELECT text, robots FROM faults") == [(BLOCKED, 1)]


# --- Notes of the fleet --------------------------------------------------------------------------


def test_a_note_ends_once_its_source_robot_withdraws_the_repeated_lesson(
    fleet: HearingFleet, caplog: pytest.LogCaptureFixture
) -> None:
    alex, bob = fleet.trusting(1, 2)
    fleet.hear(alex, BLOCKED, LIP)
    fleet.hear(bob, LIP)
    fleet.notes.write(QUOTED, NOTE, [alex.rrn, bob.rrn], 30, NOON)
    fleet.notes.write("Hall 4 is closed", NOTE, [alex.rrn], 30, NOON)

    fleet.hear(alex, LIP)

    assert [one.text for one in fleet.notes.told(NOON)] == ["Hall 4 is closed"]
    assert f"is told no more: it repeats what {alex.rrn}" in caplog.text


@pytest.mark.parametrize("words", [BLOCKED, BLOCKED.lower(), f"{BLOCKED}."])
def test_a_note_stays_while_another_of_its_source_robots_shares_the_lesson(
    fleet: HearingFleet, words: str
) -> None:
    alex, bob = fleet.trusting(1, 2)
    fleet.hear(alex, BLOCKED, LIP)
    fleet.hear(bob, words)
    fleet.notes.write(QUOTED, NOTE, [alex.rrn, bob.rrn], 30, NOON)

    fleet.hear(alex, LIP)

    assert [one.text for one in fleet.notes.told(NOON)] == [QUOTED]


def test_a_note_stays_if_a_robot_that_is_not_its_source_withdraws_the_lesson(
    small_fleet: HearingFleet,
) -> None:
    alex, bob = small_fleet.trusting(1, 2)
    small_fleet.hear(alex, BLOCKED)
    small_fleet.hear(bob, BLOCKED)
    small_fleet.notes.write(QUOTED, NOTE, [bob.rrn], 30, NOON)

    small_fleet.hear(alex, LIP)

    assert [one.text for one in small_fleet.notes.told(NOON)] == [QUOTED]


def test_a_note_is_deleted_with_the_lesson_it_repeats(
    fleet: HearingFleet,
) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, BLOCKED)
    written = fleet.notes.write(QUOTED, NOTE, [alex.rrn], 30, NOON)
    fleet.at(at(hours=1))

    fleet.hear(alex, deleted=deleted(note().id))

    assert fleet.notes.told(at(hours=1)) == []
    assert BLOCKED not in words_of(fleet)
    assert fleet.notes.deleted() == (DeletedEntry(written.id, at(hours=1)),)


def test_a_robot_cannot_delete_a_persons_note_by_repeating_and_deleting_it(
    fleet: HearingFleet, caplog: pytest.LogCaptureFixture
) -> None:
    (alex,) = fleet.trusting(1)
    own = fleet.notes.write(BLOCKED, NOTE, [], 30, NOON)
    fleet.hear(alex, BLOCKED)

    fleet.hear(alex, deleted=deleted(note().id))

    assert fleet.notes.told(NOON) == [own]
    assert fleet.notes.deleted() == ()
    assert f"`robot-memory fleet withdraw {own.id}` ends it" in caplog.text


@pytest.mark.parametrize("ids", [(), (note().id,)], ids=["withdrawn", "deleted"])
def test_a_robot_cannot_end_a_note_by_repeating_and_withdrawing_its_text(
    fleet: HearingFleet, ids: tuple[str, ...]
) -> None:
    alex, bob = fleet.trusting(1, 2)
    fleet.hear(alex, LIP)
    fleet.hear(bob, LIP)
    own = fleet.notes.write(BLOCKED, NOTE, [alex.rrn, bob.rrn], 30, NOON)
    fleet.hear(alex, LIP, BLOCKED)

    fleet.hear(alex, LIP, deleted=deleted(*ids))

    assert fleet.notes.told(NOON) == [own]


def test_forgetting_a_robot_deletes_the_notes_that_rest_on_it_but_no_persons_note(
    small_fleet: HearingFleet,
) -> None:
    (alex,) = small_fleet.trusting(1)
    small_fleet.hear(alex, BLOCKED)
    small_fleet.notes.write(QUOTED, NOTE, [alex.rrn], 30, NOON)
    own = small_fleet.notes.write(BLOCKED, NOTE, [], 30, NOON)

    assert small_fleet.writer.drop(alex.rrn, NOON)

    assert small_fleet.notes.told(NOON) == [own]
    assert QUOTED not in words_of(small_fleet)


def test_a_note_whose_lesson_another_source_robot_still_shares_stays(
    fleet: HearingFleet,
) -> None:
    alex, bob = fleet.trusting(1, 2)
    fleet.hear(alex, BLOCKED)
    fleet.hear(bob, BLOCKED)
    fleet.notes.write(QUOTED, NOTE, [alex.rrn, bob.rrn], 30, NOON)

    fleet.hear(alex, deleted=deleted(note().id))
    assert [(one.text, one.sources) for one in fleet.notes.told(NOON)] == [(QUOTED, (bob.rrn,))]

    fleet.hear(bob, deleted=deleted(note().id))
    assert fleet.notes.told(NOON) == []
    assert BLOCKED not in words_of(fleet)


def test_a_note_that_is_written_again_is_not_named_as_deleted(small_fleet: HearingFleet) -> None:
    (alex,) = small_fleet.trusting(1)
    small_fleet.hear(alex, BLOCKED)
    small_fleet.notes.write(QUOTED, NOTE, [alex.rrn], 30, NOON)
    small_fleet.hear(alex, deleted=deleted(note().id))

    small_fleet.notes.write(QUOTED, NOTE, [], 30, NOON)

    assert small_fleet.notes.deleted() == ()
    assert len(small_fleet.notes.told(NOON)) == 1


def said(fleet: HearingFleet, announcer: Announcer) -> SignedEnvelope:
    """Return the fleet's next update with its notes."""
    told = [one.as_entry(NOON) for one in fleet.notes.told(NOON)]
    announcer.due(told, fleet.clock.now())
    fleet.at(at(seconds=2))
    envelope = announcer.due(told, fleet.clock.now())
    assert envelope is not None
    return envelope


def test_a_robot_removes_a_fleet_note_that_repeats_another_robots_deleted_lesson(
    small_fleet: HearingFleet, tmp_path: Path
) -> None:
    home, alex = tmp_path / "robot", talker(2)
    write_keys(home / "keys" / "own.json", keys_of(1))
    TrustStore(home / "keys" / "peers").trust(keys_of(FLEET).card, NOON, is_fleet=True)
    small_fleet.believe(alex)
    small_fleet.hear(alex, BLOCKED)
    small_fleet.notes.write(QUOTED, NOTE, [alex.rrn], 30, NOON)
    announcer = Announcer(
        keys_of(FLEET), "start", lambda least: least, deleted=small_fleet.notes.deleted
    )
    first = announcer.due([n.as_entry(NOON) for n in small_fleet.notes.told(NOON)],
                          small_fleet.clock.now())  # fmt: skip
    assert first is not None

    settings = Settings(rrn=rrn_of(1))
    with RobotMemory.open(home, settings=settings, clock=small_fleet.clock) as memory:
        exchange = memory.federate(lambda news: None)
        exchange.receive_all([(first, size_of(first))])
        assert QUOTED in memory.peers.context(1000).text
        small_fleet.hear(alex, deleted=deleted(note().id))
        second = said(small_fleet, announcer)
        exchange.receive_all([(second, size_of(second))])

        assert memory.peers.context(1000).text == ""
        assert BLOCKED not in str([row.detail for row in memory.ledger.after(0)])


def test_an_older_update_of_a_forgotten_robot_is_a_replay(
    fleet: HearingFleet,
) -> None:
    (alex,) = fleet.trusting(1)
    captured = alex.says(BLOCKED, issued=NOON)
    fleet.receiver.receive(captured, size_of(captured))
    assert fleet.writer.drop(alex.rrn, NOON)
    fleet.restart()

    assert fleet.receiver.receive(captured, size_of(captured)).outcome.value == "replayed"
    assert BLOCKED not in words_of(fleet)
    assert fleet.hear(alex, LIP) == "accepted"
    assert LIP in words_of(fleet)
