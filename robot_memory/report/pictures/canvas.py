"""What every picture has: a size, a title, a description, and texts of one size."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from robot_memory.report.markup import Child, tag

#: Width of every picture in its own units; on paper it is as wide as the text.
WIDTH = 720.0


def figure(
    anchor: str,
    title: str,
    description: str,
    height: float,
    shapes: Iterable[Element],
    *caption: Child,
) -> Element:
    """Return a picture with its caption.

    Args:
        anchor: names it in the page, once.
        title, description: what a reader is told who cannot see it.
        height: in units of which it is :data:`WIDTH` wide.
        shapes: what is drawn, in order.
        caption: what stands below it.
    """
    names = f"{anchor}-title {anchor}-description"
    picture = tag(
        "svg",
        tag("title", title, id=f"{anchor}-title"),
        tag("desc", description, id=f"{anchor}-description"),
        *shapes,
        viewBox=f"0 0 {WIDTH:g} {height:g}", role="img", aria_labelledby=names,
    )  # fmt: skip
    return tag("figure", picture, tag("figcaption", *caption), id=anchor)


def text(x: float, y: float, words: str, class_: str = "", **attributes: str | float) -> Element:
    """Return words at a point: the left end of their base line, unless a class says otherwise."""
    if class_:
        attributes["class_"] = class_
    return tag("text", words, x=x, y=y, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Element:
    """Return a straight line."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def box(x: float, y: float, width: float, height: float, class_: str, *inside: Child) -> Element:
    """Return a rectangle."""
    return tag("rect", *inside, x=x, y=y, width=width, height=height, class_=class_)


def path(points: Sequence[tuple[float, float]], class_: str) -> Element:
    """Return a line through points."""
    moves = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
    return tag("polyline", points=moves, class_=class_)


def strokes(xs: Iterable[float], top: float, height: float, class_: str) -> Element:
    """Return upright strokes of one height, as one shape."""
    moves = " ".join(f"M{_short(x)} {_short(top)}v{_short(height)}" for x in xs)
    return tag("path", d=moves, class_=class_)


def diamond(x: float, y: float, size: float, class_: str) -> Element:
    """Return a square that stands on its corner."""
    corners = f"{_short(x)},{_short(y - size)} {_short(x + size)},{_short(y)} "
    corners += f"{_short(x)},{_short(y + size)} {_short(x - size)},{_short(y)}"
    return tag("polygon", points=corners, class_=class_)


def wrapped(words: str, most: int) -> list[str]:
    """Return words in one line or two of so many characters; what is longer is cut off."""
    return textwrap.wrap(words, most, max_lines=2, placeholder="…") or [""]


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
