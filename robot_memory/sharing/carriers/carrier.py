"""The interface of a carrier, a transport for updates. DDS and Zenoh implement it.

See docs/explanation/sharing.md, "Carriers".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Protocol

#: Called for each received update: the RRN of the place it came from, empty if the carrier knows
#: none, and the bytes. Nothing about them was checked.
Take = Callable[[str, bytes], None]


@dataclass(frozen=True)
class CarrierStatus:
    """The state of a carrier."""

    problem: str = ""  # why it does not work, and the remedy; empty: it works
    # whether a person has to fix the problem; false if waiting may be enough
    needs_person: bool = False
    values: Mapping[str, str] = field(default_factory=dict)  # numbers for ``/diagnostics``


class Carrier(Protocol):
    """Transports the latest update of each robot to all others. One thread makes all calls.

    No call waits for the network. An update that cannot be sent now is sent later.
    """

    name: str  # as in ``federation.carrier``
    # the most updates of robots that it can offer; None: no limit
    capacity: int | None

    def publish(self, rrn: str, data: bytes) -> None:
        """Send a robot's update instead of its last one, and keep it for later listeners."""

    def withdraw(self, rrn: str) -> None:
        """Stop sending a robot's update."""

    def listen(self, take: Take) -> None:
        """Begin to receive; all updates kept by others are delivered, also earlier ones."""

    def pause(self) -> None:
        """Receive nothing until the next :meth:`listen`."""

    @property
    def is_listening(self) -> bool:
        """Whether updates are received."""

    def deliver(self, patience: float) -> None:
        """Hand over received updates; wait at most ``patience`` seconds for more."""

    def tick(self, now: float) -> None:
        """Do what is due, about every 0.2 s; ``now`` is monotonic, in seconds."""

    def awaits(self, heard: Set[str]) -> bool:
        """Whether other robots are present, or may be, that are not in ``heard``."""

    def offers(self, rrn: str, digest: str) -> bool:
        """Whether others offer an update, by its digest; also true if unknown.

        Only a relay calls this, every 2 s.
        """

    def status(self) -> CarrierStatus:
        """Return whether it works, and its numbers. Any thread may call it."""

    def close(self) -> None:
        """Release all resources."""
