"""Where a front matter ends: a line ``---`` that somebody left among its lines ends nothing.

The first such line would be the end to most readers. But a person who left one between two items
has deleted none of those below it. What stands below tells the two apart: items and fields of the
memory, or a body.

See docs/reference/memory-file.md, "File and evidence".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from robot_memory.entries.entry_item import FIELDS
from robot_memory.entries.item_lines import HEADER_FIELDS

#: A line that ends a front matter.
CLOSING = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
#: What begins or ends a document to YAML, at the margin: no value can hold it there.
_MARKER = re.compile(r"^(?:---|\.\.\.)(?=\s|\Z)", re.MULTILINE)
_CONTENT = re.compile(r"^[^\S\n]*[^\s#][^\n]*", re.MULTILINE)
_OURS = "|".join((*HEADER_FIELDS, "entries", "peer_context"))
_OF_ITEMS = "|".join((*FIELDS, "rrn", "last_synced", "valid_until", "entries"))
_KEY = re.compile(rf"^([\"']?)({_OURS})\1[ \t]*:", re.MULTILINE)
_FIELD = re.compile(rf"[ \t]+(?:-[ \t]+)?([\"']?)(?:{_OF_ITEMS})\1[ \t]*:")
_WRITTEN = re.compile(r"^[ \t]*-[ \t]+id:[ \t]*[\"']?mem-", re.MULTILINE)
_QUOTATION = re.compile(r"^(?:```|~~~)", re.MULTILINE)


def find_end(text: str, start: int) -> re.Match[str] | None:
    """Return the line that ends a front matter; None where that line is torn off."""
    lines = list(CLOSING.finditer(text, start))
    end = lines[0] if lines else None
    keys = _keys(text[start : end.start()]) if end else set()
    for line, following in zip(lines, [*lines, None][1:], strict=True):
        below = text[line.end() : following.start() if following else None]
        first = _CONTENT.search(below)
        if first is None:
            continue  # two of them in a row
        more = _keys(below)
        if not keys.isdisjoint(more) or not _goes_on(first[0], below, is_last=following is None):
            break  # a body, or another memory file
        end, keys = following, keys | more
    return end


def _goes_on(first: str, below: str, *, is_last: bool) -> bool:
    """Tell whether what stands below a line ``---`` is more of a front matter.

    Args:
        first: the first line of it that is no comment.
        is_last: no other such line follows it.
    """
    if _QUOTATION.search(below):
        return False
    if _KEY.match(first) or _WRITTEN.match(first):
        return True
    return not is_last and bool(_FIELD.match(first) or _WRITTEN.search(below))


def _keys(text: str) -> set[str]:
    return {key[2] for key in _KEY.finditer(text)}


def as_comments(front: str) -> str:
    """Return a front matter in which lines that would end it are comments, as long as before."""
    return _MARKER.sub(lambda found: f"#{found[0][1:]}", front)


def markers(front: str, above: int) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that would end a front matter.

    Args:
        above: lines of the file above it.
    """
    for found in _MARKER.finditer(front):
        yield above + front.count("\n", 0, found.start()) + 1, found[0]
