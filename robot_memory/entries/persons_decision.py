"""Whether a person decided last about an entry, or a detector found it (rules.md §1.6 and §2.12).

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from robot_memory.entries.entry_id import is_agents_id
from robot_memory.entries.entry_readings import is_a_persons_wording
from robot_memory.entries.known_rules import KNOWN_SINCE, WITHDRAWN_BY, has_persons_known
from robot_memory.entries.memory_entry import KEPT_UNTIL, EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_muted_by_person, is_muted_proven
from robot_memory.foundation.wording.subject import Subject
from robot_memory.ledger import Kind, Observation, Severity, Source

#: Who resolved an entry, where that was no person: an agent, somebody whom nobody can check, or
#: the memory itself, whose findings are told again when they come again.
RESOLVED_BY = "resolved_by"
#: Which person noted what a detector's entry says, in the same words.
NOTED_BY = "noted_by"
#: Which person decided about what an agent said: it is no agent's to say again, end or reword.
DECIDED_BY = "decided_by"
#: Fields of what somebody decided about one entry, and not about others like it.
_DECIDED = frozenset({"muted_until", "muted_why", KNOWN_SINCE, "known_until", WITHDRAWN_BY})
#: Tags of detectors that may differ between entries that are alike.
_DETECTORS_TAGS = frozenset({"event", *(word.value for word in (*Severity, *Subject))})


def is_persons(entry: MemoryEntry) -> bool:
    """Tell whether an entry is no agent's to end, to reword or to tell again.

    A detector or a person says so, or a person once decided something about it.
    """
    return DECIDED_BY in entry.extra or _stands_by_person(entry)


def _stands_by_person(entry: MemoryEntry) -> bool:
    """Tell whether an entry is as a detector or a person left it: said, hidden, kept or ended."""
    return (
        not entry.is_agents_word
        or KEPT_UNTIL in entry.extra
        or has_persons_known(entry)
        or is_muted_by_person(entry)
        or _is_resolved_by_person(entry)
    )


def as_decided(was: MemoryEntry, entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row changed, with a note of what a person did about an agent's word.

    Who says the same makes it their own word, and decides nothing about the agent's (§1.6).
    """
    is_agents = is_agents_id(entry.id) or was.is_agents_word
    if row.source is not Source.PERSON or row.kind is Kind.NOTE or not is_agents:
        return entry
    return with_decision(entry, row.author)


def with_decision(entry: MemoryEntry, by_whom: str) -> MemoryEntry:
    """Return an entry that a person decided about, of which agents say nothing again."""
    return replace(entry, extra={**entry.extra, DECIDED_BY: by_whom})


def is_decided_by_person(entry: MemoryEntry, now: datetime) -> bool:
    """Tell whether a person declared an entry known, muted or resolved it, and that holds."""
    return (
        (entry.is_known(now) and has_persons_known(entry))
        or is_muted_proven(entry, now)
        or _is_resolved_by_person(entry)
    )


def _is_resolved_by_person(entry: MemoryEntry) -> bool:
    return entry.type is EntryType.RESOLVED and RESOLVED_BY not in entry.extra


def has_persons_word(entry: MemoryEntry) -> bool:
    """Tell whether a person said, worded, muted or declared known what an entry says."""
    return (
        NOTED_BY in entry.extra
        or has_persons_known(entry)
        or is_muted_by_person(entry)
        or (not entry.is_agents_word and (entry.key is None or is_a_persons_wording(entry)))
    )


def is_guarded(entry: MemoryEntry, by_whom: Source) -> bool:
    """Tell whether somebody may neither end nor reword an entry, nor tell it again."""
    return not by_whom.is_proven and is_persons(entry)


def is_settled(entry: MemoryEntry, by_whom: Source) -> bool:
    """Tell whether reports of somebody may not change what an entry says of a task.

    What a person unmuted, or opened again, goes on with later reports.
    """
    return not by_whom.is_proven and _stands_by_person(entry)


def is_kept(entry: MemoryEntry, by_whom: Source) -> bool:
    """Tell whether ``by_whom`` can only ask to end it.

    That is an agent, or the memory itself where it is a person's word.
    """
    is_finding = by_whom is Source.DETECTOR
    return is_guarded(entry, by_whom) or (is_finding and has_persons_word(entry))


def stays_apart(entry: MemoryEntry, row: Observation) -> bool:
    """Tell whether an entry never becomes part of another one, as somebody decided about it.

    It is resolved, muted or known, or a person said, worded or tagged it.

    Args:
        row: what joins the two; its tags are those that a detector gives.
    """
    return (
        entry.type is EntryType.RESOLVED
        or not _DECIDED.isdisjoint(entry.extra)
        or has_persons_word(entry)
        or not _DETECTORS_TAGS.issuperset({*entry.tags} ^ {*row.tags})
    )


def person_who_noted(entry: MemoryEntry, row: Observation) -> str:
    """Return who noted what a detector tells in the same words, before a row or by it, or ""."""
    if row.kind is Kind.NOTE and row.source is Source.PERSON and entry.key is not None:
        return row.author
    is_persons_note = entry.key is None and not entry.is_agents_word
    return Source.PERSON.value if is_persons_note and row.key is not None else ""
