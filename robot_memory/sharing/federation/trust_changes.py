"""Changes of trust, and what follows for stored updates; all interfaces use these functions.

A running node follows the cards by itself; without one, what a robot said must not be told on
until the next start.

See docs/explanation/sharing.md, "Trust".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from robot_memory.foundation.errors import InvalidCard
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.trust_store import TrustedRobot, TrustStore
from robot_memory.sharing.federation.peer_knowledge import PeerKnowledge
from robot_memory.sharing.federation.update_verdict import NEW_KEYS, REVOKED


@dataclass(frozen=True)
class TrustChanges:
    """Changes whom a robot believes."""

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
        """Believe a robot, or a fleet; what it said with other keys is not used any more.

        Raises:
            InvalidCard: it is the card of this robot itself.
            FederationRefused: its RRN is bound to another key, and ``replace`` was not asked for.
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
        """Stop trusting a robot: what it said is not used any more.

        Raises:
            FederationRefused: it is not trusted.
        """
        revoked = self.store.revoke(rrn, now)
        self.knowledge.forget(rrn, REVOKED)
        return revoked
