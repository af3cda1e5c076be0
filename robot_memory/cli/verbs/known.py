"""Declare that you know of a fault. It is told as known, and alarms no one.

It alarms again when it gets worse, when the date passes, or when you withdraw that you know of it.
"""

from __future__ import annotations

import argparse

from robot_memory.cli.entry_argument import add_entry_id
from robot_memory.cli.open_memory import open_memory
from robot_memory.cli.output import answer_entry
from robot_memory.cli.source_option import add_source
from robot_memory.entries.known_rules import until_words, withdrawal_words
from robot_memory.period import read_time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("--reason", default="", help="why nobody needs to be alarmed; or why not")
    end = parser.add_mutually_exclusive_group(required=True)
    ending = "or until it gets worse; ISO 8601, UTC; of a day its beginning"
    end.add_argument("--until", metavar="TIME", help=ending)
    end.add_argument("--until-worse", action="store_true", help="without a date")
    end.add_argument("--withdraw", action="store_true", help="it alarms again as any other")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    until = read_time(args.until, "--until") if args.until else None
    with open_memory(args, write=True) as memory:
        if args.withdraw:
            entry = memory.withdraw_known(args.id, args.reason, source=args.source)
            words = "is known no longer: it alarms again"
            if entry.is_known(now := memory.clock.now().time):
                words = withdrawal_words(entry, now)
            return answer_entry(args, entry, f"{entry.id} {words}")
        entry = memory.declare_known(args.id, args.reason, until=until, source=args.source)
    return answer_entry(args, entry, f"{entry.id} is known {until_words(entry)}")
