"""Peers: which ones this robot trusts, what they reported, what it shares."""

from __future__ import annotations

from robot_memory.ledger import Kind
from robot_memory.report.report_facts import ReportFacts
from robot_memory.report.sections.report_section import Values


def others_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
    updates = [row for row in facts.rows_in_period if row.kind is Kind.PEER]
    return {"updates": updates[::-1]}
