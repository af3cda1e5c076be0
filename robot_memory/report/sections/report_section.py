"""What a section of an extract is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child, tag
from robot_memory.report.tables import children_of


@dataclass(frozen=True)
class ReportSection:
    """A section.

    Attributes:
        anchor: names it in the page.
        title: its heading.
        articles: of Regulation (EU) 2024/1689 that it serves.
        serves: for what of them, in a sentence.
        write: makes what stands in it.
    """

    anchor: str
    title: str
    articles: tuple[str, ...]
    serves: str
    write: Callable[[ExtractFacts], list[Element]]


def paragraph(*children: Child) -> Element:
    """Return a paragraph."""
    return tag("p", *children)


def heading(words: str) -> Element:
    """Return the heading of a part of a section."""
    return tag("h3", words)


def bullets(*items: Child | Sequence[Child]) -> Element:
    """Return a list of points."""
    return tag("ul", *(tag("li", *children_of(item)) for item in items))
