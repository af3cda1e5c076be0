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

#: The author of a resolution who is no person: an agent, an unchecked person, or the memory itself.
#: If the fault comes again, the memory's own findings reopen.
RESOLVED_BY = "resolved_by"
#: The person who noted the words of a detector's entry.
NOTED_BY = "noted_by"
#: The person who decided about an agent's words: no agent may say, end or reword them again.
DECIDED_BY = "decided_by"
#: Fields of a decision about one entry, and not about others like it.
_DECIDED = frozenset({"muted_until", "muted_why", KNOWN_SINCE, "known_until", WITHDRAWN_BY})
#: Detectors' tags that may differ between similar entries.
_DETECTORS_TAGS = frozenset({"event", *(word.value for word in (*Severity, *Subject))})


def is_persons(entry: MemoryEntry) -> bool:
    """Whether agents may not end, reword or reactivate an entry.

    A detector or a person says so, or a person once decided about it.
    """
    return DECIDED_BY in entry.extra or _stands_by_person(entry)


def _stands_by_person(entry: MemoryEntry) -> bool:
    """Whether a detector or a person put an entry into its present state."""
    return (
        not entry.is_agents_word
        or KEPT_UNTIL in entry.extra
        or has_persons_known(entry)
        or is_muted_by_person(entry)
        or _is_resolved_by_person(entry)
    )


def as_decided(was: MemoryEntry, entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry changed by a row, with a mark if a person decided about an agent's words.

    A person who notes the same words makes them their own, and decides nothing about the agent's
    (§1.6).
    """
    is_agents = is_agents_id(entry.id) or was.is_agents_word
    if row.source is not Source.PERSON or row.kind is Kind.NOTE or not is_agents:
        return entry
    return with_decision(entry, row.author)


def with_decision(entry: MemoryEntry, by_whom: str) -> MemoryEntry:
    """Return an entry that a person decided about, and that agents may not say again."""
    return replace(entry, extra={**entry.extra, DECIDED_BY: by_whom})


def is_decided_by_person(entry: MemoryEntry, now: datetime) -> bool:
    """Whether a person declared an entry known, muted or resolved it, and this still holds."""
    return (
        (entry.is_known(now) and has_persons_known(entry))
        or is_muted_proven(entry, now)
        or _is_resolved_by_person(entry)
    )


def _is_resolved_by_person(entry: MemoryEntry) -> bool:
    return entry.type is EntryType.RESOLVED and RESOLVED_BY not in entry.extra


def has_persons_word(entry: MemoryEntry) -> bool:
    """Whether a person said, worded, muted or declared known an entry."""
    return (
        NOTED_BY in entry.extra
        or has_persons_known(entry)
        or is_muted_by_person(entry)
        or (not entry.is_agents_word and (entry.key is None or is_a_persons_wording(entry)))
    )


def is_guarded(entry: MemoryEntry, by_whom: Source) -> bool:
    """Whether a source must not end, reword or reactivate an entry."""
    return not by_whom.is_proven and is_persons(entry)


def is_settled(entry: MemoryEntry, by_whom: Source) -> bool:
    """Whether a source's reports must not change an entry about a task.

    An entry that a person unmuted or reopened still changes with later reports.
    """
    return not by_whom.is_proven and _stands_by_person(entry)


def is_kept(entry: MemoryEntry, by_whom: Source) -> bool:
    """Whether ``by_whom`` can only ask to end an entry.

    This holds for agents, and for the memory itself if the entry is a person's word.
    """
    is_finding = by_whom is Source.DETECTOR
    return is_guarded(entry, by_whom) or (is_finding and has_persons_word(entry))


def stays_apart(entry: MemoryEntry, row: Observation) -> bool:
    """Whether an entry must never be joined with another, because somebody decided about it.

    It is resolved, muted or known, or a person said, worded or tagged it.

    Args:
        row: the row that would join them; its tags are the detector's.
    """
    return (
        entry.type is EntryType.RESOLVED
        or not _DECIDED.isdisjoint(entry.extra)
        or has_persons_word(entry)
        or not _DETECTORS_TAGS.issuperset({*entry.tags} ^ {*row.tags})
    )


def person_who_noted(entry: MemoryEntry, row: Observation) -> str:
    """Return the person who noted a detector's entry, before or in a row, or ""."""
    if row.kind is Kind.NOTE and row.source is Source.PERSON and entry.key is not None:
        return row.author
    is_persons_note = entry.key is None and not entry.is_agents_word
    return Source.PERSON.value if is_persons_note and row.key is not None else ""
