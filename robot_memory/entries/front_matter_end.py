"""Finding the end of a front matter, despite stray ``---`` lines within it.

Most readers would take the first such line as the end. But a person who left one between two items
did not delete the items below it. The text below shows whether it is the end: there are either
items and fields of the memory, or a body.

See docs/reference/memory-file.md, "File and evidence".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from robot_memory.entries.entry_item import FIELDS
from robot_memory.entries.item_lines import HEADER_FIELDS

#: A line that ends a front matter.
CLOSING = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
#: A document marker of YAML at the margin; no value can contain it there.
_MARKER = re.compile(r"^(?:---|\.\.\.)(?=\s|\Z)", re.MULTILINE)
_CONTENT = re.compile(r"^[^\S\n]*[^\s#][^\n]*", re.MULTILINE)
_OURS = "|".join((*HEADER_FIELDS, "entries", "peer_context"))
_OF_ITEMS = "|".join((*FIELDS, "rrn", "last_synced", "valid_until", "entries"))
_KEY = re.compile(rf"^([\"']?)({_OURS})\1[ \t]*:", re.MULTILINE)
_FIELD = re.compile(rf"[ \t]+(?:-[ \t]+)?([\"']?)(?:{_OF_ITEMS})\1[ \t]*:")
_WRITTEN = re.compile(r"^[ \t]*-[ \t]+id:[ \t]*[\"']?mem-", re.MULTILINE)
_QUOTATION = re.compile(r"^(?:```|~~~)", re.MULTILINE)


def find_end(text: str, start: int) -> re.Match[str] | None:
    """Return the line that ends a front matter; None if that line is missing."""
    lines = list(CLOSING.finditer(text, start))
    end = lines[0] if lines else None
    keys = _keys(text[start : end.start()]) if end else set()
    for line, following in zip(lines, [*lines, None][1:], strict=True):
        below = text[line.end() : following.start() if following else None]
        first = _CONTENT.search(below)
        if first is None:
            continue  # two markers in a row
        more = _keys(below)
        if not keys.isdisjoint(more) or not _goes_on(first[0], below, is_last=following is None):
            break  # a body, or another memory file
        end, keys = following, keys | more
    return end


def _goes_on(first: str, below: str, *, is_last: bool) -> bool:
    """Whether the text below a ``---`` line continues the front matter.

    Args:
        first: the first line of the text that is no comment.
        is_last: no other such line follows.
    """
    if _QUOTATION.search(below):
        return False
    if _KEY.match(first) or _WRITTEN.match(first):
        return True
    return not is_last and bool(_FIELD.match(first) or _WRITTEN.search(below))


def _keys(text: str) -> set[str]:
    return {key[2] for key in _KEY.finditer(text)}


def as_comments(front: str) -> str:
    """Return a front matter with its document markers as comments, of unchanged length."""
    return _MARKER.sub(lambda found: f"#{found[0][1:]}", front)


def markers(front: str, above: int) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each document marker in a front matter.

    Args:
        above: lines of the file before the front matter.
    """
    for found in _MARKER.finditer(front):
        yield above + front.count("\n", 0, found.start()) + 1, found[0]
