"""Takes out secrets in lines of their own below their name: below a heading, in a block of YAML.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

import re
from collections.abc import Callable

_HEADING = re.compile(r"#{1,6}[ \t](.{1,200})\Z")
_BLOCK = re.compile(
    r"([ \t]{0,80}(?:-[ \t]{1,4})?)([^\s:#|>][^:\n]{0,200}):[ \t]{0,8}[|>][-+0-9]{0,2}[ \t]{0,8}\Z"
)
_ITEM = re.compile(
    r"([ \t]{0,80}(?:[-*+>][ \t]{1,8})?[`*_]{0,3})([^\s`]{1,4096}?)([`*_]{0,3}[ \t]{0,8})\Z"
)


def without_named_lines(
    text: str, names: Callable[[str], bool], looks: Callable[[str], bool], mark: str
) -> tuple[str, int]:
    """Return a text with a mark in each line that is a secret, and how many that were.

    Args:
        names: whether a heading, or a name, is that of a secret.
        looks: whether a line below such a heading looks like a secret.
    """
    lines, taken = text.split("\n"), 0
    is_headed, block = False, -1
    for at, line in enumerate(lines):
        bare = line.rstrip("\r")
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip())
        if block >= 0 and indent > block:
            if bare.strip() != mark:
                lines[at], taken = bare[:indent] + mark, taken + 1
            continue
        found = _BLOCK.match(bare)
        block = len(found[1]) if found and names(found[2].strip("\"'*_` ")) else -1
        heading = _HEADING.match(bare)
        if heading:
            is_headed = names(heading[1].strip(" \t*_`:#"))
            continue
        item = _ITEM.match(bare)
        if is_headed and item and looks(item[2]):
            lines[at], taken = item[1] + mark + item[3], taken + 1
        elif is_headed and not item:
            is_headed = False
    return "\n".join(lines), taken
