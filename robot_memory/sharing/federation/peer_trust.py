"""What of peers is in use, and whose words a text may repeat: computed when it is asked for.

Which robots an operator trusts is in :mod:`robot_memory.foundation.identity.trust_store`.

Specification: rules.md §6.15.

See docs/explanation/sharing.md, "Where the words of a peer end up".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path

from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.peer_lineage import PeerLineage, PeerStatement, StatementTrust
from robot_memory.entries.peer_memory import PeerMemory, peer_entry_id
from robot_memory.foundation.identity.card_watch import CardWatch
from robot_memory.foundation.identity.trust_store import TrustedRobot, TrustList, TrustStore
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Ledger
from robot_memory.sharing.federation.past_statements import heard_at
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.update_verdict import REVOKED

_Hour = tuple[date, int]


def in_use(
    peers: Mapping[str, PeerMemory], trusted: Mapping[str, TrustedRobot]
) -> dict[str, PeerMemory]:
    """Return what peers said, without what was said by those that an operator has revoked.

    Also where the memory file or the ledger is older than the revocation.
    """
    return {
        rrn: replace(peer, entries=(), problem=REVOKED) if _is_revoked(trusted.get(rrn)) else peer
        for rrn, peer in peers.items()
    }


def statements_of(
    record: PeerRecord, trusted: TrustedRobot | None, now: datetime
) -> Iterator[PeerStatement]:
    """Yield what a peer said, as its row in the ledger has it."""
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


def statements_in_file(peers: Iterable[PeerMemory]) -> Iterator[PeerStatement]:
    """Yield what the memory file says of peers that the ledger does not know."""
    for peer in peers:
        trust = StatementTrust.REVOKED if peer.problem else StatementTrust.CURRENT
        for entry in peer.entries:
            yield PeerStatement(
                peer.rrn, peer.label, entry.id, entry.text, peer.last_synced, trust,
                confidence=entry.confidence,
            )  # fmt: skip


def _is_revoked(trusted: TrustedRobot | None) -> bool:
    return trusted is not None and trusted.is_revoked


@dataclass(eq=False, repr=False)
class PeerTrust:
    """Reads the rows about peers, the memory file, and the operator's cards.

    A revocation therefore counts at once, without a node, and where file or ledger are older.
    """

    state: Callable[[], MemoryState]  # returns the memory as of now
    ledger: Ledger | None
    clock: Clock
    cards: Path
    _cards: tuple[tuple[object, ...], TrustList] | None = field(default=None, init=False)
    _known: tuple[Mapping[str, PeerMemory], TrustList, _Hour, PeerLineage] | None = field(
        default=None, init=False
    )

    def __post_init__(self) -> None:
        self._store = TrustStore(self.cards)
        self._watch = CardWatch(self._store)

    def peers(self) -> dict[str, PeerMemory]:
        """Return what each peer said last, by RRN; of a revoked one nothing but that it is."""
        return in_use(self.state().peers, self._trusted().by_rrn)

    def lineage(self) -> PeerLineage:
        """Return whose words a text may repeat, also of peers that are not trusted any more."""
        state = self.state()
        lineage = self._of_peers(state.peers)
        if not lineage:
            return lineage
        own = (entry for entry in list(state.entries.values()) if not entry.is_agents_word)
        return lineage.with_own(entry.text for entry in own)

    def _of_peers(self, peers: Mapping[str, PeerMemory]) -> PeerLineage:
        """Return the lineage, built again where a peer or an operator said something since."""
        trusted, now = self._trusted(), self.clock.now().time
        hour = now.date(), now.hour  # what expires does so within it
        if self._known is not None:
            *_, known_hour, lineage = self._known
            # Each change of what peers said makes another mapping.
            if self._known[0] is peers and self._known[1] is trusted and known_hour == hour:
                return lineage
        records = [PeerRecord.of_row(row) for row in self.ledger.peers()] if self.ledger else []
        statements = [
            one
            for record in records
            for one in statements_of(record, trusted.by_rrn.get(record.rrn), now)
        ]
        rows = {record.rrn for record in records}
        others = (p for rrn, p in in_use(peers, trusted.by_rrn).items() if rrn not in rows)
        lineage = PeerLineage([*statements, *statements_in_file(others)])
        self._known = (peers, trusted, hour, lineage)
        return lineage

    def _trusted(self) -> TrustList:
        """Return the cards, read again where they changed."""
        state = self._watch.state(self.clock.now().uptime)
        if self._cards is None or self._cards[0] != state:
            self._cards = (state, self._store.read())
        return self._cards[1]
