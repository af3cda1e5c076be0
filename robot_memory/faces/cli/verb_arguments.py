"""Arguments shared by verbs: entry ids, operators' keys, and numbers within limits.

For a refused number, argparse names the option.
"""

from __future__ import annotations

import argparse
import io
import sqlite3
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from pathlib import Path
from typing import TypeVar

from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.text.escaping import terminal_line

#: The highest TCP port.
HIGHEST_PORT = 65535
#: The highest DDS domain: a higher one would need ports above :data:`HIGHEST_PORT`.
HIGHEST_DOMAIN_ID = 232
#: The highest possible id of a ledger row, which is SQLite's limit.
HIGHEST_ROW = 2**63 - 1

_Number = TypeVar("_Number", int, float)


def add_entry_id(
    parser: argparse.ArgumentParser,
    name: str = "id",
    meaning: str = "the entry, as `show` lists it",
) -> None:
    """Declare an argument or option for an entry id, with shell completion."""
    if name.startswith("-"):
        action = parser.add_argument(name, metavar="ID", default="", help=meaning)
    else:
        action = parser.add_argument(name, help=meaning)
    action.completer = entry_ids  # type: ignore[attr-defined]  # argcomplete looks for it


def entry_ids(parsed_args: argparse.Namespace, **_: object) -> dict[str, str]:
    """Return each entry's text by its id; empty if the home cannot be read.

    A shell shows no errors during completion; the verb reports them when it runs.
    """
    try:
        with redirect_stderr(io.StringIO()), open_memory(parsed_args) as memory:
            entries = memory.entries(include_resolved=True)
    except (RobotMemoryError, OSError, sqlite3.Error):
        return {}
    return {entry.id: terminal_line(entry.text) for _, entry in entries}


def add_key(
    parser: argparse._ActionsContainer,
    meaning: str = "the file with your own keys",
    *,
    required: bool = False,
) -> None:
    """Declare ``--key``: the file with an operator's signing keys."""
    parser.add_argument("--key", required=required, type=Path, metavar="FILE", help=meaning)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a function that reads a whole number from ``least`` to ``most``.

    It raises ``argparse.ArgumentTypeError``, with the text and the limits, for anything else.
    """
    return _within(int, least, most, f"a whole number from {least} to {most}")


def number(least: float, most: float) -> Callable[[str], float]:
    """Return a function that reads a number from ``least`` to ``most``; NaN is refused.

    It raises ``argparse.ArgumentTypeError``, with the text and the limits, for anything else.
    """
    return _within(float, least, most, f"a number from {least:g} to {most:g}")


def _within(
    convert: Callable[[str], _Number], least: _Number, most: _Number, wanted: str
) -> Callable[[str], _Number]:
    def read(text: str) -> _Number:
        with suppress(ValueError):
            value = convert(text)
            if least <= value <= most:
                return value
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not {wanted}")

    return read
