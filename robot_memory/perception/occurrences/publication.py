"""When a message of a latched topic was published: it may be delivered long after, and again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from robot_memory.ledger import Observation
from robot_memory.ledger.observation import stamp_from_text


@dataclass(frozen=True, slots=True)
class Publication:
    """The publication of a message whose publisher keeps it for whoever subscribes later.

    Attributes:
        time: when, by the publisher's clock, UTC. It tells the message from a later one.
        is_earlier: it was published before this node subscribed, so an earlier start of the node
            may have heard it already.
        is_old: it is so much earlier that what it says did not begin when it was delivered.
        began: since when what it says holds, in seconds of uptime, as its header says; None: not
            known.
    """

    time: datetime
    is_earlier: bool = False
    is_old: bool = False
    began: float | None = None

    def is_stored_in(self, row: Observation | None, clock_kind: str) -> bool:
        """Tell whether a row of an earlier start was made of this publication, or a later one.

        Args:
            row: the newest about the same key; None where there is none.
            clock_kind: kind of this node's time. Only wall time compares with a publisher's clock.
        """
        if row is None:
            return False
        published = row.detail.get("published")
        if published is not None and stamp_from_text(published) >= self.time:
            return True
        return clock_kind == "wall" and row.time >= self.time
