"""Names of components, as drivers and nodes give them: one line, and the same tomorrow."""

from __future__ import annotations

import re
from functools import lru_cache

from robot_memory.perception.masking.masking import mask

#: What a component is called that has no name.
UNNAMED = "unnamed"
_LONGEST = 200
_NODE = re.compile(r"/?\w+(?:[/.]\w+)*")


@lru_cache(maxsize=1024)
def node_name(name: str) -> str:
    """Return a node's name without what is made anew at each start: ``rviz_48213``."""
    line = one_line(name)
    return mask(line) if _NODE.fullmatch(line) else line


def status_name(name: str) -> str:
    """Return a status name, ``node: component``, likewise."""
    node, colon, component = one_line(name).partition(":")
    return f"{node_name(node)}{colon}{component}"


def one_line(text: str) -> str:
    """Return text without line breaks and control characters, at most 200 characters."""
    printable = "".join(c if c.isprintable() else " " for c in text[: 2 * _LONGEST])
    return " ".join(printable.split())[:_LONGEST].rstrip()
