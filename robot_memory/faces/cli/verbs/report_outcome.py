"""Report how an attempt at a task went: where, with which parameters, and what helped."""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_arguments import add_source
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome, read_parameters

EXAMPLES = (
    'robot-memory report-outcome "dock at bay 2" failed --with approach=left',
    'robot-memory report-outcome "dock at bay 2" succeeded --with approach=front',
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "task", metavar="TASK", help="what was tried, in the same words each time"
    )  # fmt: skip
    parser.add_argument("result", choices=("succeeded", "failed"), help="how it went")
    parser.add_argument("--place", default="", help="where it was tried")
    parser.add_argument("--with", dest="how", action="append", default=[], metavar="NAME=VALUE",
                        help="how it was tried; may be repeated")  # fmt: skip
    parser.add_argument("--note", default="", help="what happened, or what helped")
    add_source(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    parameters = read_parameters(args.how, "--with")
    has_succeeded = args.result == "succeeded"
    outcome = TaskOutcome(args.task, has_succeeded, args.source, args.place, parameters, args.note)
    with open_memory(args, write=True) as memory:
        receipt = memory.report_outcome(outcome)
    record = {"task": outcome.task, "tried": receipt.tally.tried, "failed": receipt.tally.failed,
              "entry_id": receipt.entry_id, "message": receipt.message}  # fmt: skip
    return answer(args, record, [receipt.message])
