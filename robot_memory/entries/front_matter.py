"""A Markdown file with a YAML front matter, cut into pieces that keep every byte.

The pieces are the opening line, one section a top-level key, the items of ``entries``, the
closing line and the body. Joined again they are the file, so what is not touched is not changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_OPENING = re.compile("\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_LOOKS_LIKE_OURS = re.compile(r"^(schema_version|rrn|entries)\s*:", re.MULTILINE)
_ENTRIES_KEY = re.compile(r"^entries[ \t]*:[^\n]*\n", re.MULTILINE)
_TOP_LEVEL = re.compile(r"^[^\s#\-]", re.MULTILINE)
_TRAILING = re.compile(r"(?:^[ \t]*(?:#[^\n]*)?\r?\n)*\Z", re.MULTILINE)


class Damaged(Exception):
    """The front matter cannot be read at all; says where and why."""


@dataclass
class Piece:
    """An item of ``entries`` as text, with its node, or with what is wrong with its YAML."""

    content: str
    trailing: str
    node: yaml.Node | None
    problem: str = ""


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

    opening: str
    sections: list[Section]
    pieces: list[Piece]
    later: list[Section]
    closing: str
    body: str
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
    head, tail = text[: opening.end()], closing.group()
    try:
        return _from_whole(head, front, tail, text[closing.end() :])
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        return _from_parts(head, front, tail, text[closing.end() :], error)


def compose(text: str) -> yaml.Node | None:
    """Parse YAML into nodes that know where they stand."""
    return yaml.compose(text, _Loader)


def describe(error: Exception) -> str:
    """Say what YAML found wrong, with the line where it knows it."""
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return f"line {mark.line + 1}: {problem}" if mark is not None else problem


def _from_whole(opening: str, front: str, closing: str, body: str) -> FrontMatter:
    node = compose(front)
    if not isinstance(node, yaml.MappingNode):
        raise Damaged("the front matter is not a mapping of field names to values")
    matter = FrontMatter(opening, [], [], [], closing, body)
    matter.shares_anchors = "&" in front and _has_aliases(front)
    starts = [_line_start(front, key.start_mark.index) for key, _ in node.value]
    ends = [*starts[1:], len(front)]
    preamble = front[: starts[0]] if starts else front
    matter.opening += preamble
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


def _piece(text: str, node: yaml.Node | None, problem: str = "") -> Piece:
    trailing = _TRAILING.search(text)
    cut = trailing.start() if trailing else len(text)
    return Piece(text[:cut], text[cut:], node, problem)


def _from_parts(opening: str, front: str, closing: str, body: str, error: Exception) -> FrontMatter:
    """Read a front matter that is no YAML as a whole: one broken item must not cost the others."""
    key = _ENTRIES_KEY.search(front)
    if key is None:
        raise Damaged(describe(error)) from error
    following = _TOP_LEVEL.search(front, key.end())
    end = following.start() if following else len(front)
    listing = front[key.end() : end]
    dash = re.search(r"^([ \t]*)- ", listing, re.MULTILINE)
    if dash is None:
        raise Damaged(describe(error)) from error
    try:
        rest = _from_whole(opening, front[: key.end()] + front[end:], closing, body)
    except (yaml.YAMLError, UnicodeEncodeError) as header_error:
        raise Damaged(describe(header_error)) from header_error
    rest.sections[-1].text += listing[: dash.start()]
    rest.sections[-1].span = None
    rest.indent = dash[1]
    cuts = [match.start() for match in re.finditer(rf"^{dash[1]}- ", listing, re.MULTILINE)]
    for first, last in zip(cuts, [*cuts[1:], len(listing)], strict=True):
        rest.pieces.append(_parse_piece(listing[first:last]))
    return rest


def _parse_piece(text: str) -> Piece:
    try:
        node = compose(text)
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        return _piece(text, None, f"is not YAML: {describe(error)}")
    if isinstance(node, yaml.SequenceNode) and len(node.value) == 1:
        return _piece(text, node.value[0])
    return _piece(text, None, "is not one item of a list")


def _line_start(text: str, index: int) -> int:
    return text.rfind("\n", 0, index) + 1


def _has_aliases(front: str) -> bool:
    return any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(front, _Loader))
