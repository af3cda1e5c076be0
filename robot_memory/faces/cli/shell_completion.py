"""Completion of verbs, options and entry ids by a shell, with argcomplete."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.extras import how_to_install

SHELLS = ("bash", "zsh", "fish")


def typed_words() -> Sequence[str] | None:
    """Return what a user has typed of a command line that a shell wants completed.

    None where the command is to be run. argcomplete's scripts set these variables.
    """
    if "_ARGCOMPLETE" not in os.environ:
        return None
    return os.environ.get("COMP_LINE", "").split()


def answer_shell(parser: argparse.ArgumentParser) -> None:
    """Tell the shell what may come next, and end the process."""
    import argcomplete

    argcomplete.autocomplete(parser)


def shell_script(shell: str, command: str) -> str:
    """Return what a shell has to run so that it completes a command.

    Args:
        shell: one of :data:`SHELLS`.

    Raises:
        InvalidInput: argcomplete is not there.
    """
    try:
        from argcomplete.shell_integration import shellcode
    except ModuleNotFoundError as error:
        raise InvalidInput(
            "completion needs argcomplete: `sudo apt install python3-argcomplete`, or "
            + how_to_install("completion")
        ) from error
    return shellcode([command], shell=shell)
