"""List learned limits, and let an operator allow the robot to obey one.

Nothing else ends a limit that was signed than to withdraw it. `assist key` makes your own key.
A node with the parameter `limits.apply` publishes the lowest approved speed to Nav2, and the places
as masks for its costmap filters.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import (
    HIGHEST_SPEED,
    LARGEST_RADIUS,
    SMALLEST_RADIUS,
    SPEED_STEP,
)
from robot_memory.applications.limits.limit_record import limit_record
from robot_memory.applications.limits.limit_signature import LimitApproval, SignedLimit
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.operations.status_questions import ListLimits
from robot_memory.faces.cli.open_memory import check_time, open_existing
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_arguments import add_entry_id, number
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time.clock import machine_clock
from robot_memory.governance.signing import read_operator_keys

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys

EXAMPLES = ("robot-memory limits list",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    subcommands.add_question(ListLimits)
    approve = subcommands.add(
        "approve", _approve, "sign a limit as it is, so that the robot obeys it"
    )
    add_entry_id(approve, meaning="the limit, as `limits list` names it")
    approve.add_argument("--key", required=True, type=Path, metavar="FILE", help="your own keys")
    at_place = approve.add_mutually_exclusive_group()
    at_place.add_argument(
        "--speed", type=number(SPEED_STEP, HIGHEST_SPEED), metavar="M/S",
        help="of a place: the highest speed there, 0.05 to 5.0, in steps of 0.05",
    )  # fmt: skip
    at_place.add_argument(
        "--keep-out", action="store_true",
        help="of a place: the robot stays out of it",
    )  # fmt: skip
    approve.add_argument(
        "--radius", type=number(SMALLEST_RADIUS, LARGEST_RADIUS), metavar="M",
        help="of a place: how far the limit reaches, 0.3 to 100; default: as it was learned",
    )  # fmt: skip
    withdraw = subcommands.add("withdraw", _withdraw, "sign that a limit ends")
    add_entry_id(withdraw, meaning="the limit, as `limits list` names it")
    withdraw.add_argument("--key", required=True, type=Path, metavar="FILE", help="your own keys")


def _approve(args: argparse.Namespace) -> int:
    check_time(args)
    keys = read_operator_keys(args.key)
    if args.speed is not None or args.keep_out:
        return _approve_at_place(args, keys)
    if args.radius is not None:
        defect = Defect("--radius", "is of a place: give --speed or --keep-out with it")
        raise InvalidInput("nothing was signed", [defect])
    with open_existing(args, write=False) as memory:
        now = machine_clock(memory.clock).now().time
        limit = LearnedLimits(memory).approve(args.id, keys, now)
    return _answer(args, limit, LimitApproval(keys.rrn, now, limit.value))


def _approve_at_place(args: argparse.Namespace, keys: RobotKeys) -> int:
    with open_existing(args, write=False) as memory:
        now = machine_clock(memory.clock).now().time
        limit = PlaceLimitApprovals(memory).approve(
            args.id, keys, now, speed=args.speed, radius=args.radius
        )
    return _answer(args, limit, LimitApproval(keys.rrn, now, limit.value))


def _answer(args: argparse.Namespace, limit: SignedLimit, approval: LimitApproval) -> int:
    lines = [f"{approval.operator} approved {limit.id}: {limit.words()}"]
    return answer(args, limit_record(limit, approval), lines)


def _withdraw(args: argparse.Namespace) -> int:
    check_time(args)
    keys = read_operator_keys(args.key)
    with open_existing(args, write=False) as memory:
        now = machine_clock(memory.clock).now().time
        LearnedLimits(memory).signed.approvals.withdraw(memory.rrn, args.id, keys, now)
    record = {"id": args.id, "withdrawn_by": keys.rrn}
    return answer(args, record, [f"{keys.rrn} ended {args.id}: it acts no longer"])
