"""Robots that report to a fleet, and a fleet that receives them without a network."""

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
    """Make a detector's entry."""
    text = fields.pop("text", f"{component} {symptom}")
    return note(text, **{"type": "hardware_observation", "about": ("slip", symptom), **fields})


def described(
    *faults: tuple[SharedEntry, str, Sequence[int]],
    minutes: Sequence[int] = (600,) * 8,
    failures: Sequence[int] = (),
    **fields: Any,
) -> RobotProfile:
    """Make a robot profile: faults with their component and onsets by week."""
    return RobotProfile(
        **{"week": MONDAY, "model": "Rover 3", **fields},
        minutes=tuple(minutes),
        failures=tuple(failures) or (0,) * len(minutes),
        faults=tuple(
            FaultCount(entry.id, component, tuple(onsets)) for entry, component, onsets in faults
        ),
    )


class HearingFleet:
    """A fleet's memory: a real database, without a carrier.

    Attributes:
        told: the news so far.
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
        """Restart with the content of the database."""
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
        """Trust these robots, and return them."""
        robots = [talker(number) for number in numbers]
        self.believe(*robots)
        return robots

    def revoke(self, robot: Talker) -> None:
        """Revoke the trust in a robot."""
        self.trust.revoke(robot.rrn, self.clock.now().time)
        self.receiver.reload_trust()

    def hear(self, speaker: Talker, *entries: SharedEntry | str, **fields: Any) -> str:
        """Receive a robot's update; return the name of the outcome."""
        envelope = speaker.says(*entries, **{"issued": self.clock.now().time, **fields})
        return self.receiver.receive(envelope, size_of(envelope)).outcome.value

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of an SQL query."""
        with self.database.reading() as statements:
            return statements.rows(sql)

    def at(self, time: datetime) -> None:
        """Set the time."""
        self.clock.set(time)


def everything(fleet: HearingFleet) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of all tables with robots' data, without the times of reception."""
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
