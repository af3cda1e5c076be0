"""Verbs that have subcommands of their own: ``robot-memory chunks list``."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from robot_memory.cli.global_options import global_options


class Subcommands:
    """The subcommands of a verb."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._subcommands = parser.add_subparsers(
            title="subcommands", metavar="SUBCOMMAND", required=True
        )

    def add(
        self, name: str, run: Callable[[argparse.Namespace], int], meaning: str
    ) -> argparse.ArgumentParser:
        """Add a subcommand, and return the parser of its arguments.

        Args:
            run: does it, and returns the exit status.
        """
        subcommand = self._subcommands.add_parser(name, help=meaning, parents=[global_options()])
        subcommand.set_defaults(run=run)
        return subcommand
