"""Masks secrets that are apart from their name: in tables, and in lines below the name.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

import re
from collections.abc import Callable

_HEADING = re.compile(r"(#{1,6})[ \t](.{1,200})\Z")
_UNDERLINE = re.compile(r"(?:={3,200}|-{3,200})[ \t]{0,8}\Z")
_BLOCK = re.compile(
    r"([ \t]{0,80}(?:-[ \t]{1,4})?)([^\s:#|>][^:\n]{0,200}):[ \t]{0,8}[|>][-+0-9]{0,2}[ \t]{0,8}\Z"
)
#: Marks before a name or a value: of lists, quotations and check boxes.
_MARKS = re.compile(
    r"[ \t]{0,80}(?:(?:[-*+>?:]|\d{1,4}[.)])[ \t]{1,8}){0,4}(?:\[[ xX]\][ \t]{1,8})?"
)
_AROUND = " \t\\*_`~:#\"'[](){},;"  # next to a name or a value, but not part of it
_LONGEST = 200  # characters of a line with only a name
_SIGNS = (",", ";", "\t")  # between the fields of CSV
_MOST_COLUMNS, _LONGEST_HEADING = 100, 3  # words; longer headings are sentences
_RULE = frozenset(" \t\r|:-")  # the characters of the line below a table's headings


def without_named_lines(
    text: str, names: Callable[[str], bool], looks: Callable[[str], bool], mark: str
) -> tuple[str, int]:
    """Return a text with each secret line masked, and the number of these lines.

    Args:
        names: whether a heading or a name is that of a secret.
        looks: whether a line below such a heading looks like a secret.
    """
    lines, taken = text.split("\n"), 0
    depth, block = 0, -1
    above: list[str] = []  # possible names of the next value
    for at, line in enumerate(lines):
        bare = line.rstrip("\r")
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip())
        if block >= 0 and indent > block:
            lines[at], taken = bare[:indent] + mark, taken + (bare.strip() != mark)
            continue
        block = _block_in(bare, names)
        heading = _HEADING.match(bare)
        if heading:
            # Below a secret's heading, lower-level headings change nothing.
            if not depth or len(heading[1]) <= depth:
                depth = len(heading[1]) if names(heading[2].strip(_AROUND)) else 0
            above = []
            continue
        value = _value_in(bare)
        if value and looks(value):
            above = [one for one in above if _is_name(one, names)][-1:]
            if depth or above:
                start = bare.rindex(value)
                lines[at], taken = bare[:start] + mark + bare[start + len(value) :], taken + 1
        elif value:
            above.append(bare)
        elif not _UNDERLINE.match(bare):
            above = [bare]  # a name, or a sentence
    return "\n".join(lines), taken


def _block_in(line: str, names: Callable[[str], bool]) -> int:
    """Return the indentation of a line that begins a YAML block with a secret; -1 for others."""
    found = _BLOCK.match(line)
    return len(found[1]) if found and names(found[2].strip("\"'*_` ")) else -1


def _is_name(line: str, names: Callable[[str], bool]) -> bool:
    """Whether a line holds only the name of a secret."""
    if len(line) > _LONGEST:
        return False
    name = line[_end_of_marks(line) :].strip(_AROUND)
    return bool(name) and names(name)


def _value_in(line: str) -> str:
    """Return the only word of a line, with or without a name: ``- robot: hunter2``; else ""."""
    words = line[_end_of_marks(line) :].split()
    if len(words) == 1 or (len(words) == 2 and words[0].endswith(":")):
        return words[-1].strip(_AROUND)
    return ""


def _end_of_marks(line: str) -> int:
    found = _MARKS.match(line)
    return found.end() if found else 0


def without_cells(
    text: str, names: Callable[[str], bool], looks: Callable[[str], bool], mark: str
) -> tuple[str, int]:
    """Return a text with each secret table cell masked, and the number of these cells.

    Args:
        names: whether a heading, or the first cell of a row, is the name of a secret.
    """
    lines, taken = text.split("\n"), 0
    columns: list[int] = []
    for at, line in enumerate(lines):
        if "|" not in line:
            columns = []
        elif at and "-" in line and _RULE.issuperset(line):
            columns = [i for i, cell in enumerate(lines[at - 1].split("|")) if _is(names, cell)]
        else:
            cells = line.split("|")
            secret = [i for i in columns if i < len(cells) and cells[i].strip() not in ("", mark)]
            secret += [i for i in range(1, len(cells)) if i not in secret
                       and looks(_bare(cells[i])) and _is(names, cells[i - 1])]  # fmt: skip
            for i in secret:
                cells[i], taken = f" {mark} ", taken + 1
            lines[at] = "|".join(cells)
    return "\n".join(lines), taken


def without_fields(
    text: str, names: Callable[[str], bool], looks: Callable[[str], bool], mark: str
) -> tuple[str, int]:
    """Return CSV rows with each field below a secret's name masked, and the number of these.

    Args:
        names: whether a field of the first row is the name of a secret.
    """
    lines, taken = text.split("\n"), 0
    sign, width = "", 0
    columns: list[int] = []
    for at, line in enumerate(lines):
        fields = line.split(sign) if sign else []
        if len(fields) != width or not fields:
            sign, columns, width = _header_in(line, names)
            continue
        for i in columns:
            bare = _field(fields[i])
            if looks(bare):
                fields[i], taken = fields[i].replace(bare, mark), taken + 1
        lines[at] = sign.join(fields)
    return "\n".join(lines), taken


def _header_in(line: str, names: Callable[[str], bool]) -> tuple[str, list[int], int]:
    """Return the separator of a header line, the indices of the secret columns, and all columns."""
    for sign in _SIGNS:
        fields = line.split(sign, _MOST_COLUMNS) if sign in line else []
        cells = list(map(_field, fields))
        columns = [i for i, cell in enumerate(cells) if cell and names(cell)]
        if columns and all(len(cell.split()) <= _LONGEST_HEADING for cell in cells):
            return sign, columns, len(fields)
    return "", [], 0


def _field(cell: str) -> str:
    return cell.strip(" \r\"'")


def _is(names: Callable[[str], bool], cell: str) -> bool:
    bare = _bare(cell)
    return bool(bare) and names(bare)


def _bare(cell: str) -> str:
    return cell.strip(" \t\r*_`:")
