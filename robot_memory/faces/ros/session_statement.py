"""What happens to entries, in the words of a conversation."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    Kind.RESOLVE: "Resolved by {who}", Kind.RECOVERED: "{who} asks to {asked}",
    Kind.MUTE: "Muted by {who}", Kind.MUTE_ASKED: "{who} asks to mute",
    Kind.UNMUTE: "Unmuted by {who}",
    Kind.KNOWN: "Declared known by {who}", Kind.NOT_KNOWN: "Declared no longer known by {who}",
    Kind.KNOWN_DOUBTED: "{who} asks that it be known no longer",
    Kind.FORGET: "Forgotten by {who}", Kind.UNDO: "{who} took back the last change",
}  # fmt: skip


#: Roles in a session; what is said to be a person's has a speaker that says so.
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
        is_agents: whether an agent, or who cannot be checked, brought it about.
    """

    role: str
    text: str
    time: datetime
    speaker: str = ""
    entry: str = ""
    is_agents: bool = False


@dataclass(frozen=True)
class Denial:
    """Something that was asked for and refused.

    Attributes:
        what: what it was, and why.
        time: when, UTC.
    """

    what: str
    time: datetime


def statements_of(event: EntryEvent) -> list[SessionStatement]:
    """Return what is said by an event; nothing where nothing is."""
    entry, row = event.entry, event.row
    if entry is None or row is None:
        return []
    if row.source in _ROLES and not row.detector:
        return _by_author(entry, row)
    words = _LEARNED.get(event.kind)
    if words is None:
        return []
    return [SessionStatement("robot", words.format(entry.text), row.time, entry=entry.id)]


def repair_statement(
    component: str, note: str, source: Source, by: str, time: datetime
) -> SessionStatement:
    """Return what somebody says who repaired a part.

    Args:
        source, by: who, as of a row.
    """
    words = f"Repaired: {component} ({note})" if note else f"Repaired: {component}"
    return SessionStatement(_ROLES[source], words, time, _speaker(source, by))


def _by_author(entry: MemoryEntry, row: Observation) -> list[SessionStatement]:
    """Return what somebody says who notes, corrects or repairs something, or decides about it.

    What is decided about is not repeated in the words of who decides: another one worded it.
    """
    by = str(row.detail.get("by", ""))
    speaker = _speaker(row.source, by)
    if row.kind is Kind.REPAIRED:
        return [repair_statement(row.component, row.summary, row.source, by, row.time)]
    own = SessionStatement(_ROLES[row.source], row.summary, row.time, speaker)
    if row.kind is Kind.NOTE:
        return [own]
    if row.kind is Kind.CORRECT:
        return [replace(own, text=f"Corrected: {row.summary}")]
    done = _DONE.get(row.kind)
    if done is None:
        return []
    done = done.format(who=speaker or own.role, asked=asked(row))
    told = SessionStatement(
        "robot", f"{done}: {entry.text}", row.time, entry=entry.id,
        is_agents=not row.source.is_proven,
    )  # fmt: skip
    return [told, own] if row.summary else [told]


def _speaker(source: Source, name: str) -> str:
    """Return the name of a person; of one who is said to be one, with that."""
    if source is Source.CLAIMED:
        return claimed_name(name)
    return name if source is Source.PERSON else ""
