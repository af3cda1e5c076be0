"""The interface of a memory that federation uses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Ledger, Observation
from robot_memory.sharing.federation.audit_head import AuditHead
from robot_memory.sharing.federation.robot_profile import RobotProfile
from robot_memory.sharing.federation.shared_entry import SharedEntry

#: Returns what a robot tells of itself; None where it tells nothing.
Describe = Callable[[], RobotProfile | None]

#: Of own entries, by id, that are not there any more: when a person deleted each, as others may
#: know it, UTC; None where nobody did.
Gone = Callable[[Collection[str]], Mapping[str, datetime | None]]


class StoreRows(Protocol):
    """Stores rows durably, together, and has them folded, before it returns."""

    def __call__(self, *rows: Observation) -> None:
        """Store them."""


@dataclass(frozen=True)
class MemoryAccess:
    """What an exchange needs of the memory whose robot takes part.

    Attributes:
        ledger: what is known of the others.
        clock: the time.
        shared: returns what is shared now, strongest first.
        store: where what was heard goes.
        audit_head: returns the head of the record of what the memory did, for others to witness.
        gone: tells which of some own entries are not there any more, and which a person deleted.
        describe: returns what this robot tells of itself; None where it tells nothing.
    """

    ledger: Ledger
    clock: Clock
    shared: Callable[[], Sequence[SharedEntry]]
    store: StoreRows
    audit_head: Callable[[], AuditHead | None] = lambda: None
    gone: Gone = lambda ids: {}
    describe: Describe = lambda: None
