"""Lets go of what a robot said that is not believed any more; needs no node and no keys."""

from __future__ import annotations

from robot_memory.clock import Instant
from robot_memory.federation.seen import Seen
from robot_memory.ledger import Ledger, Observation


def forgetting_row(ledger: Ledger, rrn: str, reason: str, now: Instant) -> Observation | None:
    """Return the row after which nothing of what a robot said is used; None where nothing is.

    Args:
        ledger: where the robot's last update is.
        rrn: whose.
        reason: why, in a sentence.
        now: the time.
    """
    for row in ledger.peers():
        if row.component == rrn and row.detail["entries"]:
            return Seen.of_row(row).forgotten(reason).as_row(now)
    return None
