"""The record's identity, upkeep and settings, for later verification."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from robot_memory.applications.report.report_facts import RecordEvent, ReportFacts, Values
from robot_memory.applications.report.report_text import WORDS
from robot_memory.foundation.settings import tunables
from robot_memory.ledger.day_row import FOLDED, count_of

_SAME = timedelta(minutes=1)  # reading a large home takes seconds
_HEALTH, _FILES = WORDS["health"], WORDS["files"]
_WHERE = ("home",)  # the record's location does not matter


def identity_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
    made = facts.made_at
    return {
        "clocks_agree": made is not None and abs(made - facts.now.time) < _SAME,
        "untrusted": sum(not row.instant.trusted for row in facts.rows),
        "heads": [
            f"{part.name}:{part.head.seq}:{part.head.digest}"
            for part in facts.audit
            if part.head is not None and part.head.seq
        ],
    }


def upkeep_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
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


def settings_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
    known = [one for one in tunables() if one.field not in _WHERE]
    values = [(one, getattr(facts.settings, one.field)) for one in known]
    return {
        "known": len(known),
        "differing": [(one, _text(value), _text(one.default))
                      for one, value in values if value != one.default],
    }  # fmt: skip


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value) if value != "" else "(empty)"
