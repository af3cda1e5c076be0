"""Print the context block: what an agent is told at session start.

The block changes each session: keep it out of the cached, static part of a system prompt.
"""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_arguments import number, whole_number

EXAMPLES = ("robot-memory context --budget 400",)

_MOST_TOKENS = 100_000  # as over HTTP


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--budget", type=whole_number(1, _MOST_TOKENS), default=0, metavar="N",
                        help="at most N tokens")  # fmt: skip
    parser.add_argument("--min-confidence", type=number(0, 1), default=0.0, metavar="X",
                        help="raise the threshold to X")  # fmt: skip
    parser.add_argument("--peers", action="store_true",
                        help="print the block of peers instead")  # fmt: skip
    parser.add_argument("--tag", action="append", default=[], help="only entries with this tag")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        budget = args.budget or memory.settings.token_budget
        read_context = memory.peers.context if args.peers else memory.context
        context = read_context(budget, min_confidence=args.min_confidence, tags=args.tag)
    record = {
        "context": context.text,
        "tokens": context.tokens,
        "entries": [entry.id for entry in context.entries],
        "left_out": context.left_out,
    }
    return answer(args, record, [context.text] if context.text else [])
