"""Robots that tell a fleet of themselves, and a fleet that hears them without a network."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from federation_builders import NOON, Talker, note, size_of, talker
from robots import keys_of

from robot_memory.applications.fleet.database import DatabaseAddress, FleetDatabase, open_database
from robot_memory.applications.fleet.fleet_notes import FleetNotes
from robot_memory.applications.fleet.fleet_server import FleetReceiver
from robot_memory.applications.fleet.fleet_writer import FleetWriter
from robot_memory.applications.fleet.schema import prepare
from robot_memory.applications.reliability.profile_source import monday_of
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.sharing.federation.robot_profile import FaultCount, RobotProfile
from robot_memory.sharing.federation.shared_entry import SharedEntry

FLEET = 900  # the number of the fleet's keys
MONDAY = monday_of(NOON.date())


def fault(component: str = "left wheel", symptom: str = "slips", **fields: Any) -> SharedEntry:
    """Make an entry of a detector."""
    text = fields.pop("text", f"{component} {symptom}")
    return note(text, **{"type": "hardware_observation", "about": ("slip", symptom), **fields})


def described(
    *faults: tuple[SharedEntry, str, Sequence[int]],
    minutes: Sequence[int] = (600,) * 8,
    failures: Sequence[int] = (),
    **fields: Any,
) -> RobotProfile:
    """Make a description: faults with their component and onsets by week."""
    return RobotProfile(
        **{"week": MONDAY, "model": "Rover 3", **fields},
        minutes=tuple(minutes),
        failures=tuple(failures) or (0,) * len(minutes),
        faults=tuple(
            FaultCount(entry.id, component, tuple(onsets)) for entry, component, onsets in faults
        ),
    )


class HearingFleet:
    """The memory of a fleet: a real database, without a carrier.

    Attributes:
        told: what was reported.
    """

    def __init__(self, home: Path, address: DatabaseAddress) -> None:
        self.database: FleetDatabase = open_database(address, write=True)
        prepare(self.database)
        self.clock = ManualClock(NOON, kind="wall", boot="test")
        self.trust = TrustStore(home / "keys" / "peers")
        self.writer = FleetWriter(self.database)
        self.notes = FleetNotes(self.database)
        self.told: list[str] = []
        self.restart()

    def restart(self) -> None:
        """Begin anew with what the database holds."""
        self.receiver = FleetReceiver(
            keys_of(FLEET).card, self.trust, self.writer, self.clock, self.told.append
        )
        self.receiver.reload_trust()

    def believe(self, *talkers: Talker, name: str = "") -> None:
        """Trust robots."""
        for each in talkers:
            self.trust.trust(each.card, self.clock.now().time, name=name)
        self.receiver.reload_trust()

    def trusting(self, *numbers: int) -> list[Talker]:
        """Return some robots, which it trusts from now on."""
        robots = [talker(number) for number in numbers]
        self.believe(*robots)
        return robots

    def revoke(self, robot: Talker) -> None:
        """Trust a robot no more."""
        self.trust.revoke(robot.rrn, self.clock.now().time)
        self.receiver.reload_trust()

    def hear(self, speaker: Talker, *entries: SharedEntry | str, **fields: Any) -> str:
        """Receive an update of a robot; return what became of it in a word."""
        envelope = speaker.says(*entries, **{"issued": self.clock.now().time, **fields})
        return self.receiver.receive(envelope, size_of(envelope)).outcome.value

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return what a statement selects."""
        with self.database.reading() as statements:
            return statements.rows(sql)

    def at(self, time: datetime) -> None:
        """Let it be some time."""
        self.clock.set(time)


def everything(fleet: HearingFleet) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables that hold what robots said, but for when it was heard."""
    columns = {
        "robots": "rrn, model, site, is_counted, problem",
        "faults": "id, text, robots, first_seen, last_seen",
        "fault_robots": "fault, dimension, value, robots",
        "lessons": "rrn, entry_id, fault, text, withdrawn",
        "robot_weeks": "*", "exposure": "*", "fault_weeks": "*",
    }  # fmt: skip
    return {
        table: sorted(fleet.rows(f"SELECT {names} FROM {table}"), key=repr)
        for table, names in columns.items()
    }
