"""``ros2 memory``: the verbs of ``robot-memory`` as a command of ros2cli."""

from __future__ import annotations

import argparse
from typing import Any

from ros2cli.command import CommandExtension

from robot_memory.cli.main import add_verbs, run_parsed
from robot_memory.cli.terminal_stream import harmless_output


class MemoryCommand(CommandExtension):  # type: ignore[misc]  # ros2cli has no types
    """Show what this robot remembers of itself and its surroundings, and why."""

    def add_arguments(self, parser: argparse.ArgumentParser, cli_name: str, **more: Any) -> None:
        """Declare the verbs; ros2cli calls this."""
        add_verbs(parser)

    def main(self, *, parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
        """Run a verb; ros2cli calls this."""
        with harmless_output():
            return run_parsed(args)
