"""Give an entry another text. The old text is kept with the evidence."""

from __future__ import annotations

import argparse

from robot_memory.entries.others_words import correct_words
from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source

EXAMPLES = ('robot-memory correct mem-72720dcf "Kitchen doorway has a 4 cm lip"',)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("text", metavar="TEXT", help="one sentence, at most 500 characters")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        entry = memory.correct(args.id, args.text, source=args.source)
    return answer_entry(args, entry, correct_words(args.id, entry))
