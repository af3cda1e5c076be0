"""Types of options that take a number within limits; argparse names the option in the refusal."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

#: The largest number of a TCP port.
HIGHEST_PORT = 65535


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number from ``least`` to ``most``.

    It raises ``argparse.ArgumentTypeError``, with the text and the limits, for anything else.
    """

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            problem = f"{text!r:.40} is not a whole number from {least} to {most}"
            raise argparse.ArgumentTypeError(problem)
        return value

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """Return what reads a number from ``least`` to ``most``; NaN is none.

    It raises ``argparse.ArgumentTypeError``, with the text and the limits, for anything else.
    """

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            problem = f"{text!r:.40} is not a number from {least:g} to {most:g}"
            raise argparse.ArgumentTypeError(problem)
        return value

    return read
