"""Takes out secrets in lines of their own below their name: a heading, an item, a block of YAML.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

import re
from collections.abc import Callable

_HEADING = re.compile(r"(#{1,6})[ \t](.{1,200})\Z")
_UNDERLINE = re.compile(r"(?:={3,200}|-{3,200})[ \t]{0,8}\Z")
_BLOCK = re.compile(
    r"([ \t]{0,80}(?:-[ \t]{1,4})?)([^\s:#|>][^:\n]{0,200}):[ \t]{0,8}[|>][-+0-9]{0,2}[ \t]{0,8}\Z"
)
#: What may stand before a name or a value: marks of lists and of quotations, a box to tick.
_MARKS = re.compile(
    r"[ \t]{0,80}(?:(?:[-*+>?:]|\d{1,4}[.)])[ \t]{1,8}){0,4}(?:\[[ xX]\][ \t]{1,8})?"
)
_AROUND = " \t\\*_`~:#\"'[](){},;"  # beside a name or a value, and no part of it
_LONGEST = 200  # characters of a line that is a name


def without_named_lines(
    text: str, names: Callable[[str], bool], looks: Callable[[str], bool], mark: str
) -> tuple[str, int]:
    """Return a text with a mark in each line that is a secret, and how many that were.

    Args:
        names: whether a heading, or a name, is that of a secret.
        looks: whether a line below such a heading looks like a secret.
    """
    lines, taken = text.split("\n"), 0
    depth, block = 0, -1
    above: list[str] = []  # what may be the name of what follows
    for at, line in enumerate(lines):
        bare = line.rstrip("\r")
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip())
        if block >= 0 and indent > block:
            lines[at], taken = bare[:indent] + mark, taken + (bare.strip() != mark)
            continue
        block = _block_in(bare, names)
        heading = _HEADING.match(bare)
        if heading:
            # Below the heading of a secret the headings of its parts change nothing.
            if not depth or len(heading[1]) <= depth:
                depth = len(heading[1]) if names(heading[2].strip(_AROUND)) else 0
            above = []
            continue
        value = _value_in(bare)
        if value and looks(value):
            above = [one for one in above if _is_name(one, names)][-1:]
            if depth or above:
                start = bare.rindex(value)
                lines[at], taken = bare[:start] + mark + bare[start + len(value) :], taken + 1
        elif value:
            above.append(bare)
        elif not _UNDERLINE.match(bare):
            above = [bare]  # a name, or a sentence
    return "\n".join(lines), taken


def _block_in(line: str, names: Callable[[str], bool]) -> int:
    """Return how far a line is indented that begins a block of YAML with a secret; -1: none."""
    found = _BLOCK.match(line)
    return len(found[1]) if found and names(found[2].strip("\"'*_` ")) else -1


def _is_name(line: str, names: Callable[[str], bool]) -> bool:
    """Tell whether a line is the name of a secret and nothing else."""
    if len(line) > _LONGEST:
        return False
    name = line[_end_of_marks(line) :].strip(_AROUND)
    return bool(name) and names(name)


def _value_in(line: str) -> str:
    """Return the one word of a line that may have a name: ``- robot: hunter2``; empty: none."""
    words = line[_end_of_marks(line) :].split()
    if len(words) == 1 or (len(words) == 2 and words[0].endswith(":")):
        return words[-1].strip(_AROUND)
    return ""


def _end_of_marks(line: str) -> int:
    found = _MARKS.match(line)
    return found.end() if found else 0
