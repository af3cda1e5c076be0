"""Record that a part was repaired: its entries are resolved, and its baselines are reset."""

from __future__ import annotations

import argparse

from robot_memory.cli.open_memory import open_existing
from robot_memory.cli.output import answer
from robot_memory.cli.source_option import add_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "component", metavar="COMPONENT", help="the part, as the robot names it, or a tag"
    )
    parser.add_argument("--note", default="", help="what was done")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status; 1 where no entry is about the component."""
    with open_existing(args) as memory:
        ids = memory.repaired(args.component, args.note, source=args.source)
    none = f"no open entry is about {args.component!r}; the repair is noted all the same"
    message = f"resolved {', '.join(ids)}" if ids else none
    answer(args, {"component": args.component, "ids": ids}, [message])
    return 0 if ids else 1
