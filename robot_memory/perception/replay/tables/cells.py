"""Interprets a cell of a table: number, text, or nothing."""

from __future__ import annotations

import math
import re

NOTHING = frozenset({"", "nan", "null", "none", "na", "n/a", "#n/a", "-", "--"})
"""Words, in lower case, for 'no value'."""

TRUTH = {"true": True, "false": False}

NUMBER = re.compile(r"[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?|[-+]?(inf|infinity)", re.I | re.A)
COMMA_NUMBER = re.compile(r"[-+]?\d{1,3}(\.\d{3})*,\d+([eE][-+]?\d+)?|[-+]?\d*,\d+([eE][-+]?\d+)?")

Value = bool | float | str


def number(cell: str, decimal_comma: bool = False) -> float:
    """The number in a cell.

    Raises:
        ValueError: there is none.
    """
    if decimal_comma and "," in cell:
        cell = cell.replace(".", "").replace(",", ".")
    if "_" in cell:  # Python reads 1_000; no table means that
        raise ValueError(cell)
    return float(cell)


def value(cell: str, decimal_comma: bool = False) -> Value:
    """A cell as number, truth, NaN for 'no value', or else as the text it is."""
    try:
        return number(cell, decimal_comma)
    except ValueError:
        text = cell.strip()
        word = text.lower()
        if word in NOTHING:
            return math.nan
        return TRUTH.get(word, text)


def is_nothing(cell: str) -> bool:
    """Whether it says that there is no value."""
    return cell.strip().lower() in NOTHING


def is_text(cell: str, decimal_comma: bool) -> bool:
    """Whether it is neither number nor truth nor nothing."""
    return isinstance(value(cell, decimal_comma), str)
