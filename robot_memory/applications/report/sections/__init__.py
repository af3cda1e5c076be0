"""The sections of the report, as declared in ``sections.yaml``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.applications.report.report_facts import ReportFacts, Values
from robot_memory.applications.report.sections.confidence import confidence_values, evidence_values
from robot_memory.applications.report.sections.decisions import (
    change_values,
    others_values,
    people_values,
    resolved_values,
)
from robot_memory.applications.report.sections.hazards import hazard_values
from robot_memory.applications.report.sections.upkeep import (
    identity_values,
    settings_values,
    upkeep_values,
)
from robot_memory.applications.report.sections.watched_section import (
    reliability_values,
    watched_values,
)
from robot_memory.foundation.text import yaml_reading


@dataclass(frozen=True)
class ReportSection:
    """A section; ``templates/sections`` holds its template, named after its anchor."""

    anchor: str  # its name in the page
    title: str
    articles: Sequence[str]  # articles of Regulation (EU) 2024/1689 that it serves
    serves: str  # how it serves them, in a sentence
    values: Callable[[ReportFacts], Values]  # template values besides the facts

    def parts_of(self, article: str) -> str:
        """Return the paragraphs of an article that the section serves."""
        parts = [part for part in self.articles if part.startswith(f"{article}(")]
        return ", ".join(part.removeprefix(article) for part in parts) or "–"


_DECLARATIONS = Path(__file__).with_name("sections.yaml")
#: Functions that return template values besides the facts, by section.
_VALUES = {
    "record": identity_values,
    "hazards": hazard_values,
    "reliability": reliability_values,
    "resolved": resolved_values,
    "confidence": confidence_values,
    "watched": watched_values,
    "people": people_values,
    "changes": change_values,
    "others": others_values,
    "upkeep": upkeep_values,
    "settings": settings_values,
    "evidence": evidence_values,
}

SECTIONS = tuple(
    ReportSection(anchor, values=_VALUES.get(anchor, lambda _: {}), **declared)
    for anchor, declared in yaml_reading.load(_DECLARATIONS.read_text(encoding="utf-8")).items()
)
