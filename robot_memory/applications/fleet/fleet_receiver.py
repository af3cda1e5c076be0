"""Takes in updates for a fleet, judged by the very rules of a robot (rules.md §6)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from robot_memory.applications.fleet.fleet_sums import week_of
from robot_memory.applications.fleet.fleet_writer import FleetWriter
from robot_memory.foundation.errors import FleetRefused
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.card_watch import CardWatch
from robot_memory.foundation.identity.trust_store import TrustList, TrustStore
from robot_memory.foundation.time.clock import Clock
from robot_memory.sharing.federation.flood_guard import FloodGuard, RejectionCounter
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.robot_update import RobotUpdate
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope
from robot_memory.sharing.federation.update_checks import UpdateReceiver
from robot_memory.sharing.federation.update_verdict import (
    HARMLESS,
    NEW_KEYS,
    NOT_LISTED,
    REVOKED,
    UpdateOutcome,
    UpdateVerdict,
)

#: Robots of one fleet server; each is asked for what it announces.
MOST_ROBOTS = 20_000
_WAITS = "the database does not answer; the update is read again once it does"


class StoredRecords(Mapping[str, PeerRecord]):
    """What is known of each robot's updates: read from the database each time.

    So what is remembered as seen is what was committed, whatever happens to this process.
    """

    def __init__(self, writer: FleetWriter, trusted: Callable[[], TrustList]) -> None:
        self._writer = writer
        self._trusted = trusted

    def __getitem__(self, rrn: str) -> PeerRecord:
        record = self._writer.record_of(rrn)
        if record is None:
            raise KeyError(rrn)
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._trusted().by_rrn)

    def __len__(self) -> int:
        return len(self._trusted().by_rrn)


class FleetReceiver:
    """Judges updates, and stores those that count before they are taken as seen.

    Not safe to share between threads.

    Args:
        report: told in a sentence what happens.

    Attributes:
        is_waiting: whether the database failed; the server sets it back once it answers.
        rejections: what was refused.
    """

    def __init__(
        self,
        card: Card,
        trust: TrustStore,
        writer: FleetWriter,
        clock: Clock,
        report: Callable[[str], None],
    ) -> None:
        self.card = card
        self.is_waiting = False
        self.rejections = RejectionCounter()
        self._trust_store = trust
        self._cards = CardWatch(trust)
        self._trust_state: tuple[object, ...] | None = None
        self._trust = TrustList({})
        self._writer = writer
        self._clock = clock
        self._report = report
        self.session = secrets.token_hex(8)
        self._receiver = UpdateReceiver(
            card, self.session, lambda: self._trust.by_rrn,
            StoredRecords(writer, lambda: self._trust), is_open=False,
            guard=FloodGuard(MOST_ROBOTS),
        )  # fmt: skip

    def asks(self) -> frozenset[str]:
        """Return the robots whose updates are worth asking for. Any thread may ask."""
        return frozenset(rrn for rrn, robot in self._trust.by_rrn.items() if not robot.is_revoked)

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        """Take in updates, or refuse them, one after another."""
        return [self.receive(envelope, size) for envelope, size in messages]

    def receive(self, envelope: SignedEnvelope, size: int) -> UpdateVerdict:
        """Take in an update, or refuse it; one that counts is durable once this has returned."""
        now = self._clock.now()
        try:
            judged = self._receiver.judge(envelope, size, now)
            if judged.update is not None and judged.seen is not None:
                deleted = self._writer.take(self._dated(judged.update), judged.seen, now.time)
                if deleted:
                    self._report(f"{judged.seen.label}: {deleted} lessons deleted on request")
                if judged.warning is not None:
                    self.refuse(judged.warning)
            elif judged.seen is not None:
                self._writer.forget(judged.seen, now.time)
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
            self._report(f"{verdict.rrn}: {verdict.outcome.value}: {verdict.reason}")
        return verdict

    def should_read_again(self) -> bool:
        """Tell, once, that messages were dropped, and that what is latched is to be read again."""
        return self._receiver.guard.should_read_again(self._clock.now().uptime, quiet=5.0)

    def reload_trust(self) -> bool:
        """Read the cards where they changed; return whether they did.

        What a robot said that is not trusted any more is deleted: its words do not come back. A
        card that is missing or cannot be read withdraws no trust, but for one that was here before
        and was taken away from among others.

        Raises:
            FleetRefused: the database does not answer; the cards are read again at the next call.
        """
        state = self._cards.state(self._clock.now().uptime)
        if state == self._trust_state:
            return False
        trust = self._trust_store.read()
        for problem in trust.problems:
            self._report(problem)
        heard = self._writer.fingerprints()
        for rrn, fingerprint in heard.items():
            reason = _distrust(trust, rrn, fingerprint)
            record = self._writer.record_of(rrn) if reason else None
            if record is None or record.problem == reason:
                continue
            if reason == NOT_LISTED and not self._was_taken_away(rrn, trust):
                self._report(f"{rrn}: no card of it can be read; what it said stays as it is")
            else:
                now = self._clock.now().time
                self._writer.forget(record.forgotten(reason, now), now)
                self._report(f"{rrn}: {reason}: nothing of it is kept")
        self._writer.expect(
            {rrn: one.name for rrn, one in trust.by_rrn.items() if not one.is_revoked}
        )
        self._trust, self._trust_state = trust, state
        return True

    def _was_taken_away(self, rrn: str, trust: TrustList) -> bool:
        return rrn in self._trust.by_rrn and bool(trust.by_rrn) and not trust.unusable

    def wait(self, error: FleetRefused) -> None:
        """Note that the database failed; tell so once, until it answers again."""
        if not self.is_waiting:
            self._report(str(error))
        self.is_waiting = True


def _distrust(trust: TrustList, rrn: str, fingerprint: str) -> str:
    """Say why nothing of what a robot said is to be kept; empty where it may be."""
    known = trust.by_rrn.get(rrn)
    if known is None:
        return NOT_LISTED
    if known.is_revoked:
        return REVOKED
    return "" if known.card.fingerprint == fingerprint else NEW_KEYS
