"""Keep an entry out of the context. Evidence for it is still collected."""

from __future__ import annotations

import argparse

from robot_memory.entries.mute_rules import is_silenced, mute_words
from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source, read_until
from robot_memory.foundation.time.typed_time import FORMS

EXAMPLES = ('robot-memory mute mem-72720dcf --until "in 3 days" --why "ramp is ordered"',)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("--until", metavar="TIME", default="",
                        help=f"until then [until `unmute`]: {FORMS}")  # fmt: skip
    parser.add_argument("--why", default="", help="the reason, kept with the entry")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        until = read_until(args, memory.clock.now().time)
        entry = memory.mute(args.id, until=until, why=args.why, source=args.source)
        now = memory.clock.now().time
    if is_silenced(entry, now):
        end = f"{until:%Y-%m-%d %H:%M} UTC" if until else "it is unmuted"
        message = f"{entry.id} muted until {end}"
    else:
        message = f"{entry.id}: {mute_words(entry, now)}"
    return answer_entry(args, entry, message)
