"""List learned limits, and let an operator allow the robot to obey one.

  limits list                  active limits: variable, bound, evidence, who approved it
  limits approve ID --key FILE sign a limit as it is, with your own key (`assist key` makes one)
  limits withdraw ID --by NAME take an approval back

A node with the parameter `limits.apply` publishes the lowest approved speed to Nav2.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from robot_memory.cli.entry_argument import add_entry_id
from robot_memory.cli.open_memory import check_time, open_memory
from robot_memory.cli.output import answer
from robot_memory.cli.subcommands import Subcommands, run_subcommand
from robot_memory.clock import machine_clock
from robot_memory.governance.signing import read_operator_keys
from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.limit_record import limit_lines, limit_record

run = run_subcommand


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    subcommands.add("list", _list, "list active limits")
    approve = subcommands.add("approve", _approve, "allow the robot to obey a limit")
    add_entry_id(approve, meaning="the limit, as `limits list` names it")
    approve.add_argument("--key", required=True, type=Path, metavar="FILE", help="your own keys")
    withdraw = subcommands.add("withdraw", _withdraw, "take an approval back")
    add_entry_id(withdraw, meaning="the limit, as `limits list` names it")
    withdraw.add_argument("--by", required=True, metavar="NAME", help="who decides")


def _list(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        limits = LearnedLimits(memory)
        found = [(limit, limits.approvals.of(limit)) for limit in limits.active()]
    lines = (line for pair in found for line in limit_lines(*pair))
    nothing = "no limit is known: one needs six onsets of a fault, most of them beyond a value"
    return answer(args, [limit_record(*pair) for pair in found], lines, nothing=nothing)


def _approve(args: argparse.Namespace) -> int:
    check_time(args)
    keys = read_operator_keys(args.key)
    with open_memory(args) as memory:
        limits = LearnedLimits(memory)
        now = machine_clock(memory.clock).now().time
        limit = limits.approve(args.id, keys, now)
        record = limit_record(limit, limits.approvals.of(limit))
    return answer(args, record, [f"{keys.rrn} approved {limit.id}: {limit.words()}"])


def _withdraw(args: argparse.Namespace) -> int:
    check_time(args)
    with open_memory(args) as memory:
        now = machine_clock(memory.clock).now().time
        LearnedLimits(memory).approvals.withdraw(args.id, args.by, now)
    return answer(args, {"id": args.id, "withdrawn_by": args.by}, [f"{args.id} acts no longer"])
