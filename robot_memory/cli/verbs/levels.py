"""Look into the levels of memory, and decide what becomes a skill.

levels stats                 what the levels hold
levels read LEVEL PATH       print a file: `levels read semantic knowledge/patterns.md`
levels proposals [--all]     what waits for a person's decision
levels show ID               print a proposal, as a difference to what it replaces
levels approve ID --by NAME  let it take effect
levels reject ID --by NAME   turn it down
levels verify [--seen SEQ:SHA256]
                             check the record of what the memory did (exit 1 on a defect)
levels retention             what would move to archives now; nothing is changed
"""

from __future__ import annotations

import argparse
import difflib
import sys
from typing import Any

from robot_memory.cli.deeds import Deeds, run_deed
from robot_memory.cli.opening import open_memory
from robot_memory.cli.output import print_json, wants_json
from robot_memory.entries.context import one_line
from robot_memory.errors import Defect, InvalidInput
from robot_memory.federation.audit_head import read_audit_head
from robot_memory.levels import Head, Proposal, Status
from robot_memory.levels.chain import NO_HEAD
from robot_memory.levels.event_log import Verification

run = run_deed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    deeds = Deeds(parser)
    deeds.add("stats", _stats, "what the levels hold")
    read = deeds.add("read", _read, "print a file of a level")
    read.add_argument("level", help="procedural, semantic or episodic")
    read.add_argument("path", help="the file, below the level")
    proposals = deeds.add("proposals", _proposals, "what waits for a person's decision")
    proposals.add_argument("--all", action="store_true", help="decided ones as well")
    show = deeds.add("show", _show, "print a proposal")
    show.add_argument("id", help="as `levels proposals` names it")
    for name, meaning in (("approve", "let a proposal take effect"), ("reject", "turn it down")):
        decide = deeds.add(name, _decide, meaning)
        decide.set_defaults(decision=name)
        decide.add_argument("id", help="as `levels proposals` names it")
        decide.add_argument("--by", required=True, metavar="NAME", help="who decides")
        decide.add_argument("--note", default="", help="why")
    verify = deeds.add("verify", _verify, "check the record of what the memory did")
    verify.add_argument(
        "--seen", type=_head, default=NO_HEAD, metavar="SEQ:SHA256",
        help="a line that somebody else has seen, as another robot's `peers list` tells it",
    )  # fmt: skip
    deeds.add("retention", _retention, "what would move to archives now")


def _stats(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        stats = memory.long_term.levels.stats()
    if wants_json(args):
        print_json(stats.as_record())
        return 0
    for level, held in stats.levels.items():
        print(f"{level.value:<10}  {held.files:6} files  {held.size / 1e6:8.1f} MB")
    print(f"{'archives':<10}  {stats.archives.files:6} files  {stats.archives.size / 1e6:8.1f} MB")
    return 0


def _read(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        text = memory.long_term.levels.read(args.level, args.path)
    if text is None:
        raise InvalidInput(f"there is no file {args.path} in the {args.level} level")
    if wants_json(args):
        print_json({"level": args.level, "path": args.path, "content": text})
    else:
        sys.stdout.write(text)
    return 0


def _proposals(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        found = memory.long_term.levels.proposals.all(None if args.all else Status.PENDING)
    if wants_json(args):
        print_json([proposal.as_record() for proposal in found])
        return 0
    if not found:
        print("nothing waits for a decision", file=sys.stderr)
    for proposal in found:
        when = proposal.proposed_at.strftime("%Y-%m-%d %H:%M")
        print(f"{proposal.id}  {proposal.status.value}: procedural/{proposal.target}")
        print(f"      by {one_line(proposal.proposed_by)}, {when} UTC; {one_line(proposal.reason)}")
    return 0


def _show(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        proposal = memory.long_term.levels.proposals.get(args.id)
    if wants_json(args):
        print_json(proposal.as_record())
    else:
        sys.stdout.writelines(_difference(proposal))
    return 0


def _difference(proposal: Proposal) -> list[str]:
    """Return what a proposal changes, as `diff -u` shows it."""
    before, after = (proposal.previous or ""), proposal.content
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), f"procedural/{proposal.target}",
        f"{proposal.id} ({proposal.status.value})", lineterm="",
    )  # fmt: skip
    return [f"{line}\n" for line in lines]


def _decide(args: argparse.Namespace) -> int:
    with open_memory(args, write=True) as memory:
        levels = memory.long_term.levels
        decide = levels.approve if args.decision == "approve" else levels.reject
        proposal = decide(args.id, args.by, args.note)
    if wants_json(args):
        print_json(proposal.as_record())
    else:
        print(f"{proposal.id} {proposal.status.value}: procedural/{proposal.target}")
    return 0


def _verify(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        found = memory.long_term.levels.verify(args.seen)
    if wants_json(args):
        print_json(_verification(found))
    else:
        for defect in found.defects:
            print(defect)
        verdict = f"{len(found.defects)} defects" if found.defects else "the chain holds"
        lines = f"numbers {found.first} to {found.head.seq}"
        print(f"{lines}, {found.plain} lines of other tools: {verdict}")
    return 1 if found.defects else 0


def _head(text: str) -> Head:
    seq, _, digest = text.partition(":")
    head = read_audit_head({"seq": int(seq) if seq.isdecimal() else seq, "digest": digest}, "seen")
    if isinstance(head, Defect):
        raise argparse.ArgumentTypeError(str(head))
    return Head(head.seq, head.digest)


def _verification(found: Verification) -> dict[str, Any]:
    return {
        "first": found.first,
        "head": {"seq": found.head.seq, "digest": found.head.digest},
        "plain": found.plain,
        "defects": [str(defect) for defect in found.defects],
    }


def _retention(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        plan = memory.long_term.levels.plan_retention()
    if wants_json(args):
        steps = [{"path": step.path, "reason": step.reason} for step in plan.steps]
        print_json({"held": plan.held, "steps": steps})
        return 0
    if plan.held:
        print(f"nothing leaves now: {plan.held}")
    for step in plan.steps:
        print(f"{step.path}: {step.reason}")
    if not plan.steps and not plan.held:
        print("nothing is due")
    return 0
