"""A Markdown file with a YAML front matter, cut into pieces that keep every byte (rules.md §3.5).

The pieces are the opening line, one section per top-level key, the items of ``entries``, the
closing line and the body. Joined, they give the file, so untouched pieces stay unchanged.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

import yaml

from robot_memory.entries.entry_item import ReadItem
from robot_memory.entries.fast_item_reader import read_written
from robot_memory.entries.file_bytes import encoding_problem
from robot_memory.entries.front_matter_end import as_comments, find_end, markers
from robot_memory.entries.item_lines import (
    DASH,
    HEADER_FIELDS,
    TOP_LEVEL_KEY,
    ItemLines,
    cut_damaged,
    cut_sound,
)
from robot_memory.foundation.text.yaml_reading import compose, describe

_OPENING = re.compile("\ufeff?---[ \t]*\r?\n")
_LOOKS_LIKE_OURS = re.compile(r"^([\"']?)(schema_version|rrn|entries)\1\s*:", re.MULTILINE)
_COMMENT = re.compile(r"#[^\r\n]*")
_LIST, _NULL = "tag:yaml.org,2002:seq", "tag:yaml.org,2002:null"
_OURS = (*HEADER_FIELDS, "entries")
_ABOVE = 1  # lines of the file before its front matter


class FrontMatterDamaged(Exception):
    """The front matter cannot be read at all; the message holds the place and the cause."""


@dataclass
class ItemText:
    """An item of ``entries`` as text: with its entry, its YAML node, or its problem."""

    content: str
    trailing: str
    node: yaml.Node | None
    problem: str = ""
    written: ReadItem | None = None


@dataclass
class FrontMatterSection:
    """A top-level key: ``text`` runs from the key to the next key, without the items.

    ``span`` is the position in ``text`` of a scalar value, or of an empty ``entries`` list.
    ``problem`` says why the value cannot be read.
    """

    name: str
    text: str
    span: tuple[int, int] | None = None
    value: str = ""
    problem: str = ""

    def set_value(self, value: str) -> None:
        """Replace the value; comments after it and lines below it stay."""
        if self.span is None:
            below = self.text[end_of_content(self.text) :]
            self.text, self.span = f"{self.name}:\n{below}", (len(self.name) + 1,) * 2
        start, end = self.span
        gap = "" if self.text[start - 1] in " \t" else " "
        self.text = self.text[:start] + gap + value + self.text[end:]
        self.span = (start + len(gap), start + len(gap) + len(value))


@dataclass
class FrontMatter:
    """The pieces. ``sections`` come before, ``later`` after the items of ``entries``.

    ``gap`` is the text between the last item and the next field: comments on that field.
    ``markers`` are its lines ``---`` and ``...``, by number: they are read as comments.
    """

    opening: str = ""
    sections: list[FrontMatterSection] = field(default_factory=list)
    pieces: list[ItemText] = field(default_factory=list)
    gap: str = ""
    later: list[FrontMatterSection] = field(default_factory=list)
    closing: str = ""
    body: str = ""
    indent: str = "  "
    problem: str = ""  # why ``entries`` cannot be read
    markers: list[tuple[int, str]] = field(default_factory=list)

    def prepare_listing(self, *, has_items: bool) -> None:
        """Change the line of ``entries`` to one before items, or to one for an empty list."""
        listing = self.sections[-1]
        if not listing.text:
            listing.text = "entries:\n"
        if not has_items and listing.span is None:
            colon = listing.text.index(":") + 1
            listing.text = f"{listing.text[:colon]} []{listing.text[colon:]}"
            listing.span = (colon + 1, colon + 3)
        elif has_items and listing.span is not None:
            start, end = listing.span
            key = listing.text[:start].rstrip(" \t") if end > start else listing.text[:start]
            comment, newline, below = listing.text[end:].partition("\n")
            listing.text, listing.span = key + comment + newline, None
            self._put_after_items(below)

    def _put_after_items(self, lines: str) -> None:
        if not self.later:
            self.closing = lines + self.closing
            return
        following = self.later[0]
        following.text = lines + following.text
        if following.span is not None:
            following.span = (following.span[0] + len(lines), following.span[1] + len(lines))


def split(text: str) -> FrontMatter | None:
    """Cut a file into its pieces; None if it has no front matter (free text).

    Raises:
        FrontMatterDamaged: the front matter is cut off, or cannot be read.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return None
    closing = find_end(text, opening.end())
    if closing is None:
        if _LOOKS_LIKE_OURS.search(text):
            raise FrontMatterDamaged(
                "the front matter has no closing --- line: the file is cut off"
            )
        return None
    front = text[opening.end() : closing.start()]
    if not _LOOKS_LIKE_OURS.search(front):
        return None
    matter = _read(as_comments(front))
    matter.markers = list(markers(front, _ABOVE))
    matter.opening = text[: opening.end()] + matter.opening
    matter.closing, matter.body = closing.group(), text[closing.end() :]
    if matter.pieces and matter.later:
        last = matter.pieces[-1]
        matter.gap, last.trailing = last.trailing, ""
    return matter


def _read(front: str) -> FrontMatter:
    """Read a front matter: by parts if all are sound, else as a whole, else its sound parts."""
    parts = cut_sound(front)
    matter = _from_parts(parts, strict=True) if parts else None
    if matter is not None:
        return matter
    parts = cut_damaged(front)
    try:
        matter = _from_whole(front)
        if not matter.problem or parts is None:
            return matter
        return _from_parts(parts, strict=False) or matter
    except yaml.YAMLError as error:
        matter = _from_parts(parts, strict=False) if parts else _from_sections(front)
        if matter is None:
            problem = encoding_problem(front, above=_ABOVE) or describe(error, above=_ABOVE)
            raise FrontMatterDamaged(problem) from error
        return matter


def _from_whole(front: str) -> FrontMatter:
    node = compose(front)
    if not isinstance(node, yaml.MappingNode):
        raise FrontMatterDamaged("the front matter is not a mapping of field names to values")
    matter = FrontMatter()
    starts = [_line_start(front, key.start_mark.index) for key, _ in node.value]
    if len(set(starts)) < len(starts):
        raise FrontMatterDamaged(
            "two fields of the front matter are on one line: in braces, or with a line break that "
            "is no newline between them"
        )
    ends = [*starts[1:], len(front)]
    matter.opening = front[: starts[0]] if starts else front
    is_below = False
    for (key, value), start, end in zip(node.value, starts, ends, strict=True):
        is_stray = value.tag == _LIST and not TOP_LEVEL_KEY.match(front, start)
        # A question mark above would make the text indented below it a key.
        is_stray |= front[start + node.start_mark.column].isspace()
        if is_below and (is_stray or not isinstance(key, yaml.ScalarNode)):
            matter.problem = "entries: a line among the items is neither a field nor an item"
        is_below = is_below or key.value == "entries"
        sections = matter.later if matter.pieces else matter.sections
        if key.value == "entries" and value.tag == _LIST and value.value:
            cut = _cut_flow_items if value.flow_style else _cut_items
            cut(matter, front, start, end, value)
            continue
        section = _section(front[start:end], str(key.value), value, start)
        sections.append(section)
        if section.name == "entries" and section.span is None:
            matter.problem = "entries: is not a list"
    if [key.value for key, _ in node.value].count("entries") > 1:
        matter.problem = "entries: occurs twice"
    _put_entries_last(matter)
    return matter


def _from_sections(front: str) -> FrontMatter | None:
    """Read each top-level field alone; an unreadable field of another tool stays as text.

    None if a field of ours cannot be read, or the list of entries is in flow style.
    """
    starts = [match.start() for match in TOP_LEVEL_KEY.finditer(front)]
    if not starts or end_of_content(front[: starts[0]]):
        return None
    matter = FrontMatter(opening=front[: starts[0]])
    for start, end in zip(starts, [*starts[1:], len(front)], strict=True):
        section = _section_alone(front[start:end])
        if section is None or (section.name == "entries" and section.span is None):
            return None
        matter.sections.append(section)
    _put_entries_last(matter)
    return matter


def _section_alone(text: str) -> FrontMatterSection | None:
    try:
        node = compose(text)
    except yaml.YAMLError as error:
        key = TOP_LEVEL_KEY.match(text)
        name = key[0].rpartition(":")[0].strip(" \t\"'") if key else ""
        if not name or name in _OURS:
            return None
        return FrontMatterSection(name, text, problem=f"cannot be read: {describe(error)}")
    if not isinstance(node, yaml.MappingNode) or len(node.value) != 1:
        return None
    ((key_node, value),) = node.value
    return _section(text, str(key_node.value), value, 0)


def _put_entries_last(matter: FrontMatter) -> None:
    """Make ``entries`` the last of ``sections``, so that items can follow it."""
    if matter.pieces:
        return
    names = [section.name for section in matter.sections]
    if "entries" not in names:
        matter.sections.append(FrontMatterSection("entries", ""))
        return
    at = names.index("entries")
    matter.later = matter.sections[at + 1 :]
    matter.sections = matter.sections[: at + 1]


def _section(text: str, name: str, value: yaml.Node, start: int) -> FrontMatterSection:
    span = (value.start_mark.index - start, value.end_mark.index - start)
    if name == "entries":
        is_empty = value.tag == _NULL or (value.tag == _LIST and not value.value)
        return FrontMatterSection(name, text, span if is_empty else None)
    if not isinstance(value, yaml.ScalarNode):
        return FrontMatterSection(name, text)
    return FrontMatterSection(name, text, span, "" if value.tag == _NULL else value.value)


def _cut_items(
    matter: FrontMatter, front: str, start: int, end: int, value: yaml.SequenceNode
) -> None:
    lines = item_starts(front, value, start, end)
    matter.indent = front[lines[0] : front.index("-", lines[0])]
    matter.sections.append(FrontMatterSection("entries", front[start : lines[0]]))
    for node, first, last in zip(value.value, lines, [*lines[1:], end], strict=True):
        matter.pieces.append(_piece(front[first:last], node))


def _cut_flow_items(
    matter: FrontMatter, front: str, start: int, end: int, value: yaml.SequenceNode
) -> None:
    """Cut a list in flow style into block-style items; comments go below their item."""
    indent = matter.indent
    nodes = value.value
    begin, until = value.start_mark.index, value.end_mark.index
    above = _comments(front[begin : nodes[0].start_mark.index], indent)
    matter.sections.append(FrontMatterSection("entries", f"{front[start:begin].rstrip()}\n{above}"))
    following = [node.start_mark.index for node in nodes[1:]]
    for node, gap_end in zip(nodes, [*following, until], strict=True):
        source = front[node.start_mark.index : node.end_mark.index]
        comments = _comments(front[node.end_mark.index : gap_end], indent)
        matter.pieces.append(ItemText(f"{indent}- {source}\n", comments, node))
    line, _, below = front[until:end].partition("\n")
    matter.pieces[-1].trailing += _comments(line, indent) + below


def _comments(text: str, indent: str) -> str:
    return "".join(f"{indent}{comment}\n" for comment in _COMMENT.findall(text))


def _piece(text: str, node: yaml.Node | None) -> ItemText:
    cut = end_of_content(text)
    return ItemText(text[:cut], text[cut:], node)


def item_starts(text: str, items: yaml.SequenceNode, start: int, end: int) -> list[int]:
    """Return the starts of the lines with the dashes of a list in block style."""
    dashes = [match.start() for match in DASH.finditer(text, start, end)]
    # An item's dash is the last one before its content; look-alikes may follow.
    return [dashes[bisect_right(dashes, node.start_mark.index) - 1] for node in items.value]


def end_of_content(text: str) -> int:
    """Return where the final blank lines and comments of a text begin."""
    end = len(text)
    while end:
        start = _line_start(text, end - 1)
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            break
        end = start
    return end


def _from_parts(parts: ItemLines, *, strict: bool) -> FrontMatter | None:
    """Read each item alone.

    Args:
        strict: return None at the first part that cannot be read alone; otherwise only such an item
            is set aside, so that it does not cost the others.
    """
    around = parts.before + parts.after
    matter: FrontMatter | None
    try:
        matter = _from_whole(around)
    except yaml.YAMLError:
        matter = None if strict else _from_sections(around)
    if matter is None or matter.pieces or matter.sections[-1].name != "entries":
        return None
    if strict and matter.problem:
        return None  # the text below the key may be a stray line, not its value
    listing = matter.sections[-1]
    start = len(matter.opening) + sum(len(section.text) for section in matter.sections[:-1])
    if start + len(listing.text) < len(parts.before):
        return None  # another field is between the key and its items
    listing.text, listing.span = parts.before[start:], None
    matter.indent = parts.indent
    above = _ABOVE + parts.before.count("\n")
    if parts.stray:
        matter.pieces.append(_stray_piece(parts.stray, above))
        above += parts.stray.count("\n")
    for text in parts.items:
        piece = _piece(text, None)
        piece.written = read_written(piece.content)
        if piece.written is None:
            _parse(piece, above)
            if strict and piece.node is None:
                return None
        matter.pieces.append(piece)
        above += text.count("\n")
    return matter


def _stray_piece(text: str, above: int) -> ItemText:
    """Return lines that are kept but not used; ``above`` counts the lines before them."""
    piece = _piece(text, None)
    _parse(piece, above)
    if piece.node is not None:
        piece.node = None
        piece.problem = f"line {above + 1}: is indented otherwise than the other items"
    return piece


def _parse(piece: ItemText, above: int) -> None:
    """Set the node of a piece, or its problem with the line in the file."""
    try:
        node = compose(piece.content)
    except yaml.YAMLError as error:
        not_yaml = f"is not YAML: {describe(error, above=above)}"
        piece.problem = encoding_problem(piece.content, above=above) or not_yaml
        return
    if isinstance(node, yaml.SequenceNode) and len(node.value) == 1:
        piece.node = node.value[0]
    else:
        piece.problem = f"line {above + 1}: is not one item of a list"


def _line_start(text: str, index: int) -> int:
    return text.rfind("\n", 0, index) + 1
