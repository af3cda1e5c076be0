"""When a message was published: from its header, or a latched topic's publisher (rules.md §4.1).

See docs/explanation/time.md, "Header stamps".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from robot_memory.ledger import Observation
from robot_memory.ledger.observation import stamp_from_text

#: s by which a header stamp may be off; a message with a larger error is counted, not observed.
_MISDATED = 10.0


def misdated_by(content: Any, received_at: float, publication: Publication | None) -> float:
    """Return by how many seconds a header stamp is ahead, if it is off too far; else 0.

    Args:
        received_at: when it arrived, seconds since the epoch.
        publication: for a message of a latched topic; an old message arrives long after it was
            sent.
    """
    header = _header_seconds(content)
    is_old = publication is not None and publication.is_old
    sent = publication.time.timestamp() if publication and is_old else received_at
    ahead = 0.0 if header is None else header - sent
    return ahead if abs(ahead) > _MISDATED else 0.0


def _header_seconds(content: Any) -> float | None:
    stamp = getattr(getattr(content, "header", content), "stamp", None)
    if stamp is None or not stamp.sec:
        return None  # many drivers leave it empty, at 0
    return float(stamp.sec + stamp.nanosec * 1e-9)


@dataclass(frozen=True, slots=True)
class Publication:
    """The publication of a message of a latched topic, which may be delivered late and repeatedly.

    Attributes:
        time: by the publisher's clock, UTC. It distinguishes the message from a later one.
        is_earlier: whether it was published before this node subscribed, so that an earlier start
            of the node may have received it already.
        is_old: whether that was so much earlier that its content did not begin at the delivery.
        began: since when its content holds according to its header, in seconds of uptime; None: not
            known.
    """

    time: datetime
    is_earlier: bool = False
    is_old: bool = False
    began: float | None = None

    def with_header(self, content: Any, received_at: float, stamp: float) -> Publication:
        """Return the publication; if it is old, with the uptime of the header stamp as its start.

        The message arrived ``received_at`` seconds since the epoch, at the uptime ``stamp``.
        """
        header = _header_seconds(content)
        if header is None or not self.is_old:
            return self
        return replace(self, began=stamp - (received_at - header))

    def is_stored_in(self, row: Observation | None, clock_kind: str) -> bool:
        """Tell whether a row from an earlier start contains this publication, or a later one.

        The row is the newest about its key. Only wall time is comparable with a publisher's clock.
        """
        if row is None:
            return False
        published = row.detail.get("published")
        if published is not None and stamp_from_text(published) >= self.time:
            return True
        return clock_kind == "wall" and row.time >= self.time
