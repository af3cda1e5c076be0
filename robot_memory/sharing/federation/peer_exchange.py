"""Sends and receives updates for one memory; each transport calls this (rules.md §6.10)."""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from types import MappingProxyType

from robot_memory.entries.peer_memory import peer_entry_id
from robot_memory.foundation.identity.robot_keys import RobotKeys
from robot_memory.foundation.identity.trust_store import CardWatch, TrustList, TrustStore
from robot_memory.sharing.federation.announcer import Announcer, MemoryAccess, ToldEntryStore
from robot_memory.sharing.federation.flood_guard import RejectionCounter
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope
from robot_memory.sharing.federation.update_checks import UpdateReceiver, distrust
from robot_memory.sharing.federation.update_verdict import (
    HARMLESS,
    NEW_KEYS,
    NOT_LISTED,
    REVOKED,
    PeerEvent,
    UpdateOutcome,
    UpdateVerdict,
)

_LOOK_INTERVAL = 5.0  # s between two checks for entries that decayed or that a person edited
#: The outcome for each reason why nothing of a robot is used any more.
_OUTCOMES = {
    NOT_LISTED: UpdateOutcome.UNKNOWN,
    REVOKED: UpdateOutcome.REVOKED,
    NEW_KEYS: UpdateOutcome.OTHER_KEY,
}
_QUIET = 5.0  # s without a dropped message, after which a flood is over


class PeerExchange:
    """Publishes what this robot shares, and stores what others share.

    Not safe to share between threads.

    Args:
        trust: the robots that it believes.
        memory: the source of shared entries, and the store of received ones.
        is_open: believe any robot.
    """

    def __init__(
        self,
        keys: RobotKeys,
        trust: TrustStore,
        memory: MemoryAccess,
        *,
        on_news: Callable[[PeerEvent], None],
        is_open: bool,
    ) -> None:
        self.card = keys.card
        self.is_open = is_open
        self.rejections = RejectionCounter()
        self._trust_store = trust
        self._cards = CardWatch(trust)
        self._trust_state: tuple[object, ...] | None = None
        self.trust = TrustList(MappingProxyType({}))
        self._ledger = memory.ledger
        self._clock = memory.clock
        self._shared = memory.shared
        self._current: Sequence[SharedEntry] = ()
        self._looked = (-1, -math.inf)
        self._store = memory.store
        self._on_news = on_news
        self._deletions = ToldEntryStore(memory.ledger, memory.gone)
        session = secrets.token_hex(8)
        self._announcer = Announcer(
            keys, session, self._next_sequence, memory.audit_head, memory.describe,
            lambda: self._deletions.deleted, self._deletions.note,
        )  # fmt: skip
        self._seen = {row.component: PeerRecord.of_row(row) for row in memory.ledger.peers()}
        self._receiver = UpdateReceiver(
            self.card,
            session,
            lambda rrn: self.trust.by_rrn.get(rrn),
            self._seen.get,
            is_open=is_open,
        )
        self.reload_trust()

    def expected(self) -> list[str]:
        """Return the robots that should be present: those trusted, and those heard.

        Any thread may call it.
        """
        trusted = self.trust.by_rrn.values()
        known = {each.card.rrn for each in trusted if not each.is_revoked}
        known |= {rrn for rrn, seen in list(self._seen.items()) if seen.entries}
        return sorted(known - {self.card.rrn})

    def asks(self) -> frozenset[str] | None:
        """Return the robots whose updates are worth a request; None if any robot is believed."""
        return None if self.is_open else frozenset(self.expected())

    @property
    def announced(self) -> tuple[int, int]:
        """Return the sequence number of the last own update, and the entries that did not fit."""
        return self._announcer.sequence, self._announcer.left_out

    @property
    def deleted(self) -> int:
        """The number of own entries that updates name as deleted on request."""
        return len(self._deletions.deleted)

    @property
    def record_problems(self) -> list[str]:
        """The robots whose event logs went back; any thread may read it."""
        seen = list(self._seen.values())
        return [f"{one.label}: {one.record_problem}" for one in seen if one.record_problem]

    def erased_of(self, rrn: str) -> int:
        """Return how many statements a robot recently deleted on request; for any thread."""
        seen = self._seen.get(rrn)
        return len(seen.erased) if seen is not None else 0

    def due(self) -> SignedEnvelope | None:
        """Return this robot's update if one is due; call it every half second."""
        now, last = self._clock.now(), self._ledger.last()
        row, looked = self._looked
        if row != last or now.uptime - looked >= _LOOK_INTERVAL:
            self._current, self._looked = self._shared(), (last, now.uptime)
            if now.trusted:
                self._deletions.look(now.time)
        return self._announcer.due(self._current, now)

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        """Accept or refuse updates of other robots, each with its size in bytes; never raises.

        Accepted updates are stored durably in one commit: after a partition or at the start many
        come together, and a commit costs more than all checks of an update.
        """
        verdicts = []
        erased: Counter[str] = Counter()
        new: dict[str, PeerRecord] = {}
        for envelope, size in messages:
            if envelope.card.rrn in new:  # it is compared with the robot's last update
                erased += self._store_records(new.values())
                new.clear()
            judged = self._receiver.judge(envelope, size, self._clock.now())
            if judged.seen is not None:
                new[judged.seen.rrn] = judged.seen
            verdicts.append(judged.verdict)
            if judged.warning is not None:
                self._report(judged.warning)
        erased += self._store_records(new.values())
        for verdict in verdicts:
            self._report(verdict, erased.pop(verdict.rrn, 0))
        return verdicts

    def refuse(self, verdict: UpdateVerdict) -> UpdateVerdict:
        """Count and report a message that was refused elsewhere because it could not be read.

        Any thread may call it.
        """
        self._report(verdict)
        return verdict

    def reload_trust(self) -> bool:
        """Read the operator's cards if they have changed; return whether they have."""
        state = self._cards.state(self._clock.now().uptime)
        if state == self._trust_state:
            return False
        self._trust_state = state
        self.trust = self._trust_store.read()
        for rrn, seen in list(self._seen.items()):
            reason = self._distrust(seen)
            if reason and (seen.entries or seen.problem != reason):
                self._store_records([seen.forgotten(reason, self._clock.now().time)])
                detail = f"{reason}: nothing of it is used"
                self._on_news(PeerEvent("peer_rejected", rrn, detail, _OUTCOMES[reason].value))
            card = self.trust.by_rrn.get(rrn)
            if not reason and card and (seen.name, seen.is_fleet) != (card.name, card.is_fleet):
                self._store_records([seen.called(card.name, is_fleet=card.is_fleet)])
        return True

    def is_in_use(self, rrn: str) -> bool:
        """Whether the last update of another robot is in use and still valid."""
        seen = self._seen.get(rrn)
        if seen is None or seen.problem or not seen.digests or self._distrust(seen):
            return False
        return seen.valid_until is not None and seen.valid_until >= self._clock.now().time

    def should_read_again(self) -> bool:
        """Whether messages were dropped and latched updates must be read again; true once."""
        return self._receiver.guard.should_read_again(self._clock.now().uptime, _QUIET)

    def _distrust(self, seen: PeerRecord) -> str:
        """Return why no statement of a robot may be used any more; empty if they may."""
        trusted = self.trust.by_rrn.get(seen.rrn)
        return "" if trusted is None and self.is_open else distrust(trusted, seen.fingerprint)

    def _store_records(self, records: Collection[PeerRecord]) -> Counter[str]:
        """Store records of robots; return how many statements each deleted on request."""
        if not records:
            return Counter()
        now = self._clock.now()
        erased = {record.rrn: self._newly_erased(record) for record in records}
        self._store(*(record.as_row(now) for record in records))
        with self._ledger.peer_transaction() as book:
            for record in records:
                book.drop_superseded(record.rrn)
                if erased[record.rrn]:
                    book.erase(record.rrn, erased[record.rrn])
        for record in records:
            self._seen[record.rrn] = replace(record, at=now.time)
        return Counter({rrn: len(entries) for rrn, entries in erased.items()})

    def _newly_erased(self, record: PeerRecord) -> list[str]:
        """Return the entries that another robot has deleted since it was last heard."""
        before = self._seen.get(record.rrn)
        known = before.erased if before else ()
        return [peer_entry_id(record.rrn, e.entry_id) for e in record.erased if e not in known]

    def _next_sequence(self, least: int) -> int:
        with self._ledger.peer_transaction() as book:
            return book.next_sequence(least)

    def _report(self, verdict: UpdateVerdict, erased: int = 0) -> None:
        if verdict.outcome is UpdateOutcome.ACCEPTED:
            known = self.trust.by_rrn.get(verdict.rrn)
            label = known.label if known else verdict.rrn
            refused = f"; {verdict.rejected} refused: {verdict.reason}" if verdict.rejected else ""
            gone = f", deleted {erased} on request" if erased else ""
            detail = f"{label} shares {verdict.accepted} entries{gone}{refused}"
            self._on_news(PeerEvent("peer_accepted", verdict.rrn, detail))
        elif verdict.outcome not in HARMLESS and self.rejections.note(verdict):
            detail = f"{verdict.outcome.value}: {verdict.reason}"
            self._on_news(PeerEvent("peer_rejected", verdict.rrn, detail, verdict.outcome.value))
