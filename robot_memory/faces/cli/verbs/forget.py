"""Delete an entry: move it to the archive. Only later evidence creates it again, as a new entry.

What an agent asks to delete and a detector or a person found stays, and `review` asks a person.
Other robots and a fleet that were told of it delete its text with this robot's next update, if a
person deletes it (rules.md §6.17). Here it stays in the archive.
"""

from __future__ import annotations

import argparse

from robot_memory.entries.note import read_source
from robot_memory.entries.resolve_rules import forget_words
from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source

EXAMPLES = ('robot-memory forget mem-72720dcf --why "the door was removed"',)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("--why", default="", help="the reason, kept with the evidence")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        entry = memory.forget(args.id, args.why, source=args.source)
        words = forget_words(entry, read_source(args.source)[0])
    return answer_entry(args, entry, f"{entry.id} {words}")
