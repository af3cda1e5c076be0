"""When a message was published: by its header, or by who publishes a latched topic (rules.md §4.1).

See docs/explanation/time.md, "Header stamps".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from robot_memory.ledger import Observation
from robot_memory.ledger.observation import stamp_from_text

#: s by which a header stamp may be off; a message that is further off is counted and not observed.
MISDATED = 10.0


def header_seconds(content: Any) -> float | None:
    """Return a message's header stamp in seconds since the epoch; None where it has none."""
    stamp = getattr(getattr(content, "header", content), "stamp", None)
    if stamp is None or not stamp.sec:
        return None  # many drivers leave it empty
    return float(stamp.sec + stamp.nanosec * 1e-9)


@dataclass(frozen=True, slots=True)
class Publication:
    """The publication of a message of a latched topic: it may be delivered long after, and again.

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

    def with_header(self, ago: float, stamp: float) -> Publication:
        """Return it with the uptime of its header stamp, where that tells since when it holds.

        Args:
            ago: how many seconds the header stamp lies before the message came.
            stamp: uptime at which it came.
        """
        return replace(self, began=stamp - ago) if self.is_old else self

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
