"""A Markdown page as title and sections, the form of SKILL.md and knowledge files.

A page that is read and rendered again is identical, byte for byte. A call of ``write_memory`` gives
the sections by their headings.

See docs/reference/levels.md, "Writing".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import without_secrets

_HEADING = re.compile(r"##[ \t]+(?![ \t])(.*)")
_TITLE = re.compile(r"^#[ \t]+(?![ \t])(.*)", re.MULTILINE)
_BULLET = re.compile(r"[-*+][ \t]+(?![ \t])(.*)")
_FENCE = re.compile(r"[ ]{0,3}(```|~~~)")
#: The section of a knowledge file with the day of its last update.
UPDATED = "Last Updated"

_TITLE_NAME, _EPISODES = "title", "episodes"


@dataclass(frozen=True)
class PageSection:
    """A section of a page: its heading, and its whole text with line ends."""

    heading: str
    text: str

    @property
    def body(self) -> str:
        """The text below the heading, trimmed."""
        return self.text.partition("\n")[2].strip()

    @property
    def bullets(self) -> tuple[str, ...]:
        """The texts of its one-line list items, without their marks."""
        matches = map(_BULLET.fullmatch, self.body.splitlines())
        return tuple(match[1].strip() for match in matches if match)


@dataclass(frozen=True)
class MarkdownPage:
    """A page: the text before the first section, and the sections in order."""

    head: str
    sections: tuple[PageSection, ...] = ()

    @property
    def title(self) -> str:
        """The first heading; empty if there is none."""
        match = _TITLE.search(self.head)
        return match[1].rstrip(" \t") if match else ""

    def find(self, heading: str) -> PageSection | None:
        """Return the first section with a heading, ignoring case."""
        wanted = heading.casefold()
        return next((part for part in self.sections if part.heading.casefold() == wanted), None)

    def render(self) -> str:
        """Return the text of the page."""
        return self.head + "".join(section.text for section in self.sections)

    def put(self, section: PageSection) -> MarkdownPage:
        """Return the page with a section replaced by heading, or added."""
        old = self.find(section.heading)
        if old is None:
            return self.add(section)
        sections = tuple(section if part is old else part for part in self.sections)
        return replace(self, sections=sections)

    def add(self, section: PageSection) -> MarkdownPage:
        """Return the page with a section added at its end, after a blank line."""
        *before, last = (self.head, *(part.text for part in self.sections))
        gap = last if not last else f"{last.rstrip()}\n\n"
        if not before:
            return replace(self, head=gap, sections=(section,))
        ended = replace(self.sections[-1], text=gap)
        return replace(self, sections=(*self.sections[:-1], ended, section))


def read_text(path: Path) -> str | None:
    """Return the text of a file, invalid bytes as surrogates; None if there is no file."""
    data = files.read_existing(path)
    return None if data is None else data.decode("utf-8", "surrogateescape")


def to_bytes(text: str) -> bytes:
    """Return the bytes of a text from :func:`read_text`."""
    return text.encode("utf-8", "surrogateescape")


def sha256_of(text: str | None) -> str:
    """Return a digest that identifies a text; empty for None."""
    return "" if text is None else hashlib.sha256(to_bytes(text)).hexdigest()


def read_page(text: str) -> MarkdownPage:
    """Parse a page; headings in fenced code do not count."""
    parts: list[list[str]] = [[]]
    fence = ""
    for line in text.splitlines(keepends=True):
        match = _FENCE.match(line)
        if match and fence in ("", match[1]):
            fence = "" if fence else match[1]
        if not fence and _heading_of(line) is not None:
            parts.append([])
        parts[-1].append(line)
    head, *sections = ("".join(part) for part in parts)
    return MarkdownPage(
        head, tuple(PageSection(_heading_of(part) or "", part) for part in sections)
    )


def _heading_of(text: str) -> str | None:
    match = _HEADING.fullmatch(text.splitlines()[0]) if text else None
    return match[1].rstrip(" \t").rstrip("#").rstrip(" \t") if match else None


def make_section(heading: str, lines: Iterable[str]) -> PageSection:
    """Return a section with a heading and lines."""
    return PageSection(heading, "".join(f"{line}\n" for line in (f"## {heading}", *lines)))


def merged_section(
    page: MarkdownPage, heading: str, wanted: Sequence[str], written: Sequence[str]
) -> PageSection | None:
    """Return a section with updated list items; None if nothing changes.

    The machine's outdated items are removed, its new ones added. An item that a person wrote stays,
    and a machine's item that a person deleted does not come back.
    """
    old = page.find(heading)
    there = old.bullets if old else ()
    gone = (set(written) - set(wanted)).intersection(there)
    come = [line for line in wanted if line not in written and line not in there]
    if not come and not gone:
        return None
    lines = old.text.splitlines() if old else [f"## {heading}"]
    kept = [line for line in lines if not (line.startswith("- ") and line[2:].strip() in gone)]
    end = len(kept) - next((i for i, line in enumerate(reversed(kept)) if line.strip()), 0)
    kept[end:end] = [f"- {line}" for line in come]
    return PageSection(old.heading if old else heading, "".join(f"{line}\n" for line in kept))


def make_page(title: str, sections: Iterable[PageSection]) -> MarkdownPage:
    """Return a new page."""
    page = MarkdownPage(f"# {title}\n")
    for section in sections:
        page = page.add(section)
    return page


@dataclass(frozen=True)
class PageContent:
    """A page to make or update, with one list item for each statement."""

    title: str
    sections: tuple[PageSection, ...]
    episodes: int | None = None


def read_content(content: Mapping[str, Any], key: str) -> PageContent:
    """Read the content of a call.

    Args:
        content: ``title`` and ``episodes`` if wanted; every other name is a heading, and its value
            is a single value, a list of values, or names with their meanings.
        key: the source of the title if none is given.

    Raises:
        InvalidInput: lists everything that cannot be written.
    """
    defects: list[Defect] = []
    sections = []
    for heading, value in content.items():
        if heading in (_TITLE_NAME, _EPISODES):
            continue
        if not _is_line(heading) or heading.casefold() == UPDATED.casefold():
            defects.append(Defect(repr(heading), "is not a heading of one line that is free"))
            continue
        items = _items(value, heading, defects)
        sections.append(make_section(heading, [f"- {item}" for item in items]))
    title = content.get(_TITLE_NAME) or key.replace("_", " ").replace("-", " ").title()
    if not _is_line(title):
        defects.append(Defect(_TITLE_NAME, f"{title!r:.80} is not a string of one line"))
    episodes = content.get(_EPISODES)
    if episodes is not None and not (type(episodes) is int and episodes >= 0):
        defects.append(Defect(_EPISODES, f"{episodes!r:.80} is not a whole number from 0"))
    if not sections and not defects:
        defects.append(Defect("", "says nothing"))
    if defects:
        raise InvalidInput("nothing was written", defects)
    return PageContent(title, tuple(sections), episodes)


def _items(value: Any, path: str, defects: list[Defect]) -> list[str]:
    """Return the list items for a value, each on one line."""
    if isinstance(value, Mapping):
        named = [(f"{path}.{name}", name, part) for name, part in value.items()]
        return [f"{name}: {_text(part, where, defects)}" for where, name, part in named]
    if isinstance(value, (list, tuple)):
        return [_text(part, f"{path}[{i}]", defects) for i, part in enumerate(value)]
    return [_text(value, path, defects)]


def _text(value: Any, path: str, defects: list[Defect]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        text = without_secrets(" ".join(str(value).split()))
        if text and text.isprintable():
            return text
    defects.append(Defect(path, f"{value!r:.80} is neither a text nor a number"))
    return ""


def _is_line(text: Any) -> bool:
    return isinstance(text, str) and bool(text.strip()) and text.isprintable()
