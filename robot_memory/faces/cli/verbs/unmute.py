"""Put a muted entry into the context again."""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source

EXAMPLES = ("robot-memory unmute mem-72720dcf",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        entry = memory.unmute(args.id, source=args.source)
    return answer_entry(args, entry, f"{entry.id} is shown to agents again")
