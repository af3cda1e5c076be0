"""Passes updates on from one carrier to another, as they were signed: what a bridge robot does.

It adds no trust: whoever receives an update checks the signature of the robot that made it. Only
what this robot uses itself is passed on, so that nobody floods one carrier through another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from robot_memory.carriers.carrier import Carrier

#: Seconds in which the other carrier may bring the same by itself.
PAUSE = 1.0
_MOST_ROBOTS = 256


@dataclass
class _Side:
    """What is known of one carrier, by RRN."""

    carrier: Carrier
    heard: dict[str, str] = field(default_factory=dict)  # digests
    relayed: dict[str, str] = field(default_factory=dict)  # digests
    due: dict[str, tuple[float, bytes]] = field(default_factory=dict)


class Relay:
    """Passes updates on, each robot's latest one.

    Args:
        carriers: between which it does so.
        may_relay: tells whether a robot's update is still in use.
    """

    def __init__(self, carriers: Sequence[Carrier], may_relay: Callable[[str], bool]) -> None:
        self._sides = [_Side(carrier) for carrier in carriers]
        self._may_relay = may_relay

    def note(self, carrier: Carrier, rrn: str, data: bytes, now: float) -> None:
        """Note that a carrier brought an update of another robot that is in use."""
        digest = hashlib.sha256(data).hexdigest()
        for side in self._sides:
            if side.carrier is carrier:
                side.heard[rrn] = digest
                if side.relayed.get(rrn, digest) != digest:
                    self._withdraw(side, rrn)  # the carrier brings newer words by itself
            elif side.relayed.get(rrn) != digest and rrn not in side.due:
                side.due[rrn] = now + PAUSE, data
            elif rrn in side.due:
                side.due[rrn] = side.due[rrn][0], data

    def tick(self, now: float) -> None:
        """Pass on what is due, and end what is not in use any more."""
        for side in self._sides:
            for rrn, (at, data) in list(side.due.items()):
                if now >= at:
                    del side.due[rrn]
                    self._pass_on(side, rrn, data)
            for rrn in [rrn for rrn in side.relayed if not self._may_relay(rrn)]:
                self._withdraw(side, rrn)

    def _pass_on(self, side: _Side, rrn: str, data: bytes) -> None:
        digest = hashlib.sha256(data).hexdigest()
        if side.heard.get(rrn) == digest:
            return
        is_room = rrn in side.relayed or len(side.relayed) < _MOST_ROBOTS
        if is_room and self._may_relay(rrn):
            side.relayed[rrn] = digest
            side.carrier.publish(rrn, data)

    def _withdraw(self, side: _Side, rrn: str) -> None:
        del side.relayed[rrn]
        side.carrier.withdraw(rrn)

    @property
    def count(self) -> int:
        """How many updates are passed on now."""
        return sum(len(side.relayed) for side in self._sides)
