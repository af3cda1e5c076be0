"""The changes of entries by rows, their removal, and the events on ``~/events``.

Specification: rules.md §1.6 and §2.7.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.memory_entry import KEPT_UNTIL, MemoryEntry
from robot_memory.entries.persons_decision import DECIDED_BY, is_decided_by_person
from robot_memory.ledger import Key, Kind, Observation

_CLOCK = "clock"
#: Why an entry leaves the file, as stored in its archive item.
DELETED, PRUNED, ROOM = "deleted", "pruned", "made room"


@dataclass(frozen=True)
class EntryChange:
    """The effect of a row on an entry.

    Kinds: created, reinforced, resolved, reopened, (un)muted, known, corrected, undone, retimed,
    recovered and requests; or, for an entry that leaves, forgotten or merged.
    """

    kind: str
    entry: MemoryEntry
    row: Observation

    @property
    def leaves(self) -> bool:
        """Whether the entry leaves the file with the next save."""
        return self.kind in ("forgotten", "merged")


@dataclass(frozen=True)
class EntryRemoval:
    """An entry that leaves the file.

    Attributes:
        entry: in its last state.
        because: DELETED by somebody, or merged into another one; PRUNED because it decayed; or to
            make ROOM for stronger ones.
        seq: only rows with a greater id can create it again.
        row: the row that removed it; None if it was pruned, or a person deleted it from the file.
    """

    entry: MemoryEntry
    because: str
    seq: int
    row: Observation | None = None


@dataclass(frozen=True)
class ArchivedEntry:
    """An entry that left the file.

    Attributes:
        entry: in its last state.
        pruned: it left because its confidence had decayed; otherwise somebody deleted it.
        seq: only rows with a greater id can create it again.
    """

    entry: MemoryEntry
    pruned: bool
    seq: int

    def is_decided(self, now: datetime) -> bool:
        """Whether a person decided about it, so that no agent may say it again.

        A person deleted, muted, resolved, reworded or declared known an agent's words. Or a person
        muted, resolved or declared known other words, and they have faded since.
        """
        is_quieted = self.pruned and is_decided_by_person(self.entry, now)
        return DECIDED_BY in self.entry.extra or is_quieted


#: Looks up an archived entry by key or by id.
FindArchived = Callable[["Key | None", str], "ArchivedEntry | None"]


@dataclass(frozen=True)
class EntryEvent:
    """An event about an entry or about another robot.

    Each :class:`.EntryChange` from the fold gives an event. There are also events without a row: an
    entry was pruned, or a person deleted it from the file.

    Attributes:
        kind: created, reinforced, resolved, recovered, reopened, muted, mute_asked, unmuted, known,
            known_asked, not_known, known_doubted, corrected, undone, retimed, pruned or archived;
            peer_accepted or peer_rejected.
        entry: its present or last state; None for an event about another robot.
        detail: the topic, or the words that were said.
        time: when, UTC.
        actor: the cause: ``detector:bump``, ``person:ada``, ``agent:planner``, ``claimed:ada``
            (claims to be a person, over ROS), ``peer``, or ``clock`` if only time passed or was
            corrected.
        row: the row that caused it; None if no row did.
        rrn: of the other robot; empty for an event about an entry.
        reason: why another robot was refused, in the words of ``/diagnostics``.
    """

    kind: str
    entry: MemoryEntry | None
    detail: str
    time: datetime
    actor: str
    row: Observation | None = None
    rrn: str = ""
    reason: str = ""

    @property
    def is_known(self) -> bool:
        """Whether an operator had declared the entry known, so that the event alarms no one."""
        return self.entry is not None and self.entry.is_known(self.time)


def change_event(change: EntryChange) -> EntryEvent:
    """Return the event for a change by a row of the ledger."""
    row = change.row
    kind = "archived" if change.leaves else change.kind
    actor = _CLOCK if row.kind is Kind.RETIME else row.author
    return EntryEvent(kind, change.entry, _detail(change.entry, row), row.time, actor, row)


def removal_event(removal: EntryRemoval, time: datetime) -> EntryEvent:
    """Return the event for an entry that left the file."""
    entry, row = removal.entry, removal.row
    kind = "archived" if removal.because == DELETED else "pruned"
    if row is not None:
        return EntryEvent(kind, entry, _detail(entry, row), time, row.author, row)
    if removal.because == DELETED:
        return EntryEvent(kind, entry, "deleted from the file", time, "person")
    faded = "its date has passed" if KEPT_UNTIL in entry.extra else "decayed"
    detail = "made room for stronger entries" if removal.because == ROOM else faded
    return EntryEvent(kind, entry, detail, time, _CLOCK)


def _detail(entry: MemoryEntry, row: Observation) -> str:
    if row.kind is Kind.MERGED and "merged_into" in entry.extra:
        return f"part of {entry.extra['merged_into']}"
    return row.topic or row.summary
