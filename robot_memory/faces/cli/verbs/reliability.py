"""Show how often the robot fails, for how long, and whether that changes.

Failures are errors that detectors observed. Rates are for each hour that the robot ran, with exact
intervals. A figure that is not known reads "no data".
"""

from __future__ import annotations

import argparse

from robot_memory.applications.reliability.reliability_report import REFUSAL, report_reliability
from robot_memory.applications.reliability.reliability_text import (
    reliability_lines,
    reliability_record,
)
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.progress import Progress
from robot_memory.faces.cli.verb_arguments import add_period
from robot_memory.foundation.time.period import read_period, read_time

EXAMPLES = (
    "robot-memory reliability",
    "robot-memory reliability --since yesterday",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("--component", metavar="NAME", default="", help="only this component")
    add_period(parser)
    parser.add_argument(
        "--changed", metavar="TIME", default="",
        help="compare the time before it with the time after it [the newest repair or version]",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory, Progress("counting"):
        now = memory.clock.now().time
        period = read_period(args.since, args.until, now, refusal=REFUSAL)
        changed_at = read_time(args.changed, "--changed", now) if args.changed else None
        report = report_reliability(memory, period, component=args.component, changed_at=changed_at)
    return answer(args, reliability_record(report), reliability_lines(report))
