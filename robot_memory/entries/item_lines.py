"""Cuts the lines below ``entries:`` into items, without parsing their YAML.

See docs/reference/memory-file.md, "File and evidence".
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

_ENTRIES = re.compile(r"^([\"']?)entries\1[ \t]*:(?P<value>[^\n]*)\n", re.MULTILINE)
#: The dash of an item, or of a list within an item.
DASH = re.compile(r"^([ \t]*)-(?=\s)", re.MULTILINE)
#: The first line of an item that this package wrote; filled-in fields come first.
_WRITTEN = re.compile(
    r"^( *)-[ \t]+(?:id:[ \t]*[\"']?mem-|(?:confidence|first_seen|last_reinforced"
    r"|observation_count):)",
    re.MULTILINE,
)
_MARGIN = re.compile(r"^[^\s#\-]", re.MULTILINE)
#: A key at the margin, plain or quoted. Other text there is no YAML, and ends nothing.
TOP_LEVEL_KEY = re.compile(
    r"""^(?:(?:"[^"\n]*"|'[^'\n]*')[ \t]*|[^\s#\-\[\]{},:"'&*!|>%@`?][^\n]*?):(?=\s)""",
    re.MULTILINE,
)
#: The top-level fields of a memory file besides its lists.
HEADER_FIELDS = ("schema_version", "rrn", "last_updated", "ledger_id", "ledger_seq")
_KNOWN_KEY = re.compile(
    rf"^([\"']?)(?:{'|'.join(HEADER_FIELDS)}|peer_context)\1[ \t]*:", re.MULTILINE
)
_CONTENT = re.compile(r"^ *[^ \r\n#]", re.MULTILINE)


@dataclass(frozen=True)
class ItemLines:
    """A front matter, cut by its lines.

    Attributes:
        before: the text above the list, including its key.
        stray: lines between the key and the first item that belong to neither.
        items: the text of each item.
        after: the text below the list.
        indent: the text before an item's dash.
    """

    before: str
    stray: str
    items: list[str]
    after: str
    indent: str


def cut_sound(front: str) -> ItemLines | None:
    """Cut a list in which each line belongs to an item; items begin at the first dash's indent.

    None if there is no dash below the key.
    """
    key = _ENTRIES.search(front)
    dash = key and DASH.search(front, key.end())
    if not (key and dash):
        return None
    first, end = dash.start(), _find(_MARGIN, front, key.end())
    if first >= end:
        return None
    return ItemLines(front[:first], "", _items(front, dash[1], first, end), front[end:], dash[1])


def cut_damaged(front: str) -> ItemLines | None:
    """Cut a list that may have lines outside its items: the first line, or lines at the margin.

    None if there is no dash below the key.
    """
    key = _ENTRIES.search(front)
    found = key and (_by_written_items(front, key.end()) or _by_first_dash(front, key.end()))
    if not (key and found):
        return None
    indent, end = found
    items = _items(front, indent, key.end(), end)
    first = end - sum(map(len, items))
    is_key_alone = not key["value"].partition("#")[0].strip()
    stray = min(_find(_CONTENT, front, key.end()), first) if is_key_alone else first
    return ItemLines(front[:stray], front[stray:first], items, front[end:], indent)


def _by_written_items(front: str, start: int) -> tuple[str, int] | None:
    """Return the most frequent indentation of items that we wrote, and the end of the list."""
    until = _find(_KNOWN_KEY, front, start)
    written = list(_WRITTEN.finditer(front, start, until))
    if not written:
        return None
    ((indent, _),) = Counter(dash[1] for dash in written).most_common(1)
    last = max(dash.start() for dash in written if dash[1] == indent)
    return indent, _find(TOP_LEVEL_KEY, front, last)


def _by_first_dash(front: str, start: int) -> tuple[str, int] | None:
    """Return the first indentation that YAML allows (without tabs), and the end of the list."""
    end = _find(TOP_LEVEL_KEY, front, start)
    indents = [dash[1] for dash in DASH.finditer(front, start, end)]
    return (next((it for it in indents if "\t" not in it), "  "), end) if indents else None


def _find(pattern: re.Pattern[str], front: str, after: int) -> int:
    """Return the next position of a pattern, or the end of the text."""
    found = pattern.search(front, after)
    return found.start() if found else len(front)


def _items(front: str, indent: str, start: int, end: int) -> list[str]:
    dashes = re.compile(rf"^{indent}-(?=\s)", re.MULTILINE)
    cuts = [match.start() for match in dashes.finditer(front, start, end)]
    return [front[at:until] for at, until in pairwise([*cuts, end])]
