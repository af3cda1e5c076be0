"""Keep an entry out of the context. Evidence for it is still collected."""

from __future__ import annotations

import argparse

from robot_memory.entries.mute_rules import is_silenced, mute_words
from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source
from robot_memory.foundation.time.period import read_time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("--until", metavar="TIME", help="ISO 8601, UTC [until `unmute`]")
    parser.add_argument("--why", default="", help="the reason, kept with the entry")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    until = read_time(args.until, "--until") if args.until else None
    with open_existing(args) as memory:
        entry = memory.mute(args.id, until=until, why=args.why, source=args.source)
        now = memory.clock.now().time
    if is_silenced(entry, now):
        message = f"{entry.id} muted {f'until {args.until}' if until else 'until it is unmuted'}"
    else:
        message = f"{entry.id}: {mute_words(entry, now)}"
    return answer_entry(args, entry, message)
