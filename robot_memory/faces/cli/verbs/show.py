"""Show the entries: what is there now, then the others, strongest first."""

from __future__ import annotations

import argparse

from robot_memory.entries import EntryType
from robot_memory.entries.json_records import entry_record
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer, entry_lines

EXAMPLES = (
    "robot-memory show",
    "robot-memory show --all --tag kitchen",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    types = [kind.value for kind in EntryType]
    parser.add_argument("--all", action="store_true", help="show resolved entries too")
    parser.add_argument("--type", action="append", default=[], choices=types, metavar="TYPE",
                        help="only entries of this type")  # fmt: skip
    parser.add_argument("--tag", action="append", default=[], help="only entries with this tag")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        entries = memory.entries(types=args.type, tags=args.tag, include_resolved=args.all)
        rrn, now, hours = memory.rrn, memory.clock.now().time, memory.running_hours()
        entries.sort(key=lambda valued: not hours.is_there(valued[1]))
        records = [entry_record(confidence, entry, hours) for confidence, entry in entries]
        lines = list(entry_lines(entries, now, hours))
    return answer(args, {"rrn": rrn, "entries": records}, lines)
