"""Other robots' reports, the operator's trust in them, and the effects of a change of trust.

A running node follows the cards by itself; without a node, statements of a revoked robot must
disappear at once, not at the next start. The usable reports of peers, and the sources of repeated
texts, are computed on request (rules.md §6.15).

See docs/explanation/sharing.md, "Trust" and "Where the words of a peer end up".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from robot_memory.entries.context_block import ContextBlock
from robot_memory.entries.context_filter import ALL_TOLD, ContextFilter
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.peer_context import PeerNote, build_peer_context, peer_notes
from robot_memory.entries.peer_lineage import PeerLineage, PeerStatement, StatementTrust
from robot_memory.entries.peer_memory import PeerMemory, find_reported, peer_entry_id
from robot_memory.foundation.errors import InvalidCard
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.trust_store import (
    CardWatch,
    TrustedRobot,
    TrustList,
    TrustStore,
)
from robot_memory.foundation.time.clock import Clock
from robot_memory.foundation.time.stamps import whole_hour
from robot_memory.ledger import Ledger, Observation
from robot_memory.sharing.federation.announcer import Describe
from robot_memory.sharing.federation.peer_record import PeerRecord, heard_at
from robot_memory.sharing.federation.robot_profile import RobotProfile
from robot_memory.sharing.federation.share_selection import ShareRedaction, geometry, select_shared
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.update_verdict import NEW_KEYS, REVOKED

_Hour = tuple[date, int]


@dataclass(eq=False, repr=False)
class PeerKnowledge:
    """Reads ``peer_context``, and drops parts of it; nothing else is written.

    The operator's cards, the rows about peers and the memory file are read each time. So a
    revocation counts at once, without a node, and even if the file or the ledger is older.
    """

    _state: Callable[[], MemoryState]  # returns the present state of the memory
    # returns own entries with their effective confidence, strongest first
    _entries: Callable[[], list[tuple[float, MemoryEntry]]]
    _ledger: Ledger | None
    _clock: Clock
    # stores a row durably, and has it folded, before it returns
    _store: Callable[[Observation], None]
    _cards: Path  # the folder of cards of trusted robots
    _operators: Callable[[], list[str]]  # returns the operators' names, which never leave the robot
    _trust: tuple[tuple[object, ...], TrustList] | None = field(default=None, init=False)
    _known: tuple[Mapping[str, PeerMemory], TrustList, _Hour, PeerLineage] | None = field(
        default=None, init=False
    )

    def __post_init__(self) -> None:
        self._trust_store = TrustStore(self._cards)
        self._watch = CardWatch(self._trust_store)

    def all(self) -> Mapping[str, PeerMemory]:
        """Return the last report of each robot, by RRN; nothing of a revoked robot."""
        return _in_use(self._state().peers, self._trusted().by_rrn)

    def lineage(self) -> PeerLineage:
        """Return the sources of texts, including peers that are no longer trusted."""
        state = self._state()
        lineage = self._of_peers(state.peers)
        if not lineage:
            return lineage
        own = (entry for entry in list(state.entries.values()) if not entry.is_agents_word)
        return lineage.with_own(entry.text for entry in own)

    def _of_peers(self, peers: Mapping[str, PeerMemory]) -> PeerLineage:
        """Return the lineage, built again after changes by peers or an operator."""
        trusted, now = self._trusted(), self._clock.now().time
        hour = now.date(), now.hour  # expiries count within the hour
        if self._known is not None:
            *_, known_hour, lineage = self._known
            # Each change of the peers' reports makes a new mapping.
            if self._known[0] is peers and self._known[1] is trusted and known_hour == hour:
                return lineage
        records = [PeerRecord.of_row(row) for row in self._ledger.peers()] if self._ledger else []
        statements = [
            one
            for record in records
            for one in _statements_of(record, trusted.by_rrn.get(record.rrn), now)
        ]
        rows = {record.rrn for record in records}
        others = (p for rrn, p in _in_use(peers, trusted.by_rrn).items() if rrn not in rows)
        lineage = PeerLineage([*statements, *_statements_in_file(others)])
        self._known = (peers, trusted, hour, lineage)
        return lineage

    def _trusted(self) -> TrustList:
        """Return the cards, read again if they have changed."""
        state = self._watch.state(self._clock.now().uptime)
        if self._trust is None or self._trust[0] != state:
            self._trust = (state, self._trust_store.read())
        return self._trust[1]

    def notes(self, asked: ContextFilter = ALL_TOLD) -> list[PeerNote]:
        """Return other robots' notes worth showing now, the most confident first."""
        state = self._state()
        if not state.peers:
            return []
        return peer_notes(
            self.all().values(), list(state.entries.values()), self._places(),
            self._clock.now().time, state.settings, asked,
        )  # fmt: skip

    def context(self, token_budget: int, asked: ContextFilter = ALL_TOLD) -> ContextBlock:
        """Return the block of other robots' notes, never above ``token_budget``."""
        block, _ = self.context_by_author(token_budget, asked)
        return block

    def context_by_author(
        self, token_budget: int, asked: ContextFilter
    ) -> tuple[ContextBlock, Mapping[str, str]]:
        """Return the peers' block, and the RRN of the robot behind each entry, by the entry's id.

        Both are of the same moment: robots may come and go meanwhile.
        """
        notes = self.notes(asked)
        authors = {note.entry.id: note.peers[0].rrn for note in notes}
        return build_peer_context(notes, token_budget, asked), authors

    def why(self, entry_id: str) -> tuple[MemoryEntry, list[Observation]] | None:
        """Return another robot's entry and the row that it came with; None if there is none."""
        found = find_reported(self.all().values(), entry_id)
        return None if found is None else (found[1], self.rows(found[0].rrn))

    def whose(self, entry_id: str) -> str:
        """Return the RRN of the robot that reports an entry; empty for this robot's own."""
        found = find_reported(self.all().values(), entry_id)
        return "" if found is None else found[0].rrn

    def label_of(self, entry_id: str) -> str:
        """Return the name and RRN of the robot that reports an entry."""
        found = find_reported(self.all().values(), entry_id)
        return "" if found is None else found[0].label

    def shared(self) -> list[SharedEntry]:
        """Return this robot's shared entries, strongest first."""
        places = self._ledger.places() if self._ledger is not None else []
        now = self._clock.now().time
        settings, names = self._state().settings, self._operators()
        return select_shared(self._entries(), places, now, settings, names)

    def describing(self, describe: Describe) -> Describe:
        """Return a function for this robot's description, redacted by the sharing policy."""

        def redacted() -> RobotProfile | None:
            robot = describe()
            policy = ShareRedaction.of(self._state().settings, self._operators())
            return None if robot is None else policy.describe(robot)

        return redacted

    def gone(self, entry_ids: Collection[str]) -> dict[str, datetime | None]:
        """Return the own entries that no longer exist, each with the time of a person's deletion.

        That is the time of this check, as exact as others may know it; None if nobody deleted it.
        """
        state, now = self._state(), self._clock.now().time
        at = now if state.settings.federation_share_exact_times else whole_hour(now)
        missing = (one for one in entry_ids if one not in state.entries)
        return {one: at if state.was_deleted(one) else None for one in missing}

    def rows(self, rrn: str) -> list[Observation]:
        """Return the row of a robot's last update; none if it was never heard."""
        if self._ledger is None:
            return []
        return [row for row in self._ledger.peers() if row.component == rrn]

    def record_problem(self, rrn: str) -> str:
        """Return what this robot can testify against another robot's event log (§6.8)."""
        return next((PeerRecord.of_row(row).record_problem for row in self.rows(rrn)), "")

    def forget(self, rrn: str, reason: str) -> None:
        """Stop using all statements of a robot; this needs no node and no keys."""
        for row in self.rows(rrn):
            if row.detail["entries"]:
                now = self._clock.now()
                self._store(PeerRecord.of_row(row).forgotten(reason, now.time).as_row(now))

    def rename(self, rrn: str, name: str, *, is_fleet: bool) -> None:
        """Store a robot's statements under its latest name and role from the operator."""
        for row in self.rows(rrn):
            record = PeerRecord.of_row(row)
            if (record.name, record.is_fleet) != (name, is_fleet):
                self._store(record.called(name, is_fleet=is_fleet).as_row(self._clock.now()))

    def _places(self) -> Mapping[str, Mapping[str, Any]]:
        places = self._ledger.places() if self._ledger is not None else []
        return {place.entry_id: geometry(place) for place in places if place.has_entry}


@dataclass(frozen=True)
class TrustChanges:
    """Changes the robots that this one trusts."""

    own_rrn: str
    store: TrustStore
    knowledge: PeerKnowledge

    def believe(
        self,
        card: Card,
        now: datetime,
        *,
        name: str = "",
        replace: bool = False,
        is_fleet: bool = False,
    ) -> TrustedRobot:
        """Trust a robot or a fleet; its statements with other keys are no longer used.

        Raises:
            InvalidCard: it is this robot's own card.
            FederationRefused: its RRN is bound to another key, and ``replace`` was not given.
        """
        if card.rrn == self.own_rrn:
            raise InvalidCard(f"{card.rrn} is the card of this robot itself; nothing was changed")
        known = self.store.read().by_rrn.get(card.rrn)
        trusted = self.store.trust(card, now, name=name, replace=replace, is_fleet=is_fleet)
        if known is not None and known.card != card:
            self.knowledge.forget(card.rrn, NEW_KEYS)
        self.knowledge.rename(card.rrn, trusted.name, is_fleet=trusted.is_fleet)
        return trusted

    def disbelieve(self, rrn: str, now: datetime) -> TrustedRobot:
        """Stop trusting a robot; its statements are no longer used.

        Raises:
            FederationRefused: it is not trusted.
        """
        revoked = self.store.revoke(rrn, now)
        self.knowledge.forget(rrn, REVOKED)
        return revoked


def _in_use(
    peers: Mapping[str, PeerMemory], trusted: Mapping[str, TrustedRobot]
) -> dict[str, PeerMemory]:
    """Return the peers' reports, without the statements of revoked robots.

    This also holds if the memory file or the ledger is older than the revocation.
    """
    return {
        rrn: replace(peer, entries=(), problem=REVOKED) if _is_revoked(trusted.get(rrn)) else peer
        for rrn, peer in peers.items()
    }


def _statements_of(
    record: PeerRecord, trusted: TrustedRobot | None, now: datetime
) -> Iterator[PeerStatement]:
    """Yield a peer's statements from its row in the ledger."""
    is_unused = bool(record.problem) or _is_revoked(trusted)
    past = StatementTrust.REVOKED if is_unused else StatementTrust.WITHDRAWN
    for one in record.withdrawn:
        local = peer_entry_id(record.rrn, one.entry_id)
        yield PeerStatement(record.rrn, record.label, local, one.text, one.heard, past, one.left)
    for gone in record.erased:
        local = peer_entry_id(record.rrn, gone.entry_id)
        yield PeerStatement(
            record.rrn, record.label, local, "", gone.heard, past, gone.left, words=gone.words
        )
    has_expired = record.valid_until is not None and record.valid_until < now
    trust = past if is_unused or has_expired else StatementTrust.CURRENT
    left = record.valid_until if has_expired else None
    for entry in record.entries:
        local = peer_entry_id(record.rrn, str(entry["id"]))
        yield PeerStatement(
            record.rrn, record.label, local, str(entry["text"]), heard_at(entry), trust, left,
            float(entry["confidence"]),
        )  # fmt: skip


def _statements_in_file(peers: Iterable[PeerMemory]) -> Iterator[PeerStatement]:
    """Yield the memory file's statements of peers that the ledger does not know."""
    for peer in peers:
        trust = StatementTrust.REVOKED if peer.problem else StatementTrust.CURRENT
        for entry in peer.entries:
            yield PeerStatement(
                peer.rrn, peer.label, entry.id, entry.text, peer.last_synced, trust,
                confidence=entry.confidence,
            )  # fmt: skip


def _is_revoked(trusted: TrustedRobot | None) -> bool:
    return trusted is not None and trusted.is_revoked
