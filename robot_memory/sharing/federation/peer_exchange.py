"""Sends and receives updates for one memory; each transport calls it (rules.md §6.10)."""

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
#: The word for why nothing of a robot is used any more.
_OUTCOMES = {
    NOT_LISTED: UpdateOutcome.UNKNOWN,
    REVOKED: UpdateOutcome.REVOKED,
    NEW_KEYS: UpdateOutcome.OTHER_KEY,
}
_QUIET = 5.0  # s without a dropped message after which a flood is over


class PeerExchange:
    """Publishes what this robot shares, and stores what others share.

    Not safe to share between threads.

    Args:
        trust: whom it believes.
        memory: what is told, and where what is heard goes.
        is_open: believe anybody.
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
        """Return the robots that ought to be there: those that are trusted, and those heard.

        Other threads may ask.
        """
        trusted = self.trust.by_rrn.values()
        known = {each.card.rrn for each in trusted if not each.is_revoked}
        known |= {rrn for rrn, seen in list(self._seen.items()) if seen.entries}
        return sorted(known - {self.card.rrn})

    def asks(self) -> frozenset[str] | None:
        """Return the robots whose updates are worth asking for; None where anybody is believed."""
        return None if self.is_open else frozenset(self.expected())

    @property
    def announced(self) -> tuple[int, int]:
        """Return the sequence number of the last own update, and the entries that did not fit."""
        return self._announcer.sequence, self._announcer.left_out

    @property
    def deleted(self) -> int:
        """Return how many own entries are named to others as deleted on request."""
        return len(self._deletions.deleted)

    @property
    def record_problems(self) -> list[str]:
        """Return which robots' records went back; any thread may ask."""
        seen = list(self._seen.values())
        return [f"{one.label}: {one.record_problem}" for one in seen if one.record_problem]

    def erased_of(self, rrn: str) -> int:
        """Return how many statements a robot deleted on request of late; any thread may ask."""
        seen = self._seen.get(rrn)
        return len(seen.erased) if seen is not None else 0

    def due(self) -> SignedEnvelope | None:
        """Return this robot's update where it is time for one; ask every half second."""
        now, last = self._clock.now(), self._ledger.last()
        row, looked = self._looked
        if row != last or now.uptime - looked >= _LOOK_INTERVAL:
            self._current, self._looked = self._shared(), (last, now.uptime)
            if now.trusted:
                self._deletions.look(now.time)
        return self._announcer.due(self._current, now)

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        """Take in updates of other robots, each of so many bytes, or refuse them; none raises.

        What counts of them is stored durably at once, in one commit: after a partition or at start
        many come together, and a commit costs more than all checks of an update.
        """
        verdicts = []
        erased: Counter[str] = Counter()
        new: dict[str, PeerRecord] = {}
        for envelope, size in messages:
            if envelope.card.rrn in new:  # it is compared with what the robot said before
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
        """Count and tell what was refused elsewhere: a message that could not even be read as one.

        Other threads may call it.
        """
        self._report(verdict)
        return verdict

    def reload_trust(self) -> bool:
        """Read the operator's cards where they changed; return whether they did."""
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
        """Tell whether the last update of another robot is in use, and still valid."""
        seen = self._seen.get(rrn)
        if seen is None or seen.problem or not seen.digests or self._distrust(seen):
            return False
        return seen.valid_until is not None and seen.valid_until >= self._clock.now().time

    def should_read_again(self) -> bool:
        """Tell, once, that messages were dropped, and that what is latched is to be read again."""
        return self._receiver.guard.should_read_again(self._clock.now().uptime, _QUIET)

    def _distrust(self, seen: PeerRecord) -> str:
        """Say why nothing of what a robot said is to be used any more; empty where it may be."""
        trusted = self.trust.by_rrn.get(seen.rrn)
        return "" if trusted is None and self.is_open else distrust(trusted, seen.fingerprint)

    def _store_records(self, records: Collection[PeerRecord]) -> Counter[str]:
        """Store what is known of robots; return how many statements each deleted on request."""
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
        """Return the entries of another robot that it deleted since it was last heard."""
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
