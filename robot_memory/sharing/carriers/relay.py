"""Passes updates from one carrier to another with their signatures: a bridge between networks.

It adds no trust: whoever receives an update checks the signature of the robot that made it. Only
what this robot uses itself is passed on, so that nobody floods one carrier through another.

Specification: rules.md §6.13.

See docs/explanation/sharing.md, "Carriers".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from robot_memory.sharing.carriers.carrier import Carrier
from robot_memory.sharing.federation.signed_envelope import digest_of

#: Seconds in which the other carrier may bring the same by itself.
PAUSE = 1.0
#: Seconds between two looks at who else offers what; two in a row must find nobody.
LOOK = 2.0


@dataclass
class _Side:
    """What is known of one carrier, by RRN."""

    carrier: Carrier
    heard: dict[str, str] = field(default_factory=dict)  # digests of what it brought
    kept: dict[str, bytes] = field(default_factory=dict)  # the latest that others brought
    relayed: dict[str, str] = field(default_factory=dict)  # digests
    due: dict[str, float] = field(default_factory=dict)
    doubted: set[str] = field(default_factory=set)  # nobody offered it at the last look
    left_out: set[str] = field(default_factory=set)  # for want of room

    def has_room(self, rrn: str) -> bool:
        capacity = self.carrier.capacity
        return rrn in self.relayed or capacity is None or len(self.relayed) < capacity

    def withdraw(self, rrn: str) -> None:
        """Pass a robot's update on no more; what was left out is tried again."""
        del self.relayed[rrn]
        self.carrier.withdraw(rrn)
        self.due |= dict.fromkeys(self.left_out - self.due.keys(), 0.0)
        self.left_out.clear()

    def drop_older(self, rrn: str, digest: str) -> None:
        """Keep nothing that is to be passed on but the update that the carrier brought itself."""
        self.left_out.discard(rrn)
        if rrn in self.kept and digest_of(self.kept[rrn]) != digest:
            del self.kept[rrn]
            self.due.pop(rrn, None)

    def forget(self, rrn: str) -> None:
        for known in (self.heard, self.kept, self.due):
            known.pop(rrn, None)
        self.doubted.discard(rrn)
        self.left_out.discard(rrn)
        if rrn in self.relayed:
            self.withdraw(rrn)


class Relay:
    """Passes updates on, each robot's latest one while it is in use."""

    def __init__(self, carriers: Sequence[Carrier], may_relay: Callable[[str], bool]) -> None:
        self._sides = [_Side(carrier) for carrier in carriers]
        self._may_relay = may_relay
        self._look_at = 0.0

    def note(self, carrier: Carrier, rrn: str, data: bytes, now: float) -> None:
        """Note that a carrier brought an update of another robot that is in use."""
        digest = digest_of(data)
        for side in self._sides:
            if side.carrier is carrier:
                side.heard[rrn] = digest
                side.drop_older(rrn, digest)
                if side.relayed.get(rrn, digest) != digest:
                    side.withdraw(rrn)  # the carrier brings another update by itself
            else:
                side.kept[rrn] = data
                if side.relayed.get(rrn) != digest:
                    side.due.setdefault(rrn, now + PAUSE)

    def tick(self, now: float) -> None:
        """Pass on what is due, and end what is not in use any more."""
        is_look = now >= self._look_at
        if is_look:
            self._look_at = now + LOOK
        for side in self._sides:
            known = side.heard.keys() | side.kept.keys() if is_look else side.relayed.keys()
            for rrn in [rrn for rrn in known if not self._may_relay(rrn)]:
                side.forget(rrn)
            if is_look:
                self._look_for_others(side, now)
            for rrn in [rrn for rrn, at in side.due.items() if now >= at]:
                del side.due[rrn]
                self._pass_on(side, rrn)

    def _look_for_others(self, side: _Side, now: float) -> None:
        """Pass an update on where nobody else, such as another bridge, offers it any more."""
        for rrn, data in side.kept.items():
            digest = digest_of(data)
            if side.heard.get(rrn) != digest or side.relayed.get(rrn) == digest:
                continue
            if side.carrier.offers(rrn, digest):
                side.doubted.discard(rrn)
            elif rrn in side.doubted:
                side.doubted.discard(rrn)
                del side.heard[rrn]
                side.due.setdefault(rrn, now)
            else:
                side.doubted.add(rrn)

    def _pass_on(self, side: _Side, rrn: str) -> None:
        data = side.kept[rrn]
        digest = digest_of(data)
        if side.heard.get(rrn) == digest or not self._may_relay(rrn):
            return
        if side.has_room(rrn):
            side.relayed[rrn] = digest
            side.carrier.publish(rrn, data)
        else:
            side.left_out.add(rrn)

    @property
    def count(self) -> int:
        """How many updates are passed on now."""
        return sum(len(side.relayed) for side in self._sides)

    @property
    def left_out(self) -> dict[str, int]:
        """How many are not passed on for want of room, by carrier; only where there are any."""
        return {side.carrier.name: len(side.left_out) for side in self._sides if side.left_out}
