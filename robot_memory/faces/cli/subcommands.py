"""Subcommands of verbs, as in ``robot-memory chunks list``, and the options of all of them.

Every verb understands these options, and every subcommand of a verb, before and after its name.

See docs/reference/command-line.md, "Options of every command".
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from robot_memory.applications.operations.operation import Question
from robot_memory.faces.cli.help_layout import HelpLayout, SuggestingParser, examples_section
from robot_memory.faces.cli.operation_verb import QuestionVerb


class Subcommands:
    """The subcommands of a verb."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._verb = parser.prog.split()[-1]
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
        subcommand = self._subcommands.add_parser(
            name, help=meaning, description=f"{meaning[0].upper()}{meaning[1:]}.",
            epilog=examples_section(f"{self._verb} {name}"), parents=[global_options()],
            formatter_class=HelpLayout,
        )  # fmt: skip
        subcommand.set_defaults(run=run)
        return subcommand

    def add_question(self, question: type[Question]) -> None:
        """Add a question whose name is that of the verb and of the subcommand."""
        verb, summary = QuestionVerb(question), question.summary().rstrip(".")
        name = question.NAME.partition(" ")[2]
        verb.add_arguments(self.add(name, verb.run, f"{summary[0].lower()}{summary[1:]}"))


def global_options() -> SuggestingParser:
    """Return a parent parser of these options; one that was not given is no attribute."""
    parser = SuggestingParser(add_help=False)
    add_global_options(parser)
    return parser


def add_global_options(parser: argparse.ArgumentParser) -> None:
    """Add these options to a parser that somebody else made, as ros2cli does."""
    absent = argparse.SUPPRESS
    parser.add_argument(
        "--home", type=_folder, metavar="DIR", default=absent,
        help="memory home [$ROBOT_MEMORY_HOME]",
    )  # fmt: skip
    parser.add_argument(
        "--now", metavar="TIME", default=absent, help="pretend that it is then (2026-12-24T08:00Z)"
    )
    parser.add_argument("--json", action="store_true", default=absent, help="print JSON")


def _folder(text: str) -> str:
    # An empty name would mean the default home: another memory than the one that was meant.
    if not text:
        raise argparse.ArgumentTypeError("is empty: is a variable of the shell not set?")
    return text
