"""Escapes texts for display: a function for each kind of output.

Anybody who can publish on ``/diagnostics`` or ``/rosout`` chooses words that the memory keeps. The
stored text keeps them unchanged; every output escapes them:

- a prompt: :func:`robot_memory.entries.peer_text.neutral`
- a terminal: :func:`terminal_text`; all printed text passes
  :mod:`robot_memory.faces.cli.terminal_stream`, all logs of the node
  :mod:`robot_memory.faces.ros.node_log`
- a cell, or a text within a line of a terminal: :func:`terminal_line`
- JSON that is printed or answered over ROS: :func:`json_text`; in a file: :func:`visible_json`
- an answer in words over ROS: :func:`sentences`
- a line of a Markdown file that the machine writes: :func:`markdown_line`
- a text in RViz: :func:`robot_memory.faces.ros.markers.marker_text`
- a text in our own messages: :func:`field_text`
- the memory file: :mod:`robot_memory.entries.yaml_text`
- HTML: :func:`robot_memory.applications.report.markup.visible`

See docs/reference/security.md, "Escapes"; docs/explanation/privacy.md, "Harmful texts".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from robot_memory.foundation.text.unicode_text import is_hidden, is_visible

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_OWN_MARKS = dict.fromkeys(map(ord, "🔴🟡🟢"))
_FENCE = re.compile(r"`{3,}|~{3,}")
_MORE_THAN_A_NAME = re.compile(r"[,:;()“”]| and | of ")
_NO_QUOTES = str.maketrans("“”", "''")


def terminal_text(text: str) -> str:
    """Return a text without characters that move the cursor, hide letters or reverse them.

    Line breaks and tabs stay. An invisible character is shown as its number: ``‹U+001B›``.
    """
    return text if is_visible(text) else "".join(map(_numbered, text))


def terminal_line(text: str) -> str:
    """Return a text as one line without terminal control characters."""
    return terminal_text(one_line(text))


def field_text(text: str) -> str:
    """Return a text for a message's field: one line, with hidden characters as their numbers."""
    return text if is_visible(text) else terminal_text(" ".join(text.split()))


def _numbered(char: str) -> str:
    return char if char in "\n\t" or not is_hidden(char) else f"‹U+{ord(char):04X}›"


def json_text(
    value: object, *, indent: int | None = None, default: Callable[[Any], object] | None = None
) -> str:
    r"""Return JSON that every reader reads as ``value``, with all its content visible.

    Letters of all scripts are kept; an invisible character is written as ``\u202e``.
    """
    return visible_json(json.dumps(value, ensure_ascii=False, indent=indent, default=default))


def visible_json(text: str) -> str:
    """Return the same JSON text with all invisible characters escaped."""
    if is_visible(text) or (text.isascii() and "\x7f" not in text):
        return text
    return "\n".join(
        line if is_visible(line) else "".join(map(_escaped, line)) for line in text.split("\n")
    )


def _escaped(char: str) -> str:
    if is_visible(char):
        return char
    return "\\u007f" if char == "\x7f" else json.dumps(char)[1:-1]


def markdown_line(text: str) -> str:
    """Return a text as one line of Markdown: no tag, comment, fence, image or hidden character."""
    line = _TAG.sub("‹", one_line(text)).replace("-->", "--›").replace("](", "] (")
    return _FENCE.sub(lambda fence: "'" * len(fence[0]), line)


def sentences(text: str, longest: int = 4_000) -> str:
    """Return an answer in words: shortened, and each line as in :func:`markdown_line`.

    An agent reads it like a prompt, and it may quote anybody.
    """
    lines = text[: longest + 1].split("\n")
    shown = "\n".join(markdown_line(line.translate(_OWN_MARKS)) for line in lines)
    return shown if len(text) <= longest else f"{shown[:longest]} [cut]"


def listed_name(name: str) -> str:
    """Return a name that somebody chose, for a list of names or before our own numbers.

    The name is quoted if it could be read as more than a name.
    """
    plain = one_line(name)
    return f"“{plain.translate(_NO_QUOTES)}”" if _MORE_THAN_A_NAME.search(plain) else plain


def one_line(text: str) -> str:
    """Fold white space and remove invisible characters: a text cannot fake a new line."""
    if is_visible(text):
        return text
    kept = (
        " " if char.isspace() else char for char in text if char.isspace() or not is_hidden(char)
    )
    return " ".join("".join(kept).split())
