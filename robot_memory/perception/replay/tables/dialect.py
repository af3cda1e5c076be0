"""The format of a table: separator, decimal mark, header, and units."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.perception.masking.vocabulary import BASE_UNIT
from robot_memory.perception.replay.tables.rows import (
    COMMA_NUMBER,
    NUMBER,
    is_nothing,
    is_text,
    read_rows,
)
from robot_memory.perception.replay.tables.times import reads_as_time

SEPARATORS = ",;\t|"
COMMENT = "#"
DECLARED = "sep="
"""Excel reads the separator from a first line 'sep=;'."""
_FACTORS = re.compile(r"[/·*^²³\d\s]+")
_LONGEST = 16
"""Letters of a unit; a longer text describes a column."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """The format of a table.

    Attributes:
        decimal_comma: whether numbers are written 0,5.
        names: the columns' names, '' for a column without a name and values.
        first_line: number of the first line of data, from 1.
    """

    separator: str
    decimal_comma: bool
    names: tuple[str, ...]
    first_line: int
    sample: tuple[tuple[str, ...], ...]


def dialect_of(beginning: str) -> Dialect | None:
    """Return the dialect of a file from its first lines; None if they are no table."""
    lines = beginning.split("\n")
    separator = _declared(lines) or _most_regular(lines)
    if separator is None:
        return None
    rows = _rows(lines, separator)
    width = _usual_width([cells for _, cells in rows if cells])
    table = [(line, cells) for line, cells in rows if fits(cells, width)]
    if not table or width < 2:
        return None
    decimal_comma = _has_decimal_comma([cells for _, cells in table[1:] or table])
    header, data = _split_header(table, decimal_comma)
    above = table[0][0] if header else table[0][0] - 1
    if header and data:
        below = [cells for _, cells in data[1:]]
        units = _units_of_row(data[0][1][:width], below, decimal_comma)
        if units is not None:
            header = _named_with_units(header, units)
            above, data = data[0][0], data[1:]
    return Dialect(
        separator=separator,
        decimal_comma=decimal_comma,
        names=_names(header, [cells for _, cells in data], width),
        # Not the line of the first row that fits: rows before it are damaged, and are reported.
        first_line=next((line for line, _ in rows if line > above), above + 1),
        sample=tuple(tuple(cells) for _, cells in data),
    )


Numbered = tuple[int, list[str]]
"""Line number and cells."""


def _declared(lines: Sequence[str]) -> str | None:
    first = lines[0].strip().strip('"') if lines else ""
    declares = first.lower().startswith(DECLARED) and len(first) == len(DECLARED) + 1
    return first[-1] if declares else None


def _most_regular(lines: Sequence[str]) -> str | None:
    """Return the separator that splits most rows into the same number of cells; more is better.

    A separator that does so for the first row as well is preferred: decimal commas occur only in
    the data.
    """
    scores: dict[str, tuple[bool, float, int]] = {}
    for separator in SEPARATORS:
        widths = [len(cells) for _, cells in _rows(lines, separator) if cells]
        width, often = Counter(widths).most_common(1)[0] if widths else (1, 0)
        if width > 1:
            scores[separator] = (widths[0] == width, round(often / len(widths), 1), width)
    return max(scores, key=scores.__getitem__, default=None)


def _rows(lines: Sequence[str], separator: str) -> list[Numbered]:
    """Return the rows that are neither empty nor a comment, but including a commented header.

    A row that cannot be read has no cells.
    """
    rows: list[Numbered] = []
    comment: Numbered | None = None
    file = io.BytesIO("\n".join(lines).encode())
    for line, _, cells in read_rows(file, separator, 1, lambda line, why: rows.append((line, []))):
        if not any(cells):
            continue
        if cells[0].lstrip().startswith(COMMENT):
            comment = (line, [cells[0].lstrip(f"{COMMENT} "), *cells[1:]])
            continue
        if comment is not None and not rows and len(comment[1]) == len(cells) > 1:
            rows.append(comment)
        comment = None
        rows.append((line, cells))
    return rows


def _usual_width(rows: Sequence[Sequence[str]]) -> int:
    """Return the most common number of cells; of equally common ones, the first above one."""
    counts = Counter(len(cells) for cells in rows)
    return max(counts, key=lambda width: (counts[width], width > 1), default=0)


def fits(cells: Sequence[str], width: int) -> bool:
    """Whether it is a row of the table: as wide, or wider by empty cells only."""
    return len(cells) == width or (len(cells) > width and not any(cells[width:]))


def _has_decimal_comma(rows: Sequence[Sequence[str]]) -> bool:
    cells = [cell.strip() for row in rows for cell in row]
    commas = sum(1 for cell in cells if COMMA_NUMBER.fullmatch(cell))
    points = sum(1 for cell in cells if "." in cell and NUMBER.fullmatch(cell))
    return commas > points


def _split_header(
    table: Sequence[Numbered], decimal_comma: bool
) -> tuple[list[str], Sequence[Numbered]]:
    """Return the header, [] if there is none, and the rows below it."""
    first = table[0][1]
    holds_text = [is_text(cell, decimal_comma) and not reads_as_time(cell) for cell in first]
    if all(is_name or not cell.strip() for is_name, cell in zip(holds_text, first, strict=True)):
        return first, table[1:]
    below = table[1][1] if len(table) > 1 else []
    is_header = any(
        is_name and not is_text(cell, decimal_comma)
        for is_name, cell in zip(holds_text, below, strict=False)
    )
    return (first, table[1:]) if is_header else ([], table)


def _names(header: Sequence[str], data: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """Return unique names for all columns, '' for a column that is always empty."""
    names: list[str] = []
    for at in range(width):
        name = header[at].strip() if at < len(header) else ""
        if not name and any(at < len(cells) and cells[at].strip() for cells in data):
            name = f"column{at + 1}"
        alike = sum(1 for other in names if other == name)
        names.append(f"{name}_{alike + 1}" if name and alike else name)
    return tuple(names)


def _units_of_row(
    cells: Sequence[str], below: Sequence[Sequence[str]], decimal_comma: bool
) -> list[str] | None:
    """Return the units of the columns, '' for a column without; None if the row holds no units.

    Units are above numbers and times only, and at least half of those above numbers must be known.
    """
    units = ["" if is_nothing(cell) else "".join(cell.strip(" ()[]").split()) for cell in cells]
    given = [at for at, unit in enumerate(units) if unit]
    if not all(_may_be_unit(cells[at], decimal_comma) for at in given):
        return None
    measured = []
    for at in given:
        held = [row[at] for row in below if not is_nothing(row[at])]
        if held and all(map(reads_as_time, held)):
            units[at] = ""  # "hh:mm:ss" describes a time that is readable anyway
        elif not any(is_text(cell, decimal_comma) for cell in held):
            measured.append(at)
        else:
            return None
    known = sum(1 for at in measured if _is_known(units[at]))
    return units if known and 2 * known >= len(measured) else None


def _may_be_unit(cell: str, decimal_comma: bool) -> bool:
    return is_text(cell, decimal_comma) and not reads_as_time(cell) and len(cell) <= _LONGEST


def _is_known(unit: str) -> bool:
    return any(factor in BASE_UNIT for factor in _FACTORS.split(unit))


def _named_with_units(header: Sequence[str], units: Sequence[str]) -> list[str]:
    """Return the columns' names with their units, as loggers combine them: 'pressure [bar]'."""
    return [
        f"{name.strip()} [{unit}]" if unit and not name.rstrip().endswith(("]", ")")) else name
        for name, unit in zip(header, units, strict=True)
    ]
