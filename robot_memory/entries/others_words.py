"""What an agent may not say in its own name: words of a peer, of a detector, of a person.

Specification: rules.md §1.6, §2.7 and §6.15.
"""

from __future__ import annotations

from datetime import datetime

from robot_memory.entries.entry_id import agents_id, mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.near_duplicates import find_echo, says_again
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
    """Check that an agent may say something in place of a note: nobody else says or ended it.

    Raises:
        InvalidInput: somebody does, or the note is resolved.
    """
    if entry.type is EntryType.RESOLVED:
        raise InvalidInput(f"{entry.id} is resolved; nothing was stored: note what is so now")
    others = (one for one in state.entries.values() if one.id != entry.id)
    said = find_echo(text, others) or ended_words(state, entry.type, text, now)
    if said is not None and said.id != entry.id:
        raise InvalidInput(
            f"{said.id} says that, or said it before it was ended: {said.text}; an agent cannot "
            f"make these the words of {entry.id}; nothing was stored"
        )


def correct_words(said_id: str, entry: MemoryEntry) -> str:
    """Return what a correction came to: an agent's is a note of its own, with another id."""
    is_same = entry.id.removeprefix("mem-").startswith(said_id.removeprefix("mem-"))
    return f"{entry.id} says {'now' if is_same else 'so in its place'}: {entry.text}"


def check_not_decided(entry_id: str, text: str, state: MemoryState) -> None:
    """Check that words which an agent says beside an entry are none that a person decided about.

    They would be told with the entry.

    Args:
        entry_id: of the entry, whose words of now may be quoted.

    Raises:
        InvalidInput: they are.
    """
    said = decided_about(state, text, beside=state.find_anywhere(entry_id)) if text else None
    if said is not None:
        raise InvalidInput(
            f"a person decided about what reads so ({said.id}: {said.text}); nothing was stored: "
            "say it in other words"
        )


def decided_about(
    state: MemoryState, text: str, beside: MemoryEntry | None = None
) -> MemoryEntry | None:
    """Return the entry that said a text before a person decided about it, or put it otherwise.

    Args:
        state: all entries, and what persons corrected.
        text: what is said.
        beside: the entry that it is said beside, whose words of now are not looked for.
    """
    own = "" if beside is None else beside.text
    decided = (one for one in state.decided() if beside is None or one.id != beside.id)
    said = next((one for one in decided if says_again(text, one.text)), None)
    was = (
        entry_id for words, entry_id in state.corrected_words()
        if says_again(text, words) and not says_again(own, words)
    )  # fmt: skip
    return said or next(filter(None, map(state.find_anywhere, was)), None)


def ended_words(
    state: MemoryState, entry_type: EntryType, text: str, now: datetime
) -> MemoryEntry | None:
    """Return the entry that an agent's words repeat to no effect, as a person decided about it.

    A person put it otherwise, or deleted it; or muted, resolved or declared it known before it
    faded (rules.md §1.6). What reads alike is said again, too: who deletes or mutes a note does not
    ask how it is spelled.
    """
    live = state.entries.get(agents_id(text))
    if live is not None and is_persons(live):
        return live
    said = decided_about(state, text)
    if said is not None or live is not None:
        return said
    left = (state.find_archived(None, one) for one in (agents_id(text), mint_id(entry_type, text)))
    return next((one.entry for one in left if one is not None and one.is_decided(now)), None)
