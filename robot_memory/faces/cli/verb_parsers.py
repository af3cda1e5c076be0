"""The parsers of the verbs, and the help that lists them in groups."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Sequence

import robot_memory
from robot_memory.faces.cli.help_layout import HelpLayout, SuggestingParser, examples_section
from robot_memory.faces.cli.subcommands import add_global_options, global_options
from robot_memory.faces.cli.verbs import DAILY, OTHER_GROUPS, VERBS, load_verb, summary

EXIT_STATUS = (
    "exit status: 0 done, 1 the answer is no (a defect, a difference, nothing that "
    "clearly answers), 2 it could not be done, 130 interrupted"
)


def add_verbs(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add verbs to a parser, and the options that stand before them.

    Args:
        words: the command line, as far as it is typed. Where it names a verb, only that one gets
            its arguments: some take long to import.
    """
    add_global_options(parser)
    parser.add_argument(
        "--version", action="version", version=f"robot-memory {robot_memory.__version__}"
    )
    named = [name for name in VERBS if name in words]
    parser.formatter_class = HelpLayout
    parser.usage = "%(prog)s [options] VERB ..."
    if not named:
        parser.description = f"{parser.description or ''}\n\n{_verb_list()}".lstrip()
    verbs = parser.add_subparsers(
        prog=parser.prog, dest="verb", metavar="VERB", required=True, help=argparse.SUPPRESS,
        parser_class=SuggestingParser,
    )  # fmt: skip
    for name in named or VERBS:
        _add_verb(verbs, name, has_arguments=bool(named))


def _add_verb(
    verbs: argparse._SubParsersAction[SuggestingParser], name: str, *, has_arguments: bool
) -> None:
    """Add a verb. Without its arguments it can be listed and completed, not run."""
    if not has_arguments:
        verbs.add_parser(name)
        return
    verb = load_verb(name)
    parser = verbs.add_parser(
        name, description=verb.__doc__, epilog=f"{examples_section(name)}\n\n{EXIT_STATUS}",
        parents=[global_options()], formatter_class=HelpLayout,
    )  # fmt: skip
    verb.add_arguments(parser)
    parser.set_defaults(
        run=getattr(verb, "run", None)
    )  # of a verb with subcommands each has its own


def _verb_list() -> str:
    """Return the list of all verbs: what is used every day with what it does, the rest by name."""
    lines = [f"{DAILY.title}:"]
    lines += [_row(name, summary(load_verb(name)), 12) for name in DAILY.names]
    lines += ["", "further verbs (`VERB --help` tells what each does):"]
    lines += [_row(group.title, ", ".join(group.names), 26) for group in OTHER_GROUPS]
    return "\n".join(lines)


def _row(name: str, text: str, column: int) -> str:
    """Return a name and what belongs to it, in columns as wide as the terminal."""
    width = shutil.get_terminal_size().columns - 2  # as argparse does
    rest = " " * (column + 2)
    return textwrap.fill(f"  {name:<{column}}{text}", max(width, 40), subsequent_indent=rest)
