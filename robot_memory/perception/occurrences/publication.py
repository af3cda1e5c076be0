"""When a message of a latched topic was published: it may be delivered long after, and again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


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
