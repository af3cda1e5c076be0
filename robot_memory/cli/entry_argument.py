"""The argument that names an entry; a shell completes it."""

from __future__ import annotations

import argparse
import io
import sqlite3
from contextlib import redirect_stderr

from robot_memory.cli.open_memory import open_memory
from robot_memory.errors import RobotMemoryError
from robot_memory.escaping import terminal_line


def add_entry_id(
    parser: argparse.ArgumentParser,
    name: str = "id",
    meaning: str = "the entry, as `show` lists it",
) -> None:
    """Declare an argument that takes the id of an entry.

    Args:
        name: ``id``, or an option such as ``--entry``.
    """
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
