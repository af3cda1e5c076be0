"""List learned limits, and let an operator allow the robot to obey one.

Nothing else ends a limit that was signed than to withdraw it. `assist key` makes your own key.
A node with the parameter `limits.apply` publishes the lowest approved speed to Nav2, and the places
as masks for its costmap filters.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import (
    HIGHEST_SPEED,
    LARGEST_RADIUS,
    SMALLEST_RADIUS,
    SPEED_STEP,
    LimitTerms,
)
from robot_memory.applications.limits.limit_record import limit_record
from robot_memory.applications.limits.limit_signature import (
    LimitApproval,
    LimitWithdrawal,
    SignedLimit,
)
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.operations.status_questions import ListLimits
from robot_memory.entries.entry_id import whole_id
from robot_memory.faces.cli.open_memory import check_time, open_existing
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_key, number
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time.clock import machine_clock
from robot_memory.governance.signing import read_operator_keys
from robot_memory.memory import RobotMemory

EXAMPLES = ("robot-memory limits list",)
_NOT_OBEYED = (
    "the node makes Nav2 obey only a highest speed and places; your own programs get this limit on "
    "the topic ~/limits"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    subcommands.add_question(ListLimits)
    approve = subcommands.add(
        "approve", _approve, "sign a limit as it is, so that the robot obeys it"
    )
    add_entry_id(approve, meaning="the limit, as `limits list` names it")
    add_key(approve, "your own keys", required=True)
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
    add_key(withdraw, "your own keys", required=True)


def _approve(args: argparse.Namespace) -> int:
    check_time(args)
    keys = read_operator_keys(args.key)
    is_of_place = args.speed is not None or args.keep_out
    if args.radius is not None and not is_of_place:
        defect = Defect("--radius", "is of a place: give --speed or --keep-out with it")
        raise InvalidInput("nothing was signed", [defect])
    limit: SignedLimit
    with open_existing(args, write=False) as memory:
        now = machine_clock(memory.clock).now().time
        learned = LearnedLimits(memory)
        approvals = learned.signed.approvals
        signed = approvals.recorded()
        limit_id = _whole_id(args.id, memory, signed.keys() | approvals.in_force.names(memory.rrn))
        before = approvals.newest(memory.rrn, limit_id, signed.get(limit_id, []))
        if is_of_place:
            limit = PlaceLimitApprovals(memory).approve(
                limit_id, keys, now, speed=args.speed, radius=args.radius
            )
        else:
            limit = learned.approve(limit_id, keys, now)
    lines = [f"{keys.rrn} approved {limit.id}: {limit.words()}"]
    if before is not None and not isinstance(before.subject, LimitWithdrawal):
        was, who = before.subject.words(), before.approval.operator
        lines += [f"it replaces what {who} signed: {was}"] if was != limit.words() else []
    if isinstance(limit, LimitTerms) and not limit.is_speed_maximum:
        lines.append(_NOT_OBEYED)
    return answer(args, limit_record(limit, LimitApproval(keys.rrn, now, limit.value)), lines)


def _withdraw(args: argparse.Namespace) -> int:
    check_time(args)
    keys = read_operator_keys(args.key)
    with open_existing(args, write=False) as memory:
        now = machine_clock(memory.clock).now().time
        approvals = LearnedLimits(memory).signed.approvals
        signed = approvals.recorded().keys() | approvals.in_force.names(memory.rrn)
        limit_id = _whole_id(args.id, memory, signed)
        approvals.withdraw(memory.rrn, limit_id, keys, now)
    record = {"id": limit_id, "withdrawn_by": keys.rrn}
    return answer(args, record, [f"{keys.rrn} ended {limit_id}: it acts no longer"])


def _whole_id(said: str, memory: RobotMemory, signed: Collection[str]) -> str:
    """Return the whole id of a limit; one of ``signed`` may have no entry any more."""
    entries = [entry for _, entry in memory.entries(include_resolved=True)]
    known = {*signed, *(entry.id for entry in entries)}
    return whole_id(said, known, {entry.id for entry in entries if entry.is_agents_word})
