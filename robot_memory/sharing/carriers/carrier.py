"""The interface of a carrier, a transport for updates. DDS and Zenoh implement it.

See docs/explanation/sharing.md, "Carriers".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Protocol

#: Called for what came: the RRN whose place it came from, empty where the carrier knows none, and
#: the bytes. Nothing about them was checked.
Take = Callable[[str, bytes], None]


@dataclass(frozen=True)
class CarrierStatus:
    """How a carrier does."""

    problem: str = ""  # why it brings nothing, and what to do; empty where it works
    # whether somebody has to mend something; false where waiting may be enough
    needs_person: bool = False
    values: Mapping[str, str] = field(default_factory=dict)  # numbers for ``/diagnostics``


class Carrier(Protocol):
    """Brings the latest update of each robot to all others. One thread calls all of it.

    No call waits for the network. What cannot be sent now is sent once that is possible.
    """

    name: str  # as ``federation.carrier`` has it
    # how many robots' updates it offers at most; None where nothing limits them
    capacity: int | None

    def publish(self, rrn: str, data: bytes) -> None:
        """Send a robot's update, and keep it for those that come later; replaces its last one."""

    def withdraw(self, rrn: str) -> None:
        """Send a robot's update to nobody any more."""

    def listen(self, take: Take) -> None:
        """Begin to receive; all that others keep is delivered, also what was delivered before."""

    def pause(self) -> None:
        """Receive nothing until the next :meth:`listen`."""

    @property
    def is_listening(self) -> bool:
        """Whether anything is received."""

    def deliver(self, patience: float) -> None:
        """Hand over what came; wait for more no longer than ``patience`` seconds."""

    def tick(self, now: float) -> None:
        """Do what is due; ``now`` in seconds never steps. Called about each 0.2 s."""

    def awaits(self, heard: Set[str]) -> bool:
        """Tell whether there are robots, or may be some, that are not among those heard."""

    def offers(self, rrn: str, digest: str) -> bool:
        """Tell whether others offer an update, by its digest; true also where that is not known.

        Only a relay asks, each 2 s.
        """

    def status(self) -> CarrierStatus:
        """Return whether it works, and its numbers. Other threads may ask."""

    def close(self) -> None:
        """Let go of everything."""
