"""An entry in the archive, how to look one up, and which words bring none back (rules.md §2.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from robot_memory.entries.memory_entry import EntryType, MemoryEntry, mint_id
from robot_memory.entries.persons_decision import is_decided_by_person
from robot_memory.entries.reading_rules import lasting_text
from robot_memory.ledger import Key, Observation


@dataclass(frozen=True)
class ArchivedEntry:
    """An entry that left the file.

    Attributes:
        entry: as it was when it left.
        pruned: it left because its confidence had decayed; otherwise a person deleted it.
        seq: only rows with a greater number can create it again.
    """

    entry: MemoryEntry
    pruned: bool
    seq: int

    def is_quieted(self, now: datetime) -> bool:
        """Tell whether a person resolved, muted or declared it known, and nobody deleted it."""
        return self.pruned and is_decided_by_person(self.entry, now)

    def may_return(self, now: datetime) -> bool:
        """Tell whether an agent's word may bring it back: it is one itself, and not quieted."""
        return self.entry.is_agents_word and not self.is_quieted(now)

    @property
    def is_reworded(self) -> bool:
        """Whether it says by now something else than the text that its id is of."""
        entry = self.entry
        kind = entry.resolved_from or entry.type
        first = mint_id(kind, entry.text, long=True)
        return self.pruned and entry.readings is None and not first.startswith(entry.id)


#: Looks up an archived entry by key or by id.
FindArchived = Callable[["Key | None", str], "ArchivedEntry | None"]


def as_own_word(row: Observation, archived: ArchivedEntry) -> Observation | None:
    """Return evidence about an archived entry as what it counts as.

    The row itself, where it may bring the entry back. The word of an agent, or of who cannot be
    checked, strengthens no entry of others: it counts as a note of its own, with an id of its own.
    None: it counts as nothing, as a person quieted the entry, or has the other id, too.
    """
    if row.source.is_proven:
        return row
    if archived.is_quieted(row.time):
        return None
    if archived.entry.is_agents_word:
        return row
    own = mint_id(row.entry_type, lasting_text(row), long=True)
    return None if own == row.entry_id else replace(row, entry_id=own)


def stays_archived(
    find: FindArchived, entry_type: EntryType, text: str, now: datetime
) -> MemoryEntry | None:
    """Return the archived entry that an agent's note repeats, where no note is made of it.

    A person quieted that entry, or it was put otherwise since, or a note of its own had the id of
    another one of a person or a detector.
    """
    old = find(None, mint_id(entry_type, text))
    if old is not None and not old.may_return(now) and not (old.is_quieted(now) or old.is_reworded):
        old = find(None, mint_id(entry_type, text, long=True))
    return None if old is None or old.may_return(now) else old.entry
