"""Declare that you know of a fault. Agents still see it, but it raises no alarm.

It alarms again when it gets worse, when the date passes, or when you withdraw the declaration.
"""

from __future__ import annotations

import argparse

from robot_memory.entries.known_rules import until_words, withdrawal_words
from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer_entry
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source, read_until
from robot_memory.foundation.time.typed_time import FORMS

EXAMPLES = ('robot-memory known mem-a4aec894 --until-worse --reason "new lift is ordered"',)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument(
        "--reason", default="", help="why nobody needs to be alarmed, or why you withdraw"
    )
    end = parser.add_mutually_exclusive_group(required=True)
    ending = f"until this time (of a day its beginning), or until it gets worse: {FORMS}"
    end.add_argument("--until", metavar="TIME", default="", help=ending)
    end.add_argument(
        "--until-worse", action="store_true", help="until it gets worse, without a date"
    )
    end.add_argument(
        "--withdraw", action="store_true", help="take the declaration back: it alarms again"
    )
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args) as memory:
        until = read_until(args, memory.clock.now().time)
        if args.withdraw:
            entry = memory.withdraw_known(args.id, args.reason, source=args.source)
            words = "is known no longer: it alarms again"
            if entry.is_known(now := memory.clock.now().time):
                words = withdrawal_words(entry, now)
            return answer_entry(args, entry, f"{entry.id} {words}")
        entry = memory.declare_known(args.id, args.reason, until=until, source=args.source)
    return answer_entry(args, entry, f"{entry.id} is known {until_words(entry)}")
