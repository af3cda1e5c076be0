"""Names of components, as drivers and nodes give them: one line, the same after a restart."""

from __future__ import annotations

import re
from functools import lru_cache

from robot_memory.foundation.text.outside_text import LONGEST_NAME, take_in
from robot_memory.foundation.wording.open_names import unmarked
from robot_memory.foundation.wording.varying_text import OPEN_SLOT
from robot_memory.perception.masking.mask_rule import PLACEHOLDER
from robot_memory.perception.masking.masking import mask

#: What a component is called that has no name.
UNNAMED = "unnamed"
_LONGEST = 200  # characters of a name
_MADE_ANEW = re.compile(rf"(?<![_./-])[_./-]*{PLACEHOLDER}(?![\w{PLACEHOLDER}])")
_WORD = re.compile(r"[^\W_]")
_NODE = re.compile(r"/?\w+(?:[/.]\w+)*")


def node_name(name: str) -> str:
    """Return a node's name without what is made anew at each start: ``rviz_48213``."""
    return _node_name(one_line(name))


@lru_cache(maxsize=1024)
def _node_name(line: str) -> str:
    if not _NODE.fullmatch(line):
        return line
    lasting = unmarked(mask(line))
    # A name that is only a number is all there is to tell its owner from another one.
    return lasting if _WORD.search(shown(lasting)) else line


def status_name(name: str) -> str:
    """Return a status name, ``node: component``, likewise; empty where it names neither."""
    node, colon, component = one_line(name).partition(":")
    if not (node or component).strip():
        return ""
    return f"{node_name(node)}{colon}{component}"


def shown(component: str) -> str:
    """Return a component as a text names it: without what is made anew at each start.

    It is never empty, unless the component is.
    """
    lasting = _MADE_ANEW.sub("", component) or component
    return lasting.replace(PLACEHOLDER, "*").replace(OPEN_SLOT, "*")


def one_line(text: str) -> str:
    """Return text without line breaks, control characters and secrets, at most 200 characters.

    What is longer ends in three dots.
    """
    return _one_line(text[:LONGEST_NAME])


@lru_cache(maxsize=4096)
def _one_line(text: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in take_in(text).text)
    line = " ".join(printable.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3].rstrip()}..."
