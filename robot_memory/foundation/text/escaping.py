"""Escapes texts for the place where they are shown: a function for each kind of place.

Anybody who can publish on ``/diagnostics`` or ``/rosout`` chooses words that the memory keeps. The
stored text keeps them; whatever shows it escapes it:

- a prompt: :func:`robot_memory.entries.peer_text.neutral`
- a terminal: :func:`terminal_text`; all that is printed passes
  :mod:`robot_memory.faces.cli.terminal_stream`, all that the node logs
  :mod:`robot_memory.faces.ros.node_log`
- a cell, or a text within a line of a terminal: :func:`terminal_line`
- JSON that is printed or answered over ROS: :func:`json_text`; in a file: :func:`visible_json`
- the words of an answer over ROS: :func:`sentences`
- a line of a Markdown file that the machine writes: :func:`markdown_line`
- a text in RViz: :func:`robot_memory.faces.ros.markers.marker_text`
- a text in a message of ours: :func:`field_text`
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
    """Return a text in which nothing moves the cursor, hides or turns the order of letters round.

    Line breaks and tabs stay. What people do not see becomes its number: ``‹U+001B›``.
    """
    return text if is_visible(text) else "".join(map(_numbered, text))


def terminal_line(text: str) -> str:
    """Return a text as one line that a terminal obeys nowhere."""
    return terminal_text(one_line(text))


def field_text(text: str) -> str:
    """Return a text for a field of a message: one line, and what is hidden becomes its number."""
    return text if is_visible(text) else terminal_text(" ".join(text.split()))


def _numbered(char: str) -> str:
    return char if char in "\n\t" or not is_hidden(char) else f"‹U+{ord(char):04X}›"


def json_text(
    value: object, *, indent: int | None = None, default: Callable[[Any], object] | None = None
) -> str:
    r"""Return JSON that any reader reads as ``value``, and that shows all that it holds.

    Letters of all scripts stand as they are; what cannot be seen stands as ``\u202e``.
    """
    return visible_json(json.dumps(value, ensure_ascii=False, indent=indent, default=default))


def visible_json(text: str) -> str:
    """Return JSON text that says the same, and in which all that cannot be seen is escaped."""
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
    """Return what is answered in words: few, and each line as in :func:`markdown_line`.

    An agent reads it as it reads a prompt, and it may quote what anybody said.
    """
    lines = text[: longest + 1].split("\n")
    shown = "\n".join(markdown_line(line.translate(_OWN_MARKS)) for line in lines)
    return shown if len(text) <= longest else f"{shown[:longest]} [cut]"


def listed_name(name: str) -> str:
    """Return a name that somebody chose as it stands among others, or before numbers of ours.

    It is quoted where it could be read as more than a name.
    """
    plain = one_line(name)
    return f"“{plain.translate(_NO_QUOTES)}”" if _MORE_THAN_A_NAME.search(plain) else plain


def one_line(text: str) -> str:
    """Fold white space and drop what people do not see: a text cannot fake a new line."""
    if is_visible(text):
        return text
    kept = (
        " " if char.isspace() else char for char in text if char.isspace() or not is_hidden(char)
    )
    return " ".join("".join(kept).split())
