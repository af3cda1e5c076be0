"""What a section of an extract is, and what its tables call things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.foundation.text import yaml_reading
from robot_memory.ledger import Kind

#: What a template shows, by name.
Values = dict[str, object]
#: What tables of the extract call things: words by what they name, by table.
WORDS: Mapping[str, Mapping[str, str]] = yaml_reading.load(
    Path(__file__).with_name("section_words.yaml").read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class ReportSection:
    """A section; ``templates/sections`` holds its template, named after its anchor."""

    anchor: str  # names it in the page
    title: str
    articles: Sequence[str]  # of Regulation (EU) 2024/1689 that it serves
    serves: str  # for what of them, in a sentence
    values: Callable[[ReportFacts], Values]  # what its template needs beside the facts

    def parts_of(self, article: str) -> str:
        """Return the paragraphs of an article that it serves."""
        parts = [part for part in self.articles if part.startswith(f"{article}(")]
        return ", ".join(part.removeprefix(article) for part in parts) or "–"


def nothing_more(_facts: ReportFacts) -> Values:
    """Return what a section shows that needs nothing beside the facts."""
    return {}


def words_of_kinds(table: str) -> dict[Kind, str]:
    """Return a table about kinds of rows."""
    return {Kind(kind): words for kind, words in WORDS[table].items()}
