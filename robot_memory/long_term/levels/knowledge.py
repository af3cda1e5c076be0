"""A knowledge file, reader and writer (002 §Knowledge MD), and how it is brought up to date.

See docs/reference/levels.md, "Writing".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from robot_memory.long_term.levels.markdown_page import (
    UPDATED,
    MarkdownPage,
    PageContent,
    PageSection,
    make_page,
    make_section,
    merged_section,
    read_page,
)

_STAMP = re.compile(r"(\d{4}-\d\d-\d\d)(?:\s+\(from (\d+) episodes?\))?")

#: Heading → the list items that the machine wrote there last.
Written = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Knowledge:
    """A knowledge file: when it was updated, and on how many episodes it rests, its end says."""

    title: str
    sections: tuple[PageSection, ...]
    updated: date | None = None
    episodes: int | None = None


def read_knowledge(text: str) -> Knowledge:
    """Read a knowledge file; any Markdown can be read."""
    page = read_page(text)
    updated, episodes = _stamp_of(page)
    sections = tuple(part for part in page.sections if part is not page.find(UPDATED))
    return Knowledge(page.title, sections, updated, episodes)


def _stamp_of(page: MarkdownPage) -> tuple[date | None, int | None]:
    section = page.find(UPDATED)
    match = _STAMP.search(section.body) if section else None
    if match is None:
        return None, None
    try:
        day = date.fromisoformat(match[1])
    except ValueError:
        return None, None
    return day, int(match[2]) if match[2] else None


def updated_text(text: str | None, content: PageContent, written: Written, today: date) -> str:
    """Return the new text of a knowledge file.

    What the machine said and says no longer goes, what is new comes. A line that a person wrote
    stays, and a line of the machine's that a person deleted does not come back.

    Args:
        text: the file as it is; None where there is none.
        content: what the machine says now, by section.
        today: noted as the day of the update, where anything changes.
    """
    old = read_page(text) if text is not None else make_page(content.title, ())
    page = old
    for new in content.sections:
        section = merged_section(page, new.heading, new.bullets, written.get(new.heading, ()))
        if section is not None:
            page = page.put(section) if page.find(new.heading) else _insert(page, section)
    if text is not None and page.render() == old.render():
        return text
    episodes = content.episodes if content.episodes is not None else _stamp_of(old)[1]
    source = "" if episodes is None else f" (from {episodes} episode{'s' * (episodes != 1)})"
    return _stamped(page, f"{today.isoformat()}{source}").render()


def _stamped(page: MarkdownPage, stamp: str) -> MarkdownPage:
    """Return the page with another day of the update; what else stands there is kept."""
    section = page.find(UPDATED)
    if section is None:
        return page.put(make_section(UPDATED, [stamp]))
    match = _STAMP.search(section.text)
    if match is None:
        return page.put(make_section(section.heading, [stamp, section.body]))
    text = section.text[: match.start()] + stamp + section.text[match.end() :]
    return page.put(PageSection(section.heading, text))


def _insert(page: MarkdownPage, section: PageSection) -> MarkdownPage:
    """Return the page with a section added before the one with the day of the update."""
    stamp = page.find(UPDATED)
    if stamp is None:
        return page.add(section)
    rest = tuple(part for part in page.sections if part is not stamp)
    return MarkdownPage(page.head, rest).add(section).add(stamp)
