"""Watch the memory in this terminal: entries, open faults, changes, and what waits for you.

It works over ssh, also while the node runs, and needs the extra `watch`. Arrows choose an entry,
Enter or w shows why, r resolves it and asks first, / filters, a shows resolved entries too, q ends.
"""

from __future__ import annotations

import argparse
import sys

from robot_memory.applications.operations.entries_questions import Why
from robot_memory.faces.cli.open_memory import memory_source
from robot_memory.faces.cli.verb_arguments import number
from robot_memory.faces.cli.why_lines import why_lines
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.extras import needing
from robot_memory.memory import RobotMemory

EXAMPLES = ("robot-memory watch",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "--interval", type=number(0.2, 3600), default=2.0, metavar="S",
        help="seconds between two reads, from 0.2 to 3600 [%(default)s]",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with needing("the dashboard needs", "watch"):
        from robot_memory.faces.watch.dashboard import Dashboard
    if not sys.stdout.isatty():
        raise InvalidInput(
            "the dashboard needs a terminal, and this is none: `robot-memory show` prints the same"
        )
    with memory_source(args) as source:
        Dashboard(source, why_texts, args.interval).run()
    return 0


def why_texts(memory: RobotMemory, entry_id: str) -> list[str]:
    """Return what ``robot-memory why`` prints of an entry.

    Raises:
        UnknownEntry: no entry has that id.
    """
    return [str(line) for line in why_lines(memory, Why(entry_id).ask(memory))]
