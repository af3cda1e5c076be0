"""Takes secrets out of tables, of Markdown and of CSV: what is below, or beside, a secret's name.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

from collections.abc import Callable

_SIGNS = (",", ";", "\t")  # between the fields of CSV
_MOST_COLUMNS, _LONGEST_HEADING = 100, 3  # words; more are a sentence
_RULE = frozenset(" \t\r|:-")  # of what the line below the headings is made


def without_cells(
    text: str, names: Callable[[str], bool], looks: Callable[[str], bool], mark: str
) -> tuple[str, int]:
    """Return a text with a mark in each cell of a secret, and how many that were.

    Args:
        names: whether a heading, or the first cell of a row, is the name of a secret.
        looks: whether a cell beside such a name looks like a secret.
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
    """Return rows of CSV with a mark in each field below a secret's name, and how many that were.

    Args:
        names: whether a field of the first row is the name of a secret.
        looks: whether a field below it looks like a secret.
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
    """Return what separates the names of columns, which of them are secrets', and how many."""
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
