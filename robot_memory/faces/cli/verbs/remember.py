"""Add a note: something that stays true about the robot or its surroundings."""

from __future__ import annotations

import argparse

from robot_memory.entries import EntryType
from robot_memory.entries.note import LEAST_CONFIDENCE, read_note
from robot_memory.faces.cli.open_memory import load_settings, open_memory, present_time
from robot_memory.faces.cli.output import answer_note
from robot_memory.faces.cli.verb_arguments import add_keep, add_source, number, read_keep

EXAMPLES = ('robot-memory remember environment_note "The lift is slow at noon" --tag lift',)

_TYPES = [kind.value for kind in EntryType if kind is not EntryType.RESOLVED]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("type", choices=_TYPES, metavar="TYPE", help=", ".join(_TYPES))
    parser.add_argument("text", metavar="TEXT", help="one sentence, at most 500 characters")
    parser.add_argument("--confidence", type=number(LEAST_CONFIDENCE, 1), default=0.0, metavar="X",
                        help="how sure you are, 0.1 to 1 [0.8]")  # fmt: skip
    parser.add_argument("--tag", action="append", default=[], help="a label; may be repeated")
    add_keep(parser)
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    read_note(  # what cannot be stored makes no home
        args.type, args.text, confidence=args.confidence, tags=args.tag, source=args.source,
        settings=load_settings(args),
    )  # fmt: skip
    read_keep(args, present_time(args))
    with open_memory(args, write=True) as memory:
        stands = read_keep(args, memory.clock.now().time)
        noted = memory.remember(
            args.type, args.text, confidence=args.confidence, tags=args.tag, source=args.source,
            **stands,
        )  # fmt: skip
    return answer_note(args, noted)
