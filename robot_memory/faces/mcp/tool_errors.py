"""Turns errors of the memory into errors of tools and resources that an agent can act on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from robot_memory.foundation.errors import RobotMemoryError, UnknownEntry
from robot_memory.memory_writer import NotStoredYet

#: What a memory that cannot be read or written raises.
EXPECTED = (RobotMemoryError, NotStoredYet, OSError, sqlite3.Error)

_COMMAND = re.compile(r"`robot-memory [^`]*`|\brobot-memory [a-z][a-z-]*")
_REVIEW, _COMMAND_LINE = "that person's list", "the command line"


@contextmanager
def raising(kind: type[Exception]) -> Iterator[None]:
    """Raise an error of the memory as one of the library, so that the agent reads its text."""
    try:
        yield
    except EXPECTED as error:
        raise kind(words_for_agents(error)) from error


def words_for_agents(what: str | BaseException) -> str:
    """Return a message in one line, without what a person would type at the robot's machine."""
    text = what if isinstance(what, str) else str(what) or type(what).__name__
    if isinstance(what, UnknownEntry):
        text += "; get_context and recall give ids"
    text = text.replace(":\n  ", ": ").replace("\n  ", "; ")
    return _COMMAND.sub(lambda one: _REVIEW if "review" in one[0] else _COMMAND_LINE, text)
