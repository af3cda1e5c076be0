"""``ros2 memory``: the verbs of ``robot-memory`` as a command of ros2cli.

It opens the home of the running node; see docs/reference/node.md, "With ROS tools".
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from ros2cli.command import CommandExtension

from robot_memory.faces.cli.main import fail, run_parsed, typed_words
from robot_memory.faces.cli.ros2_nodes import running_nodes
from robot_memory.faces.cli.terminal_stream import harmless_output
from robot_memory.faces.cli.verb_parsers import add_verbs
from robot_memory.faces.ros.running_nodes import RunningNode
from robot_memory.foundation.errors import HomeRefused
from robot_memory.foundation.home import FILE_VARIABLE, HOME_VARIABLE

#: Verbs that need no home unless it is named.
_WITHOUT_HOME = ("completion", "replay")


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
        parser.add_argument(
            "--node", metavar="NAME", default="", help="the memory node whose home it is"
        )
        add_verbs(parser, words if typed is None else typed)

    def main(self, *, parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
        """Run a verb; ros2cli calls this."""
        with harmless_output():
            is_named = "home" in args or (not args.node and os.environ.get(HOME_VARIABLE))
            if not is_named and args.verb not in _WITHOUT_HOME:
                try:
                    _use_home_of(args.node, running_nodes())
                except HomeRefused as error:
                    return fail(str(error))
            return run_parsed(args)


def _use_home_of(name: str, nodes: Sequence[RunningNode]) -> None:
    """Set the environment to a node's home; without nodes it stays unchanged."""
    wanted = [node for node in nodes if name.lstrip("/") in ("", node.name.lstrip("/"))]
    seen = ", ".join(f"{node.name} with {_folder(node)}" for node in nodes) or "none"
    if len(wanted) > 1 or (name and not wanted):
        what = f"there is no memory node {name}" if name else f"{len(wanted)} memory nodes run"
        raise HomeRefused(
            f"{what} (seen in this domain: {seen}); nothing was done: name one with "
            "`ros2 memory --node NAME …`, or its memory home with --home"
        )
    for node in wanted:
        if not node.is_alone:
            raise HomeRefused(
                f"several nodes of this domain are called {node.name}, and nothing tells which of "
                "them answered; nothing was done: stop the others, or name the memory home with "
                "--home"
            )
        if node.home is None or not node.is_here:
            raise HomeRefused(
                f"the memory node {node.name} runs with {_folder(node)}, and nothing on this "
                "machine that this user may see keeps that home; nothing was done: log in where "
                "the node runs, as its user, or name another memory home with --home"
            )
        os.environ[HOME_VARIABLE] = str(node.home.folder)
        os.environ[FILE_VARIABLE] = str(node.home.memory_file)


def _folder(node: RunningNode) -> str:
    return "a home that it does not tell" if node.home is None else str(node.home.folder)
