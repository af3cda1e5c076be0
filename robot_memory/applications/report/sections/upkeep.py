"""Maintenance of the memory: night shifts, archives, probes, written files."""

from __future__ import annotations

from collections import Counter

from robot_memory.applications.report.memory_record import RecordEvent
from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.report_section import WORDS, Values
from robot_memory.ledger.day_row import FOLDED, count_of

_HEALTH = WORDS["health"]
_FILES = WORDS["files"]


def upkeep_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
    record, period = facts.record, facts.period
    health, warnings = facts.health, facts.health.get("warnings")
    folded = [row for row in facts.rows if FOLDED in row.detail]
    amounts = Counter(line.what for line in record.of(*_FILES, period=period))
    return {
        "health": [(words, health[name]) for name, words in _HEALTH.items()
                   if health.get(name) is not None],
        "warnings": warnings[:20] if isinstance(warnings, list) else [],
        "archived": record.of("archived", period=period)[::-1],
        "folded": len(folded),
        "spoken_for": sum(map(count_of, folded)),
        "probes": [(line.time, _answered(line), _missed(line))
                   for line in reversed(record.of("quality_probe", period=period))],
        "files": [(words, amounts[what]) for what, words in _FILES.items() if amounts[what]],
    }  # fmt: skip


def _answered(line: RecordEvent) -> str:
    passed, asked = line.data.get("passed"), line.data.get("asked")
    return f"{passed} of {asked}" if isinstance(passed, int) and isinstance(asked, int) else "–"


def _missed(line: RecordEvent) -> list[object]:
    failed = line.data.get("failed")
    return failed[:10] if isinstance(failed, list) else []
