"""Takes in updates for a fleet, judged by the very rules of a robot (rules.md §6)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from robot_memory.applications.fleet.fleet_sums import week_of
from robot_memory.applications.fleet.fleet_writer import FleetWriter
from robot_memory.foundation.errors import FleetRefused
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.trust_store import CardWatch, TrustList, TrustStore
from robot_memory.foundation.time.clock import Clock
from robot_memory.sharing.federation.flood_guard import FloodGuard, RejectionCounter
from robot_memory.sharing.federation.robot_update import RobotUpdate
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope
from robot_memory.sharing.federation.update_checks import UpdateReceiver, distrust
from robot_memory.sharing.federation.update_verdict import (
    HARMLESS,
    NOT_LISTED,
    UpdateOutcome,
    UpdateVerdict,
)

#: Robots of one fleet server; each is asked for what it announces.
MOST_ROBOTS = 20_000
_WAITS = "the database does not answer; the update is read again once it does"


@dataclass(eq=False, repr=False)
class FleetReceiver:
    """Judges updates, and stores those that count before they are taken as seen.

    Not safe to share between threads.
    """

    card: Card
    trust: TrustStore
    writer: FleetWriter
    clock: Clock
    report: Callable[[str], None]  # told in a sentence what happens
    # whether the database failed; the server sets it back once it answers
    is_waiting: bool = field(default=False, init=False)
    # what was refused
    rejections: RejectionCounter = field(default_factory=RejectionCounter, init=False)
    _trust_state: tuple[object, ...] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._cards = CardWatch(self.trust)
        self._trust = TrustList({})
        self.session = secrets.token_hex(8)
        self._receiver = UpdateReceiver(
            self.card, self.session, lambda rrn: self._trust.by_rrn.get(rrn),
            # Read each time: what is remembered as seen is what was committed, whatever happens.
            self.writer.record_of, is_open=False, guard=FloodGuard(MOST_ROBOTS),
        )  # fmt: skip

    def asks(self) -> frozenset[str]:
        """Return the robots whose updates are worth asking for. Any thread may ask."""
        return frozenset(rrn for rrn, robot in self._trust.by_rrn.items() if not robot.is_revoked)

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        """Take in updates, or refuse them, one after another."""
        return [self.receive(envelope, size) for envelope, size in messages]

    def receive(self, envelope: SignedEnvelope, size: int) -> UpdateVerdict:
        """Take in an update, or refuse it; one that counts is durable once this has returned."""
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
        except FleetRefused as error:
            self.wait(error)
            return UpdateVerdict(envelope.card.rrn, UpdateOutcome.WAITING, _WAITS)
        return self.refuse(judged.verdict)

    def _dated(self, update: RobotUpdate) -> RobotUpdate:
        """Return an update without a description of other weeks than those of its time."""
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
        """Count what was refused, of an update or as a whole; tell each kind once."""
        is_refused = verdict.outcome not in HARMLESS or verdict.rejected
        if is_refused and self.rejections.note(verdict):
            self.report(f"{verdict.rrn}: {verdict.outcome.value}: {verdict.reason}")
        return verdict

    def should_read_again(self) -> bool:
        """Tell, once, that messages were dropped, and that what is latched is to be read again."""
        return self._receiver.guard.should_read_again(self.clock.now().uptime, quiet=5.0)

    def reload_trust(self) -> bool:
        """Read the cards where they changed; return whether they did.

        What a robot said that is not trusted any more is deleted: its words do not come back. A
        card that is missing or cannot be read withdraws no trust, but for one that was here before
        and was taken away from among others.

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
            if reason == NOT_LISTED and not self._was_taken_away(rrn, trust):
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

    def _was_taken_away(self, rrn: str, trust: TrustList) -> bool:
        return rrn in self._trust.by_rrn and bool(trust.by_rrn) and not trust.unusable

    def wait(self, error: FleetRefused) -> None:
        """Note that the database failed; tell so once, until it answers again."""
        if not self.is_waiting:
            self.report(str(error))
        self.is_waiting = True
