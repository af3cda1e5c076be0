"""Look into the levels of memory, and decide on proposals for skills."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from robot_memory.applications.operations.levels_questions import (
    CountLevels,
    ListSessions,
    PlanRetention,
    ReadLevelFile,
)
from robot_memory.applications.operations.proposal_operations import (
    ListProposals,
    ProposalAnswer,
    ProposeSkill,
    RejectProposal,
    ShowProposal,
)
from robot_memory.faces.cli.open_memory import (
    check_time,
    command_line_user,
    load_settings,
    open_existing,
    open_memory,
)
from robot_memory.faces.cli.output import answer, print_json, wants_json
from robot_memory.faces.cli.verb_arguments import add_key
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.clock import SystemClock, machine_clock
from robot_memory.governance.approval import sign_approval
from robot_memory.governance.file_change import FileChange, change_of
from robot_memory.governance.operators import Operators
from robot_memory.governance.signing import read_operator_keys
from robot_memory.long_term.levels import Proposal
from robot_memory.long_term.levels.proposal import proposal_difference, read_proposal

EXAMPLES = (
    "robot-memory levels stats",
    "robot-memory levels proposals",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    subcommands.add_question(CountLevels)
    subcommands.add_question(ListSessions)
    read = subcommands.add("read", _read, "print a file of a level")
    read.add_argument("level", help="procedural, semantic or episodic")
    read.add_argument("path", help="path of the file, below the level")
    propose = subcommands.add("propose", _propose, "propose a skill")
    propose.add_argument("key", help="its name: procedural/skills/KEY/SKILL.md")
    propose.add_argument("file", help="its whole text; - reads standard input")
    propose.add_argument("--reason", default="", metavar="WHY", help="why")
    subcommands.add_question(ListProposals)
    subcommands.add_question(ShowProposal)
    approve = subcommands.add(
        "approve", _approve, "sign a proposal with your own key, and apply it"
    )
    add_key(approve, required=True)
    sign = subcommands.add(
        "sign", _sign, "sign, on your own computer, a proposal that the page gave as a file"
    )
    sign.add_argument("file", type=Path, help="the proposal, as it was downloaded")
    add_key(sign, required=True)
    reject = subcommands.add("reject", _reject, "reject a proposal; this changes nothing")
    who = reject.add_mutually_exclusive_group(required=True)
    who.add_argument("--by", metavar="NAME", help="name of the person who decides")
    add_key(who, "an operator's own keys")
    for decide in (approve, reject):
        decide.add_argument("id", help="the id, as `levels proposals` lists it")
        decide.add_argument("--note", default="", help="why")
    subcommands.add_question(PlanRetention)


def _read(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        found = ReadLevelFile(args.level, args.path).ask(memory)
    if wants_json(args):
        print_json(found.as_record())
    else:
        sys.stdout.write(found.content)
    return 0


def _propose(args: argparse.Namespace) -> int:
    by, reason = command_line_user(), " ".join(args.reason.split())
    request = ProposeSkill(args.key, _text(args.file), reason)
    request.check(load_settings(args), by)  # refuse an unusable proposal before a home is made
    with open_memory(args, write=True) as memory:
        done = request.run(memory, by)
    return answer(args, done.as_record(), [done.line])


def _text(name: str) -> str:
    data = sys.stdin.buffer.read() if name == "-" else read_regular(Path(name))
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        defect = Defect(name, f"is not UTF-8 text: {error}")
        raise InvalidInput("nothing was proposed", [defect]) from None


def _approve(args: argparse.Namespace) -> int:
    check_time(args)
    keys = read_operator_keys(args.key)
    with open_existing(args, write=False) as memory:
        now = machine_clock(memory.clock).now()
        proposal = memory.long_term.assist.approve_proposal(
            memory.rrn, args.id, keys, now, args.note
        )
    return answer(args, proposal.as_record(), [ProposalAnswer.of(proposal).line])


def _sign(args: argparse.Namespace) -> int:
    check_time(args)
    keys = read_operator_keys(args.key)
    change, proposal = _downloaded(args.file)
    for line in (proposal.claim, *proposal_difference(proposal)):
        print(one_line(line), file=sys.stderr)
    print(f"{keys.rrn} approves {proposal.id} for {change.rrn} with this", file=sys.stderr)
    print_json(sign_approval(change, keys, SystemClock().now().time))
    return 0


def _downloaded(path: Path) -> tuple[FileChange, Proposal]:
    """Read a proposal that the HTTP API gave, and what it is to do on the robot that it is of."""
    try:
        data = json.loads(read_regular(path))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            "nothing was signed", [Defect(str(path), f"is not JSON: {error}")]
        ) from None
    proposal = read_proposal(data, str(path))
    if not is_rrn(rrn := str(data.get("rrn"))):
        problem = (
            f"{rrn:.40} is no robot, and what is signed is for one: download the proposal from the "
            f"robot's page, or take what `robot-memory levels show {proposal.id} --json` prints "
            "there; a robot that has no name yet gets one when its node starts"
        )
        raise InvalidInput("nothing was signed", [Defect("rrn", problem)])
    return change_of(rrn, proposal, str(data.get("after_run", ""))), proposal


def _reject(args: argparse.Namespace) -> int:
    if args.key is not None:
        check_time(args)
    with open_existing(args) as memory:
        by = _decider(args, memory.long_term.assist.store.operators)
        done = RejectProposal(args.id, args.note).run(memory, by)
    return answer(args, done.as_record(), [done.line])


def _decider(args: argparse.Namespace, operators: Operators) -> str:
    """Return who rejects; an operator's name needs their keys."""
    if args.key is None:
        operators.check_no_operator(args.by)
        return f"person:{args.by}"
    keys = read_operator_keys(args.key)
    operators.check_signer(keys.card)
    return keys.rrn
