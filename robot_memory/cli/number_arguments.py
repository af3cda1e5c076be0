"""Types of options that take a number within limits; argparse names the option in the refusal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

#: The largest number of a TCP port.
HIGHEST_PORT = 65535
#: The largest number of a DDS domain: ports of a larger one are above :data:`HIGHEST_PORT`.
HIGHEST_DOMAIN_ID = 232
#: The largest number that a row of a ledger can have: SQLite's.
HIGHEST_ROW = 2**63 - 1

_Number = TypeVar("_Number", int, float)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number from ``least`` to ``most``.

    It raises ``argparse.ArgumentTypeError``, with the text and the limits, for anything else.
    """
    return _within(int, least, most, f"a whole number from {least} to {most}")


def number(least: float, most: float) -> Callable[[str], float]:
    """Return what reads a number from ``least`` to ``most``; NaN is none.

    It raises ``argparse.ArgumentTypeError``, with the text and the limits, for anything else.
    """
    return _within(float, least, most, f"a number from {least:g} to {most:g}")


def _within(
    convert: Callable[[str], _Number], least: _Number, most: _Number, wanted: str
) -> Callable[[str], _Number]:
    def read(text: str) -> _Number:
        with suppress(ValueError):
            value = convert(text)
            if least <= value <= most:
                return value
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not {wanted}")

    return read
