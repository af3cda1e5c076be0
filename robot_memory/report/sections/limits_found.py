"""Recommended limits with the statistics that they rest on."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.ledger import Kind, Observation
from robot_memory.report.report_facts import ReportFacts
from robot_memory.report.report_text import number


@dataclass(frozen=True)
class LimitStatistics:
    """The newest row that tells of a limit."""

    row: Observation

    @property
    def share(self) -> str:
        """The share of the running time that is beyond it."""
        share = self.row.detail.get("share")
        if not isinstance(share, (int, float)):
            return "–"
        return f"{100.0 * share:.1f} % of {self.of('hours', 3)} h {self.row.detail.get('time', '')}"

    def of(self, name: str, digits: int = 10) -> str:
        """Return a number of the row; what has no bound is infinite."""
        if name in self.row.detail and self.row.detail[name] is None:
            return "∞"
        value = self.row.detail.get(name)
        return number(value, digits) if isinstance(value, (int, float)) else "–"


def limits_of(facts: ReportFacts) -> list[LimitStatistics]:
    """Return the limits that were ever found, each as it was last told."""
    newest = {row.entry_id: row for row in facts.rows if row.kind is Kind.LIMIT}
    return [LimitStatistics(row) for row in newest.values()]
