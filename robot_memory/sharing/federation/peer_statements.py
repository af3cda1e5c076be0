"""All that peers said, each with what it is worth now: trust is computed when it is asked for.

Specification: rules.md §6.15.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from robot_memory.entries.peer_lineage import PeerStatement, StatementTrust
from robot_memory.entries.peer_memory import PeerMemory, peer_entry_id
from robot_memory.foundation.identity.trust_store import TrustedRobot
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.update_verdict import REVOKED
from robot_memory.sharing.federation.withdrawn_statement import heard_at


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
