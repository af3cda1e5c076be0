"""What a section of an extract is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from robot_memory.report.report_facts import ReportFacts

#: What a template shows, by name.
Values = dict[str, object]


def nothing_more(_facts: ReportFacts) -> Values:
    """Return what a section shows that needs nothing beside the facts."""
    return {}


@dataclass(frozen=True)
class ReportSection:
    """A section; ``templates/sections`` holds its template, named after its anchor.

    Attributes:
        anchor: names it in the page.
        articles: of Regulation (EU) 2024/1689 that it serves.
        serves: for what of them, in a sentence.
        values: what its template needs beside the facts.
    """

    anchor: str
    title: str
    articles: Sequence[str]
    serves: str
    values: Callable[[ReportFacts], Values]

    def parts_of(self, article: str) -> str:
        """Return the paragraphs of an article that it serves."""
        parts = [part for part in self.articles if part.startswith(f"{article}(")]
        return ", ".join(part.removeprefix(article) for part in parts) or "–"
