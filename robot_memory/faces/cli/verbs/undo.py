"""Take back the last change that somebody made of an entry; nothing is lost or rewritten."""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source

EXAMPLES = ("robot-memory undo mem-72720dcf",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser, meaning="the entry, as `show` lists it; one that was forgotten: whole")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        done = memory.undo(args.id, source=args.source)
    return answer_entry(args, done.entry, f"{done.entry.id} took back: {done.words}")
