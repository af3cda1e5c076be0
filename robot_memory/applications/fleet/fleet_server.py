"""The server of a fleet: receives from carriers, stores, and tells the fleet's notes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from robot_memory.applications.fleet.database import FleetDatabase, Statements
from robot_memory.applications.fleet.fleet_notes import FleetNotes
from robot_memory.applications.fleet.fleet_receiver import FleetReceiver
from robot_memory.applications.fleet.fleet_retention import FleetRetention
from robot_memory.applications.fleet.fleet_writer import FleetWriter
from robot_memory.foundation.errors import FleetRefused
from robot_memory.foundation.identity.robot_keys import RobotKeys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.time.clock import Clock
from robot_memory.sharing.carriers.carrier import Carrier
from robot_memory.sharing.carriers.update_channel import UpdateChannel
from robot_memory.sharing.federation.announcer import Announcer
from robot_memory.sharing.federation.signed_envelope import write_envelope

_TICK = 0.1  # s
_LOOK = 2.0  # s between two looks at cards, notes and a database that failed
_STORED = "sequence"  # name in the table ``meta``


@dataclass(eq=False, repr=False)
class FleetServer:
    """Runs in one thread."""

    keys: RobotKeys
    trust: TrustStore
    database: FleetDatabase
    # bring updates; one at least. Given ``asks`` of the receiver.
    carriers: Callable[[FleetReceiver], Sequence[Carrier]]
    clock: Clock
    report: Callable[[str], None]  # told in a sentence what happens
    _problems: Mapping[str, str] = field(default_factory=dict, init=False)
    _look_at: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._writer = FleetWriter(self.database)
        self._notes = FleetNotes(self.database)
        self._retention = FleetRetention(self.database, self.clock.now())
        self.receiver = FleetReceiver(
            self.keys.card, self.trust, self._writer, self.clock, self.report
        )
        self.receiver.reload_trust()
        self._announcer = Announcer(
            self.keys, self.receiver.session, self._next_sequence, deleted=self._notes.deleted
        )
        self._carriers = self.carriers(self.receiver)
        self._channels = [
            UpdateChannel(carrier, self.receiver, lambda rrn, data: None)
            for carrier in self._carriers
        ]

    def run(self, should_stop: Callable[[], bool]) -> None:
        """Serve until that is true; what goes wrong meanwhile is told, and tried again."""
        for channel in self._channels:
            channel.start()
        try:
            while not should_stop():
                self._turn(time.monotonic())
        finally:
            for carrier in self._carriers:
                carrier.close()

    def _turn(self, now: float) -> None:
        for channel in self._channels[1:]:
            channel.deliver(0.0)
        self._channels[0].deliver(_TICK)
        for channel in self._channels:
            channel.tick(now)
        if now >= self._look_at:
            self._look_at = now + _LOOK
            self._tell_carriers()
            try:
                self._look()
            except FleetRefused as error:
                self.receiver.wait(error)

    def _look(self) -> None:
        """Do what needs the database.

        Raises:
            FleetRefused: it does not answer.
        """
        is_news = self.receiver.reload_trust()
        self._tell_robots()
        self._retention.look(self.clock.now())
        if self.receiver.is_waiting:
            self.receiver.is_waiting = False
            self.report("the database answers again; all that robots offer is read anew")
            is_news = True
        if is_news or self.receiver.should_read_again():
            for channel in self._channels:
                channel.read_anew()

    def _tell_robots(self) -> None:
        """Publish the fleet's notes where it is time for it; nothing until there was a note."""
        instant = self.clock.now()
        told = [note.as_entry(instant.time) for note in self._notes.told(instant.time)]
        if not told and not self._last_sequence():
            return
        envelope = self._announcer.due(told, instant)
        if envelope is not None:
            for carrier in self._carriers:
                carrier.publish(envelope.card.rrn, write_envelope(envelope))

    def _last_sequence(self) -> int:
        with self.database.reading() as statements:
            return _read_sequence(statements)

    def _tell_carriers(self) -> None:
        """Tell what keeps a carrier from working, once, and that it works again."""
        problems = {one.name: one.status().problem for one in self._carriers}
        for name, problem in problems.items():
            if problem != self._problems.get(name, ""):
                self.report(f"{name}: {problem or 'updates are carried again'}")
        self._problems = problems

    def _next_sequence(self, least: int) -> int:
        """Return a number that was never used, at least the one given; it is durable."""
        with self.database.writing() as statements:
            number = max(least, _read_sequence(statements) + 1)
            statements.run(
                "INSERT INTO meta VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                _STORED, str(number),
            )  # fmt: skip
        return number


def _read_sequence(statements: Statements) -> int:
    """Return the number of the last update that the fleet told; 0 before the first."""
    known = statements.rows("SELECT value FROM meta WHERE name = ?", _STORED)
    return int(known[0][0]) if known else 0
