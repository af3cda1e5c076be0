"""Whether a person decided last about an entry, or a detector found it (rules.md §1.6 and §2.12).

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from datetime import datetime

from robot_memory.entries.known_rules import KNOWN_SINCE, is_known_by_person
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_muted_by_person, is_muted_proven
from robot_memory.entries.reading_rules import is_a_persons_wording
from robot_memory.ledger import Source

#: Who resolved an entry, where that was no person: an agent, somebody whom nobody can check, or
#: the memory itself, whose findings are told again when they come again.
RESOLVED_BY = "resolved_by"


def is_persons(entry: MemoryEntry, now: datetime) -> bool:
    """Tell whether an entry is no agent's to end, to reword or to tell again.

    A detector or a person says so, or a person declared it known, muted or resolved it.
    """
    return (
        not entry.is_agents_word
        or (entry.is_known(now) and is_known_by_person(entry))
        or is_muted_proven(entry, now)
        or (entry.type is EntryType.RESOLVED and RESOLVED_BY not in entry.extra)
    )


def has_persons_word(entry: MemoryEntry) -> bool:
    """Tell whether a person said, worded, muted or declared known what an entry says."""
    return (
        (KNOWN_SINCE in entry.extra and is_known_by_person(entry))
        or ("muted_until" in entry.extra and is_muted_by_person(entry))
        or (not entry.is_agents_word and (entry.key is None or is_a_persons_wording(entry)))
    )


def is_guarded(entry: MemoryEntry, by_whom: Source, now: datetime) -> bool:
    """Tell whether somebody may neither end nor reword an entry, nor tell it again."""
    return not by_whom.is_proven and is_persons(entry, now)
