"""A fleet's notes to its robots: labelled, signed, and never evidence (document 000 §6)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from federation_builders import NOON, at, size_of
from fleet_builders import FLEET, HearingFleet
from robots import keys_of, rrn_of

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.robot_keys import write_keys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.announcer import Announcer
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope

CLOSED = "Hall 4 is closed for repairs"
NOTE = "environment_note"


def said(fleet: HearingFleet) -> SignedEnvelope:
    """Return the fleet's update with its notes."""
    now = fleet.clock.now()
    told = [note.as_entry(now.time) for note in fleet.notes.told(now.time)]
    envelope = Announcer(keys_of(FLEET), "start", lambda least: least).due(told, now)
    assert envelope is not None
    return envelope


def robot(home: Path, clock: ManualClock) -> RobotMemory:
    """Return the memory of a robot that trusts the fleet."""
    write_keys(home / "keys" / "own.json", keys_of(1))
    trust = TrustStore(home / "keys" / "peers")
    trust.trust(keys_of(FLEET).card, NOON, name="north", is_fleet=True)
    return RobotMemory.open(home, settings=Settings(rrn=rrn_of(1)), clock=clock)


def test_000_a_robot_shows_a_note_of_its_fleet_as_the_fleets(
    small_fleet: HearingFleet, tmp_path: Path
) -> None:
    small_fleet.notes.write(CLOSED, NOTE, [], 30, NOON)

    with robot(tmp_path / "robot", small_fleet.clock) as memory:
        envelope = said(small_fleet)
        memory.federate(lambda news: None).receive_all([(envelope, size_of(envelope))])
        memory.save(force=True)
        told, own = memory.peers.context(1000).text, memory.context().text

    label = f"the fleet north ({rrn_of(FLEET)}) reports: “{CLOSED}”"
    assert label in told and CLOSED not in own
    with RobotMemory.open(tmp_path / "robot", read_only=True) as memory:
        assert "role: fleet" in memory.home.memory_file.read_text()


def test_000_a_note_of_a_fleet_reinforces_no_entry_of_a_robot(
    small_fleet: HearingFleet, tmp_path: Path
) -> None:
    with robot(tmp_path / "robot", small_fleet.clock) as memory:
        memory.remember(NOTE, CLOSED, confidence=0.5)
        ((before, entry),) = memory.entries()
        small_fleet.notes.write(CLOSED, NOTE, [], 30, NOON)
        envelope = said(small_fleet)
        memory.federate(lambda news: None).receive_all([(envelope, size_of(envelope))])

        assert memory.entries() == [(before, entry)]


def test_a_note_is_sent_until_it_ends_or_is_withdrawn(fleet: HearingFleet) -> None:
    closed = fleet.notes.write(CLOSED, NOTE, [], 30, NOON)
    lift = fleet.notes.write("The lift is slow", NOTE, [], 2, NOON)

    assert {one.id for one in fleet.notes.told(at(days=1))} == {closed.id, lift.id}
    assert [one.id for one in fleet.notes.told(at(days=3))] == [closed.id]
    assert fleet.notes.withdraw(closed.id, at(days=3))
    assert fleet.notes.told(at(days=3)) == []
    assert not fleet.notes.withdraw(closed.id, at(days=3))


def test_a_note_ends_when_its_source_robot_is_no_longer_trusted(
    fleet: HearingFleet,
) -> None:
    alex, bob = fleet.trusting(1, 2)
    fleet.hear(alex, CLOSED)
    fleet.hear(bob, CLOSED)
    fleet.notes.write(CLOSED, NOTE, [alex.rrn, bob.rrn], 30, NOON)
    assert len(fleet.notes.told(NOON)) == 1

    fleet.revoke(bob)
    assert fleet.notes.told(NOON) == []

    fleet.believe(bob)  # which may have deleted the words meanwhile
    fleet.hear(bob, CLOSED)
    assert fleet.notes.told(NOON) == []


def test_an_invalid_note_is_refused_with_all_its_defects(
    small_fleet: HearingFleet,
) -> None:
    with pytest.raises(InvalidInput) as refused:
        small_fleet.notes.write("\u200b", "rumour", ["RRN-000000000077"], 900, NOON)

    assert [defect.path for defect in refused.value.defects] == ["text", "type", "days", "of"]
    assert small_fleet.notes.told(NOON) == []


@pytest.mark.parametrize("is_first", [True, False])
def test_a_persons_note_keeps_its_end_when_repeated_with_a_source_robot(
    fleet: HearingFleet, is_first: bool
) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, CLOSED)
    said: list[tuple[list[str], int]] = [([], 20), ([alex.rrn], 1)]
    for sources, days in said if is_first else reversed(said):
        fleet.notes.write(CLOSED, NOTE, sources, days, NOON)

    (note,) = fleet.notes.told(NOON)
    assert (note.sources, note.until) == ((), NOON + timedelta(days=20))
