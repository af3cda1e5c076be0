"""Pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_PAGE = re.compile(r"\bdocs/reference/([\w-]+)\.md\b")
HEAD = "<!-- Written by `make docs` from the code. Change the code, then run it again. -->\n"


def page(title: str, *parts: str) -> str:
    """Return a page: its title, a note that it is generated, and its parts."""
    return "\n\n".join([f"# {title}", HEAD.strip(), *(part.strip("\n") for part in parts)]) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; columns that are empty in every row are left out."""
    cells = [[_cell(cell) for cell in row] for row in rows]
    kept = [place for place in range(len(heads)) if any(row[place] for row in cells) or place == 0]
    lines = [[heads[place] for place in kept], ["---"] * len(kept)]
    lines += [[row[place] for place in kept] for row in cells]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def linked(text: str) -> str:
    """Return a comment from the code with its mentions of reference pages as links."""
    return _PAGE.sub(r"[\1](\1.md)", text)


def sentence(text: str) -> str:
    """Return a comment from the code as a sentence, with a capital letter at its beginning."""
    text = linked(" ".join(text.split()))
    return text[:1].upper() + text[1:]


def code(text: str) -> str:
    """Return a text as inline code; empty if the text is empty."""
    return f"`{text}`" if text else ""


def _cell(text: str) -> str:
    text = linked(text)
    return " ".join(text.split()).replace("|", "\\|")
