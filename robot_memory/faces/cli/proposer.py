"""Who proposes something on the command line: a name that nobody has checked."""

from __future__ import annotations

import getpass
import os

_LONGEST = 64  # characters


def command_line_user() -> str:
    """Return the proposer that is recorded for a command: the user's name, unsigned."""
    return f"{_user_name()} on the command line"[:_LONGEST]


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user, as in a container; OSError from Python 3.13 on
        return f"user {os.getuid()}"
