"""Whom to believe, and what follows for what was heard: one way for every face.

A running node follows the cards by itself; without one, what a robot said must not be told on
until the next start.
"""

from __future__ import annotations

from datetime import datetime

from robot_memory.errors import InvalidCard
from robot_memory.federation.peer_knowledge import PeerKnowledge
from robot_memory.federation.update_verdict import NEW_KEYS, REVOKED
from robot_memory.identity.card import Card
from robot_memory.identity.trust_store import TrustedRobot, TrustStore


def believe(
    card: Card,
    own_rrn: str,
    store: TrustStore,
    heard: PeerKnowledge,
    now: datetime,
    *,
    origin: str,
    name: str = "",
    replace: bool = False,
) -> TrustedRobot:
    """Believe a robot from now on; what it said with other keys is not used any more.

    ``origin`` is where its card is from, for the error.

    Raises:
        InvalidCard: it is the card of this robot itself.
        FederationRefused: its RRN is bound to another key, and ``replace`` was not asked for.
    """
    if card.rrn == own_rrn:
        raise InvalidCard(f"{origin} is the card of this robot itself; nothing was changed")
    known = store.read().by_rrn.get(card.rrn)
    trusted = store.trust(card, now, name=name, replace=replace)
    if known is not None and known.card != card:
        heard.forget(card.rrn, NEW_KEYS)
    return trusted


def disbelieve(rrn: str, store: TrustStore, heard: PeerKnowledge, now: datetime) -> TrustedRobot:
    """Believe a robot no longer; nothing of what it said is used any more.

    Raises:
        FederationRefused: it is not trusted.
    """
    revoked = store.revoke(rrn, now)
    heard.forget(rrn, REVOKED)
    return revoked
