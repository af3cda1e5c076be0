"""Arguments of several verbs: ids of entries, keys of operators, and numbers within limits.

Where a number is refused, argparse names its option.
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

#: The largest number of a TCP port.
HIGHEST_PORT = 65535
#: The largest number of a DDS domain: ports of a larger one are above :data:`HIGHEST_PORT`.
HIGHEST_DOMAIN_ID = 232
#: The largest number that a row of a ledger can have: SQLite's.
HIGHEST_ROW = 2**63 - 1

_Number = TypeVar("_Number", int, float)


def add_entry_id(
    parser: argparse.ArgumentParser,
    name: str = "id",
    meaning: str = "the entry, as `show` lists it",
) -> None:
    """Declare an argument or an option that takes the id of an entry; a shell completes it."""
    if name.startswith("-"):
        action = parser.add_argument(name, metavar="ID", default="", help=meaning)
    else:
        action = parser.add_argument(name, help=meaning)
    action.completer = entry_ids  # type: ignore[attr-defined]  # argcomplete looks for it


def entry_ids(parsed_args: argparse.Namespace, **_: object) -> dict[str, str]:
    """Return the text of each entry by its id; nothing of a home that cannot be read.

    A shell shows no error while one types, so the verb reports it when it is run.
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
    """Declare ``--key``: the file with the keys by which an operator signs."""
    parser.add_argument("--key", required=required, type=Path, metavar="FILE", help=meaning)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number from ``least`` to ``most``.

    It raises ``argparse.ArgumentTypeError``, with the text and the limits, for anything else.
    """
    return _within(int, least, most, f"a whole number from {least} to {most}")


def number(least: float, most: float) -> Callable[[str], float]:
    """Return what reads a number from ``least`` to ``most``; NaN is none.

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
