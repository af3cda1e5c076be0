"""Which robot, which record, up to which line: so that the extract can be checked later."""

from __future__ import annotations

from datetime import timedelta

from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.report_section import Values

_SAME = timedelta(minutes=1)  # a large home takes seconds to be read


def identity_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
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
