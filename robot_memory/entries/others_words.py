"""What an agent may not say in its own name: words of a peer, of a detector, of a person.

Specification: rules.md §1.6, §2.7 and §6.15.
"""

from __future__ import annotations

from datetime import datetime

from robot_memory.entries.archived_entry import stays_archived
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.near_duplicates import find_echo
from robot_memory.entries.peer_lineage import PeerStatement
from robot_memory.entries.persons_decision import is_persons
from robot_memory.foundation.errors import InvalidInput


def check_not_said_by_peer(peer: PeerStatement | None) -> None:
    """Check that words which an agent says beside an entry, or puts in its place, are no peer's.

    A reason or a note is told with the entry that it is about, and with no peer's name.

    Args:
        peer: what a peer said that the words repeat; None: nothing.

    Raises:
        InvalidInput: they are a peer's.
    """
    if peer is not None:
        raise InvalidInput(
            f"these are {peer.why}; an agent cannot make them its own; nothing was stored: say it "
            "in other words, or let a person at the robot's machine say it"
        )


def check_not_said_here(entry: MemoryEntry, text: str, state: MemoryState, now: datetime) -> None:
    """Check that an agent gives its note no words of a detector's or a person's entry.

    As those of its note it could end them, or tell again what a person ended.

    Args:
        entry: the note that is to be corrected.
        state: all entries, and the archive.

    Raises:
        InvalidInput: it does.
    """
    others = (one for one in state.entries.values() if one.id != entry.id and is_persons(one))
    kind = entry.resolved_from or entry.type
    said = find_echo(text, others) or stays_archived(state.find_archived, kind, text, now)
    if said is not None and said.id != entry.id:
        raise InvalidInput(
            f"{said.id} says that, or said it before it was ended: {said.text}; an agent cannot "
            f"make these the words of {entry.id}; nothing was stored"
        )
