"""Say that an entry is still so. What a person keeps does not fade."""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_note
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_keep, add_source, read_keep

EXAMPLES = ("robot-memory confirm mem-72720dcf --keep",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument(
        "--text", default="", help="its words; needed for an agent's note if the id is not whole"
    )
    add_keep(parser)
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        stands = read_keep(args, memory.clock.now().time)
        noted = memory.confirm(args.id, text=args.text, source=args.source, **stands)
    return answer_note(args, noted)
