"""Lines for people: coloured and wrapped on a terminal, unchanged elsewhere."""

from __future__ import annotations

import math
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from robot_memory.faces.cli.terminal_stream import TerminalStream, TextStyle

_HANG = 3  # extra columns of indentation for continuation rows
_NARROWEST = 30  # columns; a narrower terminal wraps by itself
_PIECE = re.compile(r"\s+|\S+")


@dataclass(frozen=True)
class StyledSpan:
    """A part of a line; plain text if it has no style."""

    text: str
    style: TextStyle | None = None


@dataclass(frozen=True)
class StyledLine:
    """A line of output; ``str`` gives its plain text, as for a pipe. A drawing does not wrap."""

    spans: Sequence[StyledSpan]
    wraps: bool = True

    def __str__(self) -> str:
        return "".join(span.text for span in self.spans)


def styled(*parts: str | tuple[str, TextStyle | None], wraps: bool = True) -> StyledLine:
    """Return a line made of plain texts and texts with a style."""
    spans = [StyledSpan(part) if isinstance(part, str) else StyledSpan(*part) for part in parts]
    return StyledLine([span for span in spans if span.text], wraps)


def print_lines(lines: Iterable[str | StyledLine]) -> None:
    """Print lines to standard output, through a pager if they are longer than the screen.

    A plain string is printed unchanged, as it may be a document.
    """
    out = sys.stdout
    if not isinstance(out, TerminalStream) or out.columns is None:
        for line in lines:
            print(line)
        return
    width = out.columns
    rows = [row for line in lines for row in _rows(line, width)]
    with out.paged(sum(_height(row, width) for row in rows)):
        for row in rows:
            for span in row:
                out.write_styled(span.text, span.style)
            out.write("\n")


def _rows(line: str | StyledLine, width: int) -> Iterable[Sequence[StyledSpan]]:
    if isinstance(line, str):
        return [[StyledSpan(text)] for text in line.split("\n")]
    return wrapped(line, width if line.wraps else None)


def _height(row: Sequence[StyledSpan], width: int) -> int:
    """Return how many terminal rows a row needs after wrapping."""
    columns = sum(columns_of(span.text) for span in row)
    return max(1, math.ceil(columns / width)) if width else 1


def wrapped(line: StyledLine, width: int | None) -> Iterator[list[StyledSpan]]:
    """Yield the rows of a line: none wider than ``width`` columns, unless one word is."""
    if width is None or width < _NARROWEST or columns_of(str(line)) <= width:
        yield list(line.spans)
        return
    text = str(line)
    indent = " " * (len(text) - len(text.lstrip(" ")) + _HANG)
    row, used, is_begun = list[StyledSpan](), 0, False
    for span in line.spans:
        for piece in _PIECE.findall(span.text):
            size = columns_of(piece)
            if is_begun and used + size > width and not piece.isspace():
                yield _without_end(row)
                row, used = [StyledSpan(indent)], len(indent)
            _append(row, piece, span.style)
            used += size
            is_begun = is_begun or not piece.isspace()
    yield row


def _append(row: list[StyledSpan], text: str, style: TextStyle | None) -> None:
    """Add a text to a row; texts with the same style form one span."""
    if row and row[-1].style is style:
        row[-1] = StyledSpan(row[-1].text + text, style)
    else:
        row.append(StyledSpan(text, style))


def _without_end(row: list[StyledSpan]) -> list[StyledSpan]:
    *before, last = row
    return [*before, StyledSpan(last.text.rstrip(), last.style)]


def columns_of(text: str) -> int:
    """Return how many columns a terminal needs for a text (Unicode, UAX #11)."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
