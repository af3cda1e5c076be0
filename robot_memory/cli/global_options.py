"""Options that every verb understands, and every subcommand of a verb, before and after its name.

See docs/reference/command-line.md, "Options of every command".
"""

from __future__ import annotations

import argparse


def global_options() -> argparse.ArgumentParser:
    """Return a parent parser; an option that was not given is no attribute."""
    parser = argparse.ArgumentParser(add_help=False)
    add_global_options(parser)
    return parser


def add_global_options(parser: argparse.ArgumentParser) -> None:
    """Add them to a parser that somebody else made, as ros2cli does."""
    absent = argparse.SUPPRESS
    parser.add_argument(
        "--home", type=_folder, metavar="DIR", default=absent,
        help="memory home [$ROBOT_MEMORY_HOME]",
    )  # fmt: skip
    parser.add_argument(
        "--now", metavar="TIME", default=absent, help="pretend that it is now (ISO 8601, UTC)"
    )
    parser.add_argument("--json", action="store_true", default=absent, help="print JSON")


def _folder(text: str) -> str:
    # An empty name would mean the default home: another memory than the one that was meant.
    if not text:
        raise argparse.ArgumentTypeError("is empty: is a variable of the shell not set?")
    return text
