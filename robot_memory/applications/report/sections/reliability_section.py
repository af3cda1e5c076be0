"""How often the robot failed, with the intervals of the figures."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.applications.reliability.alarm_load import count_alarms
from robot_memory.applications.reliability.reliability_figures import ReliabilityFigures
from robot_memory.applications.reliability.reliability_text import (
    change_text,
    mtbf_text,
    rate_text,
    repair_text,
    share_text,
    trend_text,
)
from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.report_section import Values


@dataclass(frozen=True)
class ReliabilityRow:
    """A line of the table: figures in words.

    Attributes:
        component: as evidence names it; empty for the robot.
        cells: failures per hour, kilometre and mission, MTBF, MTTR, availability, trend and change.
    """

    component: str
    cells: tuple[str, ...]


def reliability_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
    return {
        "figures": [_row(one) for one in facts.reliability.figures],
        "takeovers": rate_text(facts.reliability.takeovers),
        "alarms": count_alarms(
            (one.data for one in facts.record.happenings), *facts.span, facts.settings.inject_min
        ).words,
    }


def _row(one: ReliabilityFigures) -> ReliabilityRow:
    cells = (
        f"{rate_text(one.rate)}; {one.open_failures} open",
        rate_text(one.per_kilometre, "km"),
        rate_text(one.per_mission, "mission"),
        mtbf_text(one),
        repair_text(one.repair),
        share_text(one.availability),
        trend_text(one.trend),
        change_text(one),
    )
    return ReliabilityRow(one.component, cells)
