"""List what waits for a person's decision, and what to type for each.

Faults that stay away, contradictions, notes that only an agent made, limits and changes that nobody
approved, defects of the memory file. The most urgent comes first.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from robot_memory.applications.review import ReviewItem, ReviewKind, items_to_review
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.foundation.text.escaping import one_line

EXAMPLES = (
    "robot-memory review",
    "robot-memory review --kind recovered",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    kinds = [str(kind) for kind in ReviewKind]
    parser.add_argument(
        "--kind", action="append", default=[], choices=kinds, metavar="KIND",
        help=f"only what waits for this reason: {', '.join(kinds)}; may be repeated",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        found = items_to_review(memory)
    items = [item for item in found if not args.kind or item.kind in args.kind]
    lines = (line for item in items for line in _lines(item))
    return answer(args, [item.as_record() for item in items], lines, nothing="nothing waits")


def _lines(item: ReviewItem) -> Iterator[str]:
    since = f"  since {item.since:%Y-%m-%d %H:%M} UTC" if item.since else ""
    where = f"{item.id}: " if item.kind is ReviewKind.DEFECT and item.id else ""
    yield f"{item.kind:13} {one_line(where + item.text)}{since}"
    yield f"   {one_line(item.question)}"
    yield f"   $ {item.command}"
