"""Passes signed updates unchanged from one carrier to another: a bridge between networks.

It adds no trust: each receiver checks the signature of the robot that made an update. Only updates
that this robot uses itself are passed on, so nobody can flood one carrier through another.

Specification: rules.md §6.13.

See docs/explanation/sharing.md, "Carriers".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from robot_memory.sharing.carriers.carrier import Carrier
from robot_memory.sharing.federation.signed_envelope import digest_of

#: Seconds in which the other carrier may bring the same update by itself.
PAUSE = 1.0
#: Seconds between two checks of who else offers an update; it must be missing twice in a row.
LOOK = 2.0


@dataclass
class _Side:
    """The state of one carrier, by RRN."""

    carrier: Carrier
    heard: dict[str, str] = field(default_factory=dict)  # digests of updates that it brought
    kept: dict[str, bytes] = field(default_factory=dict)  # the latest from other carriers
    relayed: dict[str, str] = field(default_factory=dict)  # digests
    due: dict[str, float] = field(default_factory=dict)
    doubted: set[str] = field(default_factory=set)  # offered by nobody at the last check
    left_out: set[str] = field(default_factory=set)  # because there was no room

    def has_room(self, rrn: str) -> bool:
        capacity = self.carrier.capacity
        return rrn in self.relayed or capacity is None or len(self.relayed) < capacity

    def withdraw(self, rrn: str) -> None:
        """Stop passing on a robot's update; updates without room are tried again."""
        del self.relayed[rrn]
        self.carrier.withdraw(rrn)
        self.due |= dict.fromkeys(self.left_out - self.due.keys(), 0.0)
        self.left_out.clear()

    def drop_older(self, rrn: str, digest: str) -> None:
        """Drop a waiting update other than the one that the carrier brought itself."""
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
    """Passes on each robot's latest update while it is in use."""

    def __init__(self, carriers: Sequence[Carrier], may_relay: Callable[[str], bool]) -> None:
        self._sides = [_Side(carrier) for carrier in carriers]
        self._may_relay = may_relay
        self._look_at = 0.0

    def note(self, carrier: Carrier, rrn: str, data: bytes, now: float) -> None:
        """Note an update of another robot, in use here, that a carrier brought."""
        digest = digest_of(data)
        for side in self._sides:
            if side.carrier is carrier:
                side.heard[rrn] = digest
                side.drop_older(rrn, digest)
                if side.relayed.get(rrn, digest) != digest:
                    side.withdraw(rrn)  # the carrier itself brings another update
            else:
                side.kept[rrn] = data
                if side.relayed.get(rrn) != digest:
                    side.due.setdefault(rrn, now + PAUSE)

    def tick(self, now: float) -> None:
        """Pass on the updates that are due, and stop those that are no longer in use."""
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
        """Pass on updates that nobody else, such as another bridge, offers any more."""
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
        """The number of updates passed on now."""
        return sum(len(side.relayed) for side in self._sides)

    @property
    def left_out(self) -> dict[str, int]:
        """The number of updates without room, by carrier; only carriers with any."""
        return {side.carrier.name: len(side.left_out) for side in self._sides if side.left_out}
