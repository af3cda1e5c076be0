"""What happened to an entry, in the words of the ``~/events`` topic."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.entry import MemoryEntry
from robot_memory.entries.fold import Change
from robot_memory.entries.state import Departure
from robot_memory.ledger import Observation


@dataclass(frozen=True)
class Event:
    """Something that happened to an entry, or with another robot.

    Attributes:
        kind: created, reinforced, resolved, recovered, reopened, muted, unmuted, retimed, pruned,
            archived or merged; peer_accepted or peer_rejected.
        entry: as it is now, or was when it left; None where it is about another robot.
        detail: the topic, or what was said.
        time: when, UTC.
        row: what was seen or said that did it; None where nothing of the ledger did.
    """

    kind: str
    entry: MemoryEntry | None
    detail: str
    time: datetime
    row: Observation | None = None


def change_event(change: Change) -> Event:
    """Return the event of a change that a row of the ledger made."""
    row = change.row
    return Event(change.kind, change.entry, row.topic or row.summary, row.time, row)


def departure_event(departure: Departure, time: datetime) -> Event:
    """Return the event of an entry that left the file."""
    into = departure.entry.extra.get("merged_into")
    why = f"part of {into}" if into else "deleted from the file"
    detail = "faded" if departure.kind == "pruned" else why
    return Event(departure.kind, departure.entry, detail, time)
