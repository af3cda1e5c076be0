"""Run the night shift now: digests, decay, indexes, archives, MEMORY.md, health.

The steps always run in this order: summarize, decay, index, prune, reconcile, clean, health. If
none is named, all run. The exit status is 1 if a step failed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from robot_memory.faces.cli.open_memory import open_existing
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.progress import Progress
from robot_memory.foundation.text.escaping import one_line
from robot_memory.long_term.night_shift import STEPS, ShiftReport

EXAMPLES = ("robot-memory consolidate --dry-run",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("step", nargs="*", metavar="STEP", help=f"one of {', '.join(STEPS)}")
    parser.add_argument(
        "--dry-run", action="store_true", help="print what would be done, and do nothing"
    )


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_existing(args, write=not args.dry_run) as memory, Progress("night shift"):
        report = memory.consolidate(args.step, dry_run=args.dry_run)
    answer(args, report.as_record(), _lines(report))
    return 0 if report.success else 1


def _lines(report: ShiftReport) -> Iterator[str]:
    for step in report.steps:
        counts = ", ".join(f"{what.replace('_', ' ')} {n}" for what, n in step.done.items() if n)
        yield f"{step.name:<10} {step.seconds:6.2f} s  {counts or 'nothing to do'}"
        for line in (*step.notes, *step.problems):
            yield f"{'':<21}{one_line(line)}"
    yield report.summary()
