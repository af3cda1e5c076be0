"""Pages in Markdown as the lines that a reader takes in one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ITEM = re.compile(r"\A\s*(?:[-*+]|\d{1,4}[.)])\s+")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,}|=+)\s*")
#: Says when a page was written (002 §Knowledge MD), which is no knowledge.
_UPDATED = "last updated"
_LONGEST = 2_000  # characters that are told of one line


@dataclass(frozen=True)
class PageLine:
    """An item of a list, or a paragraph.

    Attributes:
        heading: what stands above it, from the page's title down: ``Doors › Kitchen``.
        text: what it says.
        comment: what stands in comments in it; a machine marks its lines so.
    """

    heading: str
    text: str
    comment: str = ""


def lines_of(page: str) -> Iterator[PageLine]:
    """Yield what a page says, front matter and the day of its last update left out."""
    headings: list[str] = []
    block: list[str] = []
    for line in (*_body(page).splitlines(), ""):
        heading = _HEADING.match(line)
        if heading or not line.strip() or _ITEM.match(line) or _RULE.fullmatch(line):
            yield from _lines(headings, block)
            block = [line] if _ITEM.match(line) and not _RULE.fullmatch(line) else []
        else:
            block.append(line)
        if heading:
            depth = len(line) - len(line.lstrip("#"))
            headings = [*headings[: depth - 1], heading[1].rstrip("#").rstrip()]


def _body(page: str) -> str:
    if page.startswith("---\n"):
        _, mark, rest = page[4:].partition("\n---\n")
        return rest if mark else page
    return page


def _lines(headings: list[str], block: list[str]) -> Iterator[PageLine]:
    text, *others = "\n".join(block).split("<!--")
    comments: list[str] = []
    for inside, mark, rest in (other.partition("-->") for other in others):
        if mark:
            comments.append(inside.strip())
        text += f" {rest}" if mark else f"<!--{inside}"
    text = " ".join(_ITEM.sub("", text, count=1).split())
    if text and (not headings or headings[-1].casefold() != _UPDATED):
        yield PageLine(" › ".join(filter(None, headings)), text[:_LONGEST], " ".join(comments))
