"""The time in the header of a message, and how far it is off (rules.md §4.1).

See docs/explanation/time.md, "Header stamps".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from robot_memory.perception.occurrences.publication import Publication

#: s by which a header stamp may be off; a message that is further off is counted and not observed.
MISDATED = 10.0


def header_seconds(content: Any) -> float | None:
    """Return a message's header stamp in seconds since the epoch; None where it has none."""
    stamp = getattr(getattr(content, "header", content), "stamp", None)
    if stamp is None or not stamp.sec:
        return None  # many drivers leave it empty
    return float(stamp.sec + stamp.nanosec * 1e-9)


def skew(its: float, received_at: float, publication: Publication | None) -> float:
    """Return by how many seconds a header stamp is ahead of when its message was sent.

    Args:
        its: the header stamp.
        received_at: when the message arrived.
        publication: of a message of a latched topic; an old one came long after it was sent.
    """
    is_old = publication is not None and publication.is_old
    return its - (
        publication.time.timestamp() if publication is not None and is_old else received_at
    )


def dated(publication: Publication, ago: float, stamp: float) -> Publication:
    """Return the publication of an old message with the uptime of its header stamp.

    Args:
        publication: when it was published.
        ago: how many seconds the header stamp lies before the message came.
        stamp: uptime at which it came.
    """
    return replace(publication, began=stamp - ago) if publication.is_old else publication
