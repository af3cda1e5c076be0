"""``ros2 memory``: the verbs of ``robot-memory`` as a command of ros2cli."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from ros2cli.command import CommandExtension

from robot_memory.cli.main import run_parsed
from robot_memory.cli.shell_completion import typed_words
from robot_memory.cli.terminal_stream import harmless_output
from robot_memory.cli.verb_parsers import add_verbs


class MemoryCommand(CommandExtension):  # type: ignore[misc]  # ros2cli has no types
    """Show what this robot remembers of itself and its surroundings, and why."""

    def add_arguments(
        self,
        parser: argparse.ArgumentParser,
        cli_name: str,
        *,
        argv: Sequence[str] | None = None,
        **more: Any,
    ) -> None:
        """Declare the verbs; ros2cli calls this, and completes words with its own argcomplete."""
        typed = typed_words()
        words = sys.argv[1:] if argv is None else argv
        add_verbs(parser, words if typed is None else typed)

    def main(self, *, parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
        """Run a verb; ros2cli calls this."""
        with harmless_output():
            return run_parsed(args)
