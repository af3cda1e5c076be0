"""The server of a fleet: judges updates from carriers, stores them, and sends the fleet's notes.

Updates are judged by the same rules as on a robot (rules.md §6).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from robot_memory.applications.fleet.database import FleetDatabase, Statements
from robot_memory.applications.fleet.fleet_notes import FleetNotes
from robot_memory.applications.fleet.fleet_sums import week_of
from robot_memory.applications.fleet.fleet_writer import FleetRetention, FleetWriter
from robot_memory.foundation.errors import FleetRefused
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.robot_keys import RobotKeys
from robot_memory.foundation.identity.trust_store import CardWatch, TrustList, TrustStore
from robot_memory.foundation.time.clock import Clock
from robot_memory.sharing.carriers.carrier import Carrier
from robot_memory.sharing.carriers.update_channel import UpdateChannel
from robot_memory.sharing.federation.announcer import Announcer
from robot_memory.sharing.federation.flood_guard import FloodGuard, RejectionCounter
from robot_memory.sharing.federation.robot_update import RobotUpdate
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, write_envelope
from robot_memory.sharing.federation.update_checks import UpdateReceiver, distrust
from robot_memory.sharing.federation.update_verdict import (
    HARMLESS,
    NOT_LISTED,
    UpdateOutcome,
    UpdateVerdict,
)

#: Most robots of a fleet server; each is asked for its updates.
MOST_ROBOTS = 20_000
_WAITS = "the database does not answer; the update is read again once it does"
_TICK = 0.1  # s
_LOOK = 2.0  # s between two checks of cards, notes and a failed database
_STORED = "sequence"  # its name in the table ``meta``


@dataclass(eq=False, repr=False)
class FleetReceiver:
    """Judges updates, and stores accepted ones before they count as seen.

    Not thread-safe.
    """

    card: Card
    trust: TrustStore
    writer: FleetWriter
    clock: Clock
    report: Callable[[str], None]  # called with a sentence for each event
    # whether the database failed; the server resets it once the database answers
    is_waiting: bool = field(default=False, init=False)
    # counts refusals
    rejections: RejectionCounter = field(default_factory=RejectionCounter, init=False)
    _trust_state: tuple[object, ...] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._cards = CardWatch(self.trust)
        self._trust = TrustList({})
        self.session = secrets.token_hex(8)
        self._receiver = UpdateReceiver(
            self.card, self.session, lambda rrn: self._trust.by_rrn.get(rrn),
            # Read each time, so that only committed updates ever count as seen.
            self.writer.record_of, is_open=False, guard=FloodGuard(MOST_ROBOTS),
        )  # fmt: skip

    def asks(self) -> frozenset[str]:
        """Return the robots whose updates are worth asking for. Any thread may ask."""
        return frozenset(rrn for rrn, robot in self._trust.by_rrn.items() if not robot.is_revoked)

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        """Accept or refuse updates, one after another."""
        return [self.receive(envelope, size) for envelope, size in messages]

    def receive(self, envelope: SignedEnvelope, size: int) -> UpdateVerdict:
        """Accept or refuse an update; an accepted one is durable on return."""
        now = self.clock.now()
        try:
            judged = self._receiver.judge(envelope, size, now)
            if judged.update is not None and judged.seen is not None:
                deleted = self.writer.take(self._dated(judged.update), judged.seen, now.time)
                if deleted:
                    self.report(f"{judged.seen.label}: {deleted} lessons deleted on request")
                if judged.warning is not None:
                    self.refuse(judged.warning)
            elif judged.seen is not None:
                self.writer.forget(judged.seen, now.time)
            elif judged.verdict.outcome is UpdateOutcome.FUTURE:  # valid signature, no replay
                problem = f"its updates are refused: {judged.verdict.reason}"
                self.writer.note_problem(judged.verdict.rrn, problem)
        except FleetRefused as error:
            self.wait(error)
            return UpdateVerdict(envelope.card.rrn, UpdateOutcome.WAITING, _WAITS)
        return self.refuse(judged.verdict)

    def _dated(self, update: RobotUpdate) -> RobotUpdate:
        """Return an update, without a description that belongs to another week than the update."""
        if update.robot is None:
            return update
        week, issued = week_of(update.robot.week), week_of(update.issued.date())
        if issued - 1 <= week <= issued:
            return update
        reason = f"it describes the week of {update.robot.week} in an update of {update.issued:%F}"
        verdict = UpdateVerdict(update.rrn, UpdateOutcome.UNREADABLE, reason, rejected=1)
        self.refuse(verdict)
        return replace(update, robot=None)

    def refuse(self, verdict: UpdateVerdict) -> UpdateVerdict:
        """Count a refusal, of a whole update or of parts; report each kind once."""
        is_refused = verdict.outcome not in HARMLESS or verdict.rejected
        if is_refused and self.rejections.note(verdict):
            self.report(f"{verdict.rrn}: {verdict.outcome.value}: {verdict.reason}")
        return verdict

    def should_read_again(self) -> bool:
        """Return, once, whether messages were dropped, so that latched ones must be read again."""
        return self._receiver.guard.should_read_again(self.clock.now().uptime, quiet=5.0)

    def reload_trust(self) -> bool:
        """Read the cards again if they changed; return whether they did.

        The words of robots that are no longer trusted are deleted for good. A missing or unreadable
        card withdraws no trust, except that of a robot whose card was removed while other cards
        stayed.

        Raises:
            FleetRefused: the database does not answer; the cards are read again at the next call.
        """
        state = self._cards.state(self.clock.now().uptime)
        if state == self._trust_state:
            return False
        trust = self.trust.read()
        for problem in trust.problems:
            self.report(problem)
        heard = self.writer.fingerprints()
        for rrn, fingerprint in heard.items():
            reason = distrust(trust.by_rrn.get(rrn), fingerprint)
            record = self.writer.record_of(rrn) if reason else None
            if record is None or record.problem == reason:
                continue
            was_taken_away = rrn in self._trust.by_rrn and trust.by_rrn and not trust.unusable
            if reason == NOT_LISTED and not was_taken_away:
                self.report(f"{rrn}: no card of it can be read; what it said stays as it is")
            else:
                now = self.clock.now().time
                self.writer.forget(record.forgotten(reason, now), now)
                self.report(f"{rrn}: {reason}: nothing of it is kept")
        self.writer.expect(
            {rrn: one.name for rrn, one in trust.by_rrn.items() if not one.is_revoked}
        )
        self._trust, self._trust_state = trust, state
        return True

    def wait(self, error: FleetRefused) -> None:
        """Note that the database failed; report it once, until it answers again."""
        if not self.is_waiting:
            self.report(str(error))
        self.is_waiting = True


@dataclass(eq=False, repr=False)
class FleetServer:
    """Runs in one thread."""

    keys: RobotKeys
    trust: TrustStore
    database: FleetDatabase
    # creates the carriers, at least one, given the receiver; they may use its ``asks``
    carriers: Callable[[FleetReceiver], Sequence[Carrier]]
    clock: Clock
    report: Callable[[str], None]  # called with a sentence for each event
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
        """Serve until ``should_stop`` returns true; failures are reported and retried."""
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
        """Do the work that needs the database; raises FleetRefused if it does not answer."""
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
        """Publish the fleet's notes if it is time; nothing before the first note."""
        instant = self.clock.now()
        told = [note.as_entry(instant.time) for note in self._notes.told(instant.time)]
        if not told:
            with self.database.reading() as statements:
                if not _read_sequence(statements):
                    return
        envelope = self._announcer.due(told, instant)
        if envelope is not None:
            for carrier in self._carriers:
                carrier.publish(envelope.card.rrn, write_envelope(envelope))

    def _tell_carriers(self) -> None:
        """Report once when a carrier stops working, and when it works again."""
        problems = {one.name: one.status().problem for one in self._carriers}
        for name, problem in problems.items():
            if problem != self._problems.get(name, ""):
                self.report(f"{name}: {problem or 'updates are carried again'}")
        self._problems = problems

    def _next_sequence(self, least: int) -> int:
        """Return a sequence number, at least ``least``, that was never used, and store it."""
        with self.database.writing() as statements:
            number = max(least, _read_sequence(statements) + 1)
            statements.run(
                "INSERT INTO meta VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                _STORED, str(number),
            )  # fmt: skip
        return number


def _read_sequence(statements: Statements) -> int:
    """Return the sequence number of the fleet's last update; 0 before the first."""
    known = statements.rows("SELECT value FROM meta WHERE name = ?", _STORED)
    return int(known[0][0]) if known else 0
