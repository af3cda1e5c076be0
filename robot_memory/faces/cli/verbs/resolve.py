"""Mark an entry as cleared. It is kept, but agents no longer see it."""

from __future__ import annotations

import argparse

from robot_memory.entries.resolve_rules import resolve_words
from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source

EXAMPLES = ('robot-memory resolve mem-72720dcf --note "ramp built"',)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("--note", default="", help="what was done")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        entry = memory.resolve(args.id, args.note, source=args.source)
    return answer_entry(args, entry, f"{entry.id} {resolve_words(entry)}")
