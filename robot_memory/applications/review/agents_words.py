"""Statements that wait for a person because only agents made them (rules.md §2.7)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from robot_memory.applications.review.opposite_notes import OppositeNotes
from robot_memory.applications.review.review_item import MOST_ASKERS, ReviewItem, ReviewKind
from robot_memory.entries import EntryType
from robot_memory.entries.mute_rules import is_muted_proven
from robot_memory.entries.peer_text import inner
from robot_memory.entries.resolve_rules import last_of_each
from robot_memory.foundation.text.escaping import one_line
from robot_memory.ledger import Kind

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory

_SAID_AGAIN = timedelta(days=7)  # for which restatements of resolved entries are shown
_MOST_NOTES = 5_000  # newest notes of agents that are searched for an entry's author
_ONLY_AN_AGENT = "only an agent says so, or somebody whom nobody can check: is it true?"


def said_again(memory: RobotMemory) -> Iterator[ReviewItem]:
    """Yield resolved entries that agents restate: only a person can revive them (rules.md §2.7)."""
    resolved = [
        (entry, entry.time_of("resolved_at"))
        for _, entry in memory.entries(include_resolved=True)
        if entry.type is EntryType.RESOLVED
    ]
    if not resolved or not memory.has_ledger:
        return
    earliest = memory.clock.now().time - _SAID_AGAIN
    ids = [entry.id for entry, _ in resolved]
    rows = memory.ledger.rows_about(ids, _MOST_NOTES, (Kind.ECHO,))
    for entry, resolved_at in resolved:
        since = max(resolved_at or earliest, earliest)
        said = [row for row in rows if row.entry_id == entry.id and row.time > since]
        for row in last_of_each(said)[:MOST_ASKERS]:
            yield ReviewItem(
                ReviewKind.UNCONFIRMED, entry.id, entry.text,
                f'it is resolved, and {row.author} says "{inner(one_line(row.summary))}": is it so '
                "again? If not, there is nothing to do",
                f"robot-memory confirm {entry.id}",
                row.time,
                row.author,
            )  # fmt: skip


def unconfirmed(memory: RobotMemory) -> Iterator[ReviewItem]:
    """Yield entries only from agents; as contradictions if somebody says otherwise."""
    now, named = memory.clock.now().time, _agents_named(memory)
    entries = [entry for _, entry in memory.entries()]
    if not any(entry.is_agents_word for entry in entries):
        return
    notes = [entry for entry in entries if entry.key is None]
    of_persons = OppositeNotes(entry for entry in notes if not entry.is_agents_word)
    of_agents = OppositeNotes(entry for entry in notes if entry.is_agents_word)
    for entry in entries:
        is_open = entry.type is not EntryType.RESOLVED and not entry.is_known(now)
        if entry.is_agents_word and is_open and not is_muted_proven(entry, now):
            persons, agents = of_persons.against(entry.text), of_agents.denial_of(entry.text)
            kind, question = ReviewKind.UNCONFIRMED, _ONLY_AN_AGENT
            if other := persons or agents:
                kind = ReviewKind.CONTRADICTION
                whose = "a person" if persons else "another note of an agent"
                question = f'{whose} says otherwise ({other.id}: "{other.text}"): which is true?'
            yield ReviewItem(
                kind, entry.id, entry.text, question,
                f"robot-memory why {entry.id}",
                entry.first_seen,
                named.get(entry.id, str(entry.extra.get("source", ""))),
            )  # fmt: skip


def _agents_named(memory: RobotMemory) -> dict[str, str]:
    """Return by entry the agent, or the claimed person, who noted it last."""
    ids = [entry.id for _, entry in memory.entries() if entry.is_agents_word]
    if not ids or not memory.has_ledger:
        return {}
    rows = memory.ledger.rows_about(ids, _MOST_NOTES, (Kind.NOTE,))
    return {row.entry_id: row.author for row in reversed(rows) if not row.source.is_proven}
