"""What happens to entries, in the words of a conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.resolve_rules import asked
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.observation import claimed_name

#: What the memory says of what it learns by itself; of what is reinforced it says nothing.
_LEARNED = {
    "created": "I learned: {}",
    "reopened": "It is back: {}",
    "resolved": "It is over: {}",
    "recovered": "It seems to be over: {}",
}
_DONE = {
    Kind.RESOLVE: "Resolved", Kind.RECOVERED: "Asks to {asked}",
    Kind.MUTE: "Muted", Kind.UNMUTE: "Tell again",
    Kind.KNOWN: "Known", Kind.NOT_KNOWN: "No longer known",
    Kind.KNOWN_DOUBTED: "Asks that it be known no longer",
    Kind.FORGET: "Forgotten", Kind.CORRECT: "Corrected",
}  # fmt: skip


#: Roles in a session; what is said to be a person's is, with a speaker that says so.
_ROLES = {Source.PERSON: "person", Source.AGENT: "agent", Source.CLAIMED: "person"}


@dataclass(frozen=True)
class SessionStatement:
    """One statement of a person or an agent.

    Attributes:
        role: ``person``, ``agent`` or ``robot``.
        text: the words.
        time: when, UTC.
        speaker: the name of a person, where it is known.
        entry: the id of the entry of which the memory itself tells; empty: somebody spoke.
    """

    role: str
    text: str
    time: datetime
    speaker: str = ""
    entry: str = ""


@dataclass(frozen=True)
class Denial:
    """Something that was asked for and refused.

    Attributes:
        what: what it was, and why.
        time: when, UTC.
    """

    what: str
    time: datetime


def statement_of(event: EntryEvent) -> SessionStatement | None:
    """Return what is said by an event; None where nothing is."""
    entry, row = event.entry, event.row
    if entry is None or row is None:
        return None
    if row.source in _ROLES:
        return _by_author(entry, row)
    words = _LEARNED.get(event.kind)
    if words is None:
        return None
    return SessionStatement("robot", words.format(entry.text), row.time, entry=entry.id)


def _by_author(entry: MemoryEntry, row: Observation) -> SessionStatement | None:
    role, speaker = _ROLES[row.source], _speaker(row)
    if row.kind is Kind.NOTE:
        return SessionStatement(role, row.summary, row.time, speaker)
    note = f" ({row.summary})" if row.summary and row.kind is not Kind.CORRECT else ""
    if row.kind is Kind.REPAIRED:
        return SessionStatement(role, f"Repaired: {row.component}{note}", row.time, speaker)
    done = _DONE.get(row.kind)
    if done is None:
        return None
    words = f"{done.format(asked=asked(row))}: {entry.text}{note}"
    return SessionStatement(role, words, row.time, speaker)


def _speaker(row: Observation) -> str:
    """Return the name of a person; of one who is said to be one, with that."""
    name = str(row.detail.get("by", ""))
    if row.source is Source.CLAIMED:
        return claimed_name(name)
    return name if row.source is Source.PERSON else ""
