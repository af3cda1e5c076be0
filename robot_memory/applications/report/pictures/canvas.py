"""Lengths, points and words of pictures, as SVG has them."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable

#: Width of every picture in its own units; on paper it is as wide as the text.
WIDTH = 720.0
_LONGEST_LABEL = 46  # characters

Point = tuple[float, float]


def units(value: float) -> str:
    """Return a length without needless digits."""
    return f"{round(value, 2):.10g}"


def points(places: Iterable[Point]) -> str:
    """Return the points of a line or of a shape."""
    return " ".join(f"{_short(x)},{_short(y)}" for x, y in places)


def strokes(xs: Iterable[float], top: float, height: float) -> str:
    """Return upright strokes of one height, as one shape."""
    return " ".join(f"M{_short(x)} {_short(top)}v{_short(height)}" for x in xs)


def wrapped(words: str, most: int = _LONGEST_LABEL) -> list[str]:
    """Return words in one line or two of so many characters; what is longer is cut off."""
    return textwrap.wrap(words, most, max_lines=2, placeholder="…") or [""]


def label(words: str, middle: float) -> list[tuple[float, str]]:
    """Return the lines of a label around a height: where each stands, and its words."""
    lines = wrapped(words)
    first = middle + 4.0 - 6.0 * (len(lines) - 1)
    return [(first + 12.0 * number, line) for number, line in enumerate(lines)]


def columns_of(xs: Iterable[float], step: float = 1.0) -> list[float]:
    """Return where anything is, each place once: a hundred thousand marks cannot be told apart."""
    return sorted({math.floor(x / step) * step for x in xs})


def nice_step(span: float, most: int) -> float:
    """Return 1, 2 or 5 times a power of ten, so that at most so many steps are in a span."""
    if span <= 0.0:
        return 1.0
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= rough * 0.999999)


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
