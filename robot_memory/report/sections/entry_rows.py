"""Rows of the tables of entries that are not resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.entries import MemoryEntry
from robot_memory.entries.lifecycle import HIGH, MEDIUM, band
from robot_memory.entries.mute_rules import muter_words
from robot_memory.ledger import Severity
from robot_memory.report.report_facts import ReportFacts
from robot_memory.shared_room import in_shared_room

_BANDS = {HIGH: "high", MEDIUM: "medium"}
_MOST = 100


@dataclass(frozen=True)
class EntryRow:
    """What is shown of one entry.

    Attributes:
        value: its confidence at the time of the extract.
        in_period: how often it was observed in the period.
        severity: how bad the newest observation was said to be; empty where nobody said so.
        in_context: whether agents are told of it, and why not.
    """

    entry: MemoryEntry
    value: float
    in_period: int
    severity: str
    in_context: str

    @property
    def band(self) -> str:
        """The word for how high the confidence is."""
        return _BANDS.get(band(self.value), "low")


def entry_rows(facts: ReportFacts, entries: Sequence[tuple[float, MemoryEntry]]) -> list[EntryRow]:
    """Return the rows of as many entries as a table shows, in order; agents' get half of it."""
    return [
        EntryRow(
            entry, value, facts.observed.get(entry.id, 0), _severity(facts, entry),
            _context_note(facts, value, entry),
        )
        for value, entry in in_shared_room(entries, _MOST, lambda one: not one[1].is_agents_word)
    ]  # fmt: skip


def _severity(facts: ReportFacts, entry: MemoryEntry) -> str:
    rows = facts.evidence.get(entry.id)
    severity = rows[-1].severity if rows else Severity.OK
    return "" if severity is Severity.OK else severity.value


def _context_note(facts: ReportFacts, value: float, entry: MemoryEntry) -> str:
    if entry.id in facts.in_context and entry.is_known(facts.now.time):
        return "agents are told that it is known"
    if entry.id in facts.in_context:
        return "agents are told"
    if entry.is_muted(facts.now.time):
        return f"muted by {muter_words(entry)}: agents are not told"
    if value < facts.settings.inject_min:
        return f"weaker than {facts.settings.inject_min:g}: agents are not told"
    return f"beyond {facts.settings.token_budget} tokens: agents are told where they ask for it"
