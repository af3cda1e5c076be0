"""Record that a part was repaired: its entries are resolved, and its baselines are reset."""

from __future__ import annotations

import argparse

from robot_memory.entries import EntryType
from robot_memory.entries.resolve_rules import repair_words
from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_arguments import add_source

EXAMPLES = (
    'robot-memory repaired "left wheel" --note "new encoder"  # exit status 1: unknown here',
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "component", metavar="COMPONENT", help="the part, as the robot names it, or a tag"
    )
    parser.add_argument("--note", default="", help="what was done")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status; 1 where no entry is about the component."""
    with open_existing(args) as memory:
        entries = memory.repaired(args.component, args.note, source=args.source)
    ids = [entry.id for entry in entries if entry.type is EntryType.RESOLVED]
    record = {"component": args.component, "ids": ids}
    answer(args, record, [repair_words(entries)])
    return 0 if entries else 1
