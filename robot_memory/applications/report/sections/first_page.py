"""The first page, for a person: the worst hazards, what people did, what is open, the trend."""

from __future__ import annotations

from datetime import datetime

from robot_memory.applications.reliability.reliability_text import rate_text, trend_text
from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.decisions import SAID, statement_of
from robot_memory.applications.report.sections.hazards import entry_rows
from robot_memory.applications.report.sections.report_section import Values
from robot_memory.entries import MemoryEntry
from robot_memory.entries.known_rules import is_known_unproven
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.ledger import Severity, Source

_MOST = 5  # hazards, and statements of people


def first_page_values(facts: ReportFacts) -> Values:
    """Return what the first page shows beside the facts."""
    now = facts.now.time
    entries = [entry for _, entry in facts.open_entries]
    said = [row for row in facts.rows_in_period
            if row.kind in SAID and row.source is Source.PERSON]  # fmt: skip
    robot = facts.reliability.figures[0] if facts.reliability.figures else None
    return {
        "worst": _worst(facts),
        "said": [statement_of(facts, row) for row in said[: -_MOST - 1 : -1]],
        "said_in_all": len(said),
        "amounts": {
            "open": len(entries),
            "observed": sum(entry.id in facts.evidence for entry in entries),
            "waiting": sum("recovered_note" in entry.extra for entry in entries),
            "known": sum(_is_known(entry, now) for entry in entries),
            "muted": sum(is_silenced(entry, now) for entry in entries),
        },
        "robot": robot,
        "rate": rate_text(robot.rate) if robot else "",
        "trend": trend_text(robot.trend) if robot else "",
    }


def _worst(facts: ReportFacts) -> list[object]:
    """Return the worst open entries, as the table of hazards shows them.

    First comes what was most severe in the period, as reported, then what is believed most. What
    only agents say, and what a person muted or declared known, is not among them.
    """
    now = facts.now.time
    found = [
        (value, entry) for value, entry in facts.open_entries
        if not (entry.is_agents_word or is_silenced(entry, now) or _is_known(entry, now))
    ]  # fmt: skip
    found.sort(key=lambda pair: -_severity(facts, pair[1]))
    return list(entry_rows(facts, found[:_MOST]))


def _is_known(entry: MemoryEntry, now: datetime) -> bool:
    """Tell whether a person declared an entry known: an agent takes nothing off this page."""
    return entry.is_known(now) and not is_known_unproven(entry, now)


def _severity(facts: ReportFacts, entry: MemoryEntry) -> int:
    return max((row.severity.rank for row in facts.evidence.get(entry.id, ())),
               default=Severity.OK.rank)  # fmt: skip
