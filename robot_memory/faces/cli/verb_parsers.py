"""The parsers of verbs and subcommands, their help, and the options that all of them share.

Every verb and every subcommand understands these options, before and after its name.

See docs/reference/command-line.md, "Options of every command".
"""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any

import robot_memory
from robot_memory.applications.operations.operation import Question
from robot_memory.faces.cli.operation_verb import QuestionVerb
from robot_memory.faces.cli.verbs import DAILY, OTHER_GROUPS, VERBS, load_verb, summary

EXIT_STATUS = (
    "exit status: 0 done, 1 the answer is no (a defect, a difference, nothing that "
    "clearly answers), 2 it could not be done, 130 interrupted"
)
#: Verbs whose examples cannot be tested, and why.
UNTESTED = {
    "mcp": "serves until it is interrupted",
    "replay": "needs recordings",
    "watch": "needs a terminal",
}


class SuggestingParser(argparse.ArgumentParser):
    """Suggests verbs, choices and options that resemble the typed word."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and refuse an option that resembles a known one."""
        parsed, rest = super().parse_known_args(args, namespace)
        for word in rest:
            option = word.partition("=")[0]
            if meant := _meant(option, self._option_string_actions, word.startswith("--")):
                self.error(f"unrecognized arguments: {word}{meant}")
        return parsed, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = VERBS if action.dest == "verb" else list(map(str, action.choices))
            meant = _meant(str(value), names)
            problem = f"{value!r:.40} is not one of {', '.join(names)}{meant}"
            raise argparse.ArgumentError(action, problem)


def _meant(word: str, names: Iterable[str], is_one: bool = True) -> str:
    """Return a question with the name most like a word; empty if there is none."""
    found = get_close_matches(word, [one for one in names if one != word], n=1) if is_one else []
    return f"; did you mean {found[0]}?" if found else ""


def examples_of(verb: str) -> Sequence[str]:
    """Return the examples of a verb, such as ``show``, or a subcommand, such as ``facts list``."""
    name, _, subcommand = verb.partition(" ")
    return [line for line in load_verb(name).EXAMPLES if f" {verb}" in line or not subcommand]


class HelpLayout(argparse.HelpFormatter):
    """Fills each paragraph; a paragraph with indented lines, such as examples, stays unchanged."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = text.strip().split("\n\n")
        return "\n\n".join(
            part if "\n  " in f"\n{part}" else textwrap.fill(part, width) for part in parts
        )


def examples_section(verb: str) -> str:
    """Return the examples of a verb or a subcommand, with a title; empty if there are none."""
    lines = ["  " + line.partition("  # exit status")[0] for line in examples_of(verb)]
    return "\n".join(("examples:", *lines)) if lines else ""


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
        """Add a subcommand and return its argument parser; ``run`` returns the exit status."""
        subcommand = self._subcommands.add_parser(
            name, help=meaning, description=f"{meaning[0].upper()}{meaning[1:]}.",
            epilog=examples_section(f"{self._verb} {name}"), parents=[global_options()],
            formatter_class=HelpLayout,
        )  # fmt: skip
        subcommand.set_defaults(run=run)
        return subcommand

    def add_question(self, question: type[Question]) -> None:
        """Add a question whose name consists of the verb and the subcommand."""
        verb, summary = QuestionVerb(question), question.summary().rstrip(".")
        name = question.NAME.partition(" ")[2]
        verb.add_arguments(self.add(name, verb.run, f"{summary[0].lower()}{summary[1:]}"))


def global_options() -> SuggestingParser:
    """Return a parent parser with the options of all verbs."""
    parser = SuggestingParser(add_help=False)
    add_global_options(parser)
    return parser


def add_global_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of all verbs to a parser; options that are not given set no attribute."""
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
    # An empty name would mean the default home, which is not the intended one.
    if not text:
        raise argparse.ArgumentTypeError("is empty: is a variable of the shell not set?")
    return text


def add_verbs(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the verbs to a parser, and the options before them.

    Args:
        words: the command line typed so far. If it names a verb, only that verb gets its arguments,
            as some take long to import.
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
    """Add a verb. Without its arguments it can be listed and completed, but not run."""
    if not has_arguments:
        verbs.add_parser(name)
        return
    verb = load_verb(name)
    parser = verbs.add_parser(
        name, description=verb.__doc__, epilog=f"{examples_section(name)}\n\n{EXIT_STATUS}",
        parents=[global_options()], formatter_class=HelpLayout,
    )  # fmt: skip
    verb.add_arguments(parser)
    # Each subcommand has its own ``run``.
    parser.set_defaults(run=getattr(verb, "run", None))


def _verb_list() -> str:
    lines = [f"{DAILY.title}:"]
    lines += [_row(name, summary(load_verb(name)), 12) for name in DAILY.names]
    lines += ["", "further verbs (`VERB --help` tells what each does):"]
    lines += [_row(group.title, ", ".join(group.names), 26) for group in OTHER_GROUPS]
    return "\n".join(lines)


def _row(name: str, text: str, column: int) -> str:
    width = shutil.get_terminal_size().columns - 2  # as argparse does
    rest = " " * (column + 2)
    return textwrap.fill(f"  {name:<{column}}{text}", max(width, 40), subsequent_indent=rest)
