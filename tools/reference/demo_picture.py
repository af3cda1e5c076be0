"""``docs/demo.svg``, a picture of the output of ``make demo``; ``make demo-picture`` writes it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import escape

_MOST_LINES, _MOST_COLUMNS = 15, 112
_LINE, _COLUMN, _MARGIN = 19, 8.43, 16  # px
_STYLE = (
    "text { font: 14px 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #c5c8c6;"
    " white-space: pre } .title { fill: #68a0b3; font-weight: bold } .typed { font-weight: bold }"
)
_COLOUR = re.compile(r"\x1b\[\d*m")
_CHECKOUT = re.compile(r"/\S+/(?=\.build/)")  # the path of the checkout differs between machines
_FRAME_END = re.compile(r" +-\d+ s +onset$")
CUT = "…"


def shown_lines(output: str) -> list[str]:
    """Return the lines of the picture: the first lines of each part of the demo's output."""
    text = _CHECKOUT.sub("", _COLOUR.sub("", output)).replace("\n---\n", "\n", 1)
    return [line for part in re.split(r"\n(?=\n# [A-Z])", text) for line in _beginning(part)]


def picture(output: str) -> str:
    """Return an output as a picture: SVG without scripts."""
    lines = ["$ make demo", "", *shown_lines(output)]
    width, height = _MOST_COLUMNS * _COLUMN + 2 * _MARGIN, len(lines) * _LINE + 2 * _MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}">\n'
        f"<title>What make demo prints</title>\n<style>{_STYLE}</style>\n"
        '<rect width="100%" height="100%" rx="8" fill="#292929"/>\n'
    )
    return head + "".join(
        f'<text xml:space="preserve" x="{_MARGIN}" y="{_MARGIN + _LINE * number}"'
        f"{_kind(line)}>{escape(line)}</text>\n"
        for number, line in enumerate(lines, 1)
    ) + "</svg>\n"  # fmt: skip


def _beginning(part: str) -> Iterator[str]:
    """Yield a part without empty lines at its ends; long parts and lines are cut."""
    lines = part.strip("\n").split("\n")
    # One freeze frame is enough; its number of lines depends on the received signals.
    frame_ends = (number for number, line in enumerate(lines, 1) if _FRAME_END.match(line))
    most = next(frame_ends, _MOST_LINES)
    for line in lines[:most]:
        yield line if len(line) <= _MOST_COLUMNS else line[: _MOST_COLUMNS - 1] + CUT
    if len(lines) > most:
        yield CUT
    yield ""


def _kind(line: str) -> str:
    kinds = {"#": ' class="title"', "$": ' class="typed"'}
    return kinds.get(line[:1], "") if line[1:2] == " " else ""


if __name__ == "__main__":
    print(picture(sys.stdin.read()), end="")
