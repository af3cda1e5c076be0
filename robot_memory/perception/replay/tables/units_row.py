"""A row below the header that tells the units of the columns: `s,bar,m/s`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from robot_memory.perception.masking.vocabulary import BASE_UNIT
from robot_memory.perception.replay.tables.cells import is_nothing, is_text
from robot_memory.perception.replay.tables.times import reads_as_time

_FACTORS = re.compile(r"[/·*^²³\d\s]+")
_LONGEST = 16
"""Letters of a unit; what is longer describes a column."""


def units_of_row(
    cells: Sequence[str], below: Sequence[Sequence[str]], decimal_comma: bool
) -> list[str] | None:
    """The units of the columns, '' where a column has none; None if the row tells no units.

    Units stand over numbers and times only, and at least half of those over numbers are known.

    Args:
        cells: of the row.
        below: the rows below it.
    """
    units = [_unit(cell) for cell in cells]
    given = [at for at, unit in enumerate(units) if unit]
    if not all(_may_be_unit(cells[at], decimal_comma) for at in given):
        return None
    measured = []
    for at in given:
        held = [row[at] for row in below if not is_nothing(row[at])]
        if held and all(map(reads_as_time, held)):
            units[at] = ""  # "hh:mm:ss" says how a time is written, and it is read without that
        elif not any(is_text(cell, decimal_comma) for cell in held):
            measured.append(at)
        else:
            return None
    known = sum(1 for at in measured if _is_known(units[at]))
    return units if known and 2 * known >= len(measured) else None


def _unit(cell: str) -> str:
    return "" if is_nothing(cell) else "".join(cell.strip(" ()[]").split())


def _may_be_unit(cell: str, decimal_comma: bool) -> bool:
    return is_text(cell, decimal_comma) and not reads_as_time(cell) and len(cell) <= _LONGEST


def _is_known(unit: str) -> bool:
    return any(factor in BASE_UNIT for factor in _FACTORS.split(unit))


def named_with_units(header: Sequence[str], units: Sequence[str]) -> list[str]:
    """The names of the columns with their units, as loggers write both in one: 'pressure [bar]'."""
    return [
        f"{name.strip()} [{unit}]" if unit and not name.rstrip().endswith(("]", ")")) else name
        for name, unit in zip(header, units, strict=True)
    ]
