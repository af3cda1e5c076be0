"""Show how tasks went: how often they failed, the last attempt, and what made a difference.

Attempts are goals of actions that succeeded or were aborted, and what `report-outcome`,
`~/report_outcome` and agents report. Intervals are 95 %. A difference is beyond chance where p,
corrected for all comparisons, is at most 0.01.
"""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.progress import Progress
from robot_memory.faces.cli.verb_arguments import add_period
from robot_memory.foundation.time.period import read_period
from robot_memory.long_term.outcomes.outcome_report import (
    NOTHING,
    REFUSAL,
    outcome_lines,
    task_json,
)

EXAMPLES = ("robot-memory outcomes",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--task", default="", help="only this one, in the words of its reports")
    parser.add_argument("--place", default="", help="only attempts there")
    add_period(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory, Progress("counting"):
        period = read_period(args.since, args.until, memory.clock.now().time, refusal=REFUSAL)
        records = memory.outcomes(task=args.task, place=args.place, period=period)
    return answer(
        args, [task_json(one) for one in records], outcome_lines(records), nothing=NOTHING
    )
