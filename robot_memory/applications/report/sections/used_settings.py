"""Settings that differ from the default."""

from __future__ import annotations

from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.report_section import Values
from robot_memory.foundation.settings import tunables

_WHERE = ("home",)  # where the record is says nothing of how it was made


def settings_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
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
