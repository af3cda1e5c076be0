"""A Markdown file with a YAML front matter, cut into pieces that keep every byte.

The pieces are the opening line, one section a top-level key, the items of ``entries``, the
closing line and the body. Joined again they are the file, so what is not touched is not changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

from robot_memory.entries.item import ReadItem
from robot_memory.entries.written_item import read_written

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_OPENING = re.compile("\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_LOOKS_LIKE_OURS = re.compile(r"^(schema_version|rrn|entries)\s*:", re.MULTILINE)
_ENTRIES_KEY = re.compile(r"^entries[ \t]*:[^\n]*\n", re.MULTILINE)
_DASH = re.compile(r"^([ \t]*)- ", re.MULTILINE)
_TOP_LEVEL = re.compile(r"^[^\s#\-]", re.MULTILINE)


class Damaged(Exception):
    """The front matter cannot be read at all; says where and why."""


@dataclass
class Piece:
    """An item of ``entries`` as text: read already, or as a node, or with what is wrong with it."""

    content: str
    trailing: str
    node: yaml.Node | None
    problem: str = ""
    written: ReadItem | None = None


@dataclass
class Section:
    """A top-level key: ``text`` runs from the key to the next key, without the items.

    For a scalar, ``span`` is where its value stands in ``text``.
    """

    name: str
    text: str
    span: tuple[int, int] | None = None
    value: str = ""


@dataclass
class FrontMatter:
    """The pieces. ``sections`` come before, ``later`` after the items of ``entries``."""

    opening: str = ""
    sections: list[Section] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    later: list[Section] = field(default_factory=list)
    closing: str = ""
    body: str = ""
    indent: str = "  "
    shares_anchors: bool = False  # one item refers to another: none can be rewritten alone


def split(text: str) -> FrontMatter | None:
    """Cut a file into its pieces; None where it has no front matter (free text).

    Raises:
        Damaged: the front matter is torn off, or cannot be read.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return None
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        if _LOOKS_LIKE_OURS.search(text):
            raise Damaged("the front matter has no closing --- line: the file is cut off")
        return None
    front = text[opening.end() : closing.start()]
    if not _LOOKS_LIKE_OURS.search(front):
        return None
    matter = _read(front)
    matter.opening = text[: opening.end()] + matter.opening
    matter.closing, matter.body = closing.group(), text[closing.end() :]
    return matter


def _read(front: str) -> FrontMatter:
    """Read a front matter: by its parts if all are sound, else as a whole, else what is sound."""
    parts = _cut(front)
    matter = _from_parts(parts, strict=True) if parts else None
    if matter is not None:
        return matter
    try:
        return _from_whole(front)
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        matter = _from_parts(parts, strict=False) if parts else None
        if matter is None:
            raise Damaged(describe(error)) from error
        return matter


def compose(text: str) -> yaml.Node | None:
    """Parse YAML into nodes that know where they stand."""
    return yaml.compose(text, _Loader)


def describe(error: Exception) -> str:
    """Say what YAML found wrong, with the line where it knows it."""
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return f"line {mark.line + 1}: {problem}" if mark is not None else problem


def _from_whole(front: str) -> FrontMatter:
    node = compose(front)
    if not isinstance(node, yaml.MappingNode):
        raise Damaged("the front matter is not a mapping of field names to values")
    matter = FrontMatter()
    matter.shares_anchors = "&" in front and _has_aliases(front)
    starts = [_line_start(front, key.start_mark.index) for key, _ in node.value]
    ends = [*starts[1:], len(front)]
    matter.opening = front[: starts[0]] if starts else front
    for (key, value), start, end in zip(node.value, starts, ends, strict=True):
        sections = matter.later if matter.pieces else matter.sections
        if key.value == "entries" and isinstance(value, yaml.SequenceNode) and value.value:
            _cut_items(matter, front, start, end, value)
        else:
            sections.append(_section(front[start:end], str(key.value), value, start))
    _put_entries_last(matter)
    return matter


def _put_entries_last(matter: FrontMatter) -> None:
    """Let ``sections`` end with ``entries``, so that items can follow it."""
    if matter.pieces:
        return
    names = [section.name for section in matter.sections]
    if "entries" not in names:
        matter.sections.append(Section("entries", ""))
        return
    at = names.index("entries")
    matter.later = matter.sections[at + 1 :]
    matter.sections = matter.sections[: at + 1]


def _section(text: str, name: str, value: yaml.Node, start: int) -> Section:
    if not isinstance(value, yaml.ScalarNode):
        return Section(name, text)
    span = (value.start_mark.index - start, value.end_mark.index - start)
    return Section(name, text, span, value.value)


def _cut_items(
    matter: FrontMatter, front: str, start: int, end: int, value: yaml.SequenceNode
) -> None:
    if value.flow_style:
        matter.sections.append(Section("entries", "entries:\n"))
        for node in value.value:
            source = front[node.start_mark.index : node.end_mark.index]
            matter.pieces.append(Piece(f"{matter.indent}- {source}\n", "", node))
        return
    dashes = [front.rindex("-", 0, node.start_mark.index) for node in value.value]
    lines = [_line_start(front, dash) for dash in dashes]
    matter.indent = front[lines[0] : dashes[0]]
    matter.sections.append(Section("entries", front[start : lines[0]]))
    for node, first, last in zip(value.value, lines, [*lines[1:], end], strict=True):
        matter.pieces.append(_piece(front[first:last], node))


def _piece(text: str, node: yaml.Node | None) -> Piece:
    cut = _end_of_content(text)
    return Piece(text[:cut], text[cut:], node)


def _end_of_content(text: str) -> int:
    """Return where the blank lines and comments begin that end a text."""
    end = len(text)
    while end:
        start = _line_start(text, end - 1)
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            break
        end = start
    return end


@dataclass(frozen=True)
class _Parts:
    """A front matter cut by its lines: what is around the items, and each item's text."""

    before: str
    items: list[str]
    after: str
    indent: str


def _cut(front: str) -> _Parts | None:
    """Cut a front matter at the lines that begin an item; None where there are none."""
    key = _ENTRIES_KEY.search(front)
    dash = key and _DASH.search(front, key.end())
    if not (key and dash):
        return None
    following = _TOP_LEVEL.search(front, key.end())
    end = following.start() if following else len(front)
    first = dash.start()
    if first >= end:
        return None
    begin = re.compile(rf"^{dash[1]}- ", re.MULTILINE)
    cuts = [match.start() for match in begin.finditer(front, first, end)]
    items = [front[at:until] for at, until in zip(cuts, [*cuts[1:], end], strict=True)]
    return _Parts(front[:first], items, front[end:], dash[1])


def _from_parts(parts: _Parts, *, strict: bool) -> FrontMatter | None:
    """Read each item by itself.

    Args:
        parts: the front matter, cut.
        strict: give up, returning None, at the first part that cannot be read by itself, as
            items that share an anchor cannot; otherwise such an item alone is set aside: one
            broken item must not cost the others.
    """
    try:
        matter = _from_whole(parts.before + parts.after)
    except (yaml.YAMLError, UnicodeEncodeError):
        return None
    if matter.pieces or matter.sections[-1].name != "entries":
        return None
    listing = matter.sections[-1]
    listing.text = parts.before[len(matter.opening) + sum(
        len(section.text) for section in matter.sections[:-1]) :]  # fmt: skip
    listing.span = None
    matter.indent = parts.indent
    for text in parts.items:
        piece = _piece(text, None)
        piece.written = read_written(piece.content)
        if piece.written is None:
            _parse(piece)
            if strict and piece.node is None:
                return None
        matter.pieces.append(piece)
    return matter


def _parse(piece: Piece) -> None:
    """Give a piece its node, or say what is wrong with its YAML."""
    try:
        node = compose(piece.content)
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        piece.problem = f"is not YAML: {describe(error)}"
        return
    if isinstance(node, yaml.SequenceNode) and len(node.value) == 1:
        piece.node = node.value[0]
    else:
        piece.problem = "is not one item of a list"


def _line_start(text: str, index: int) -> int:
    return text.rfind("\n", 0, index) + 1


def _has_aliases(front: str) -> bool:
    return any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(front, _Loader))
