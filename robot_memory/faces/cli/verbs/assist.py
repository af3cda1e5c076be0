"""Approve, apply and revert changes of stored evidence."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from robot_memory.faces.cli.open_memory import check_time, command_line_user, open_memory
from robot_memory.faces.cli.output import answer, print_json, wants_json
from robot_memory.faces.cli.receipt_lines import (
    gate_lines,
    gate_record,
    nothing_line,
    outcome_lines,
    packet_lines,
    run_line,
    run_record,
)
from robot_memory.faces.cli.verb_arguments import HIGHEST_ROW, add_key, whole_number
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time.clock import Instant, machine_clock
from robot_memory.governance import AssistPath, PacketCandidate, RunOutcome
from robot_memory.governance.approval_gate import SIGNED
from robot_memory.governance.audit import check_remembers
from robot_memory.governance.mutation_contract import LABEL, SCORE
from robot_memory.governance.packet_proposal import REFS, candidate_of, with_label
from robot_memory.governance.signing import read_operator_keys
from robot_memory.ledger import Ledger, Observation
from robot_memory.long_term.night_shift.ledger_maintenance import LOOKED_AT
from robot_memory.memory import RobotMemory

EXAMPLES = (
    "robot-memory assist propose",
    "robot-memory assist gate --rehearse",
    "robot-memory assist receipts --verify",
)

_RUN = re.compile(r"[0-9a-f-]{36}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    propose = subcommands.add(
        "propose", _propose, "write packets of what the evidence suggests, or one of your own"
    )
    propose.add_argument(
        "--row", type=whole_number(1, HIGHEST_ROW), action="append", default=[],
        help="a row of the ledger",
    )  # fmt: skip
    propose.add_argument(
        "--set", action="append", default=[], metavar="POINTER=VALUE", dest="changes",
        help="what is to change: /importance/score=0.6; the label that it asks for comes with it",
    )  # fmt: skip
    propose.add_argument(
        "--evidence", action="append", default=[], metavar="REF",
        help=f"what it rests on: {', '.join(REFS)}",
    )  # fmt: skip
    propose.add_argument("--note", default="", help="why, with --row")
    show = subcommands.add("show", _show, "list packets, or print one")
    show.add_argument("packet", nargs="?", default="", help="the id of the packet")
    withdraw = subcommands.add(
        "withdraw", _withdraw, "withdraw a packet for good, and make room for suggestions"
    )
    withdraw.add_argument("packet", help="the id of the packet")
    who = withdraw.add_mutually_exclusive_group()
    who.add_argument("--by", default="", metavar="NAME", help="name of the person [the user]")
    add_key(who, "your own keys, for what an operator approved")
    dry = subcommands.add(
        "dry-run", _dry_run, "check it against the contract and the rows; no row changes"
    )
    dry.add_argument("packet", help="the id of the packet")
    key = subcommands.add("key", _key, "make an operator's own keys, and enrol the public ones")
    key.add_argument(
        "--operator", required=True, metavar="NAME", help="name: a to z, 0 to 9, . _ -"
    )
    key.add_argument("--file", required=True, type=Path, help="a new file, outside the memory home")
    approve = subcommands.add(
        "approve", _approve, "sign a packet as it is, or that a run is rolled back"
    )
    approve.add_argument("subject", metavar="PACKET|RUN", help="the id of the packet, or of a run")
    add_key(approve, required=True)
    apply = subcommands.add(
        "apply", _apply, "apply an approved packet (exit 1 if the contract forbids it)"
    )
    apply.add_argument("packet", help="the id of the packet")
    rollback = subcommands.add(
        "rollback", _rollback, "restore what a run changed: rows, or a procedural file"
    )
    rollback.add_argument(
        "run_id", metavar="RUN", help="the id of the run, as `assist receipts` lists it"
    )
    add_key(rollback, "the file with your own keys [as signed before]")
    receipts = subcommands.add(
        "receipts", _receipts, "list runs (with --verify exit 1 on a defect)"
    )
    receipts.add_argument("--verify", action="store_true", help="check receipts and rows")
    gate = subcommands.add("gate", _gate, "show which gates are passed (exit 1 if one is not)")
    gate.add_argument("--rehearse", action="store_true", help="rehearse on a fixture database")
    gate.add_argument("--sign", choices=sorted(SIGNED), help="sign this gate, after reading it")
    add_key(gate)


@contextmanager
def _at(args: argparse.Namespace) -> Iterator[tuple[AssistPath, Instant, RobotMemory]]:
    with open_memory(args) as memory:
        yield _assist(args, memory), memory.clock.now(), memory


@contextmanager
def _at_this_time(args: argparse.Namespace) -> Iterator[tuple[AssistPath, Instant, RobotMemory]]:
    """Go by the machine's own clock where times are signed, and caps count by them."""
    check_time(args)
    with open_memory(args) as memory:
        yield _assist(args, memory), machine_clock(memory.clock).now(), memory


def _assist(args: argparse.Namespace, memory: RobotMemory) -> AssistPath:
    assist = memory.long_term.assist
    if getattr(args, "packet", ""):
        assist.packet(args.packet)  # an unknown id makes nothing in a mistyped home
    return assist


def _propose(args: argparse.Namespace) -> int:
    is_own, waiting, added = _is_typed(args), 0, ""
    with _at(args) as (assist, now, memory):
        if is_own:
            candidates, added = _own_candidates(args, memory.ledger)
            made = [assist.propose(candidates, by=command_line_user(), now=now, note=args.note)]
        else:
            made = assist.suggest(_newest(memory), by=command_line_user(), now=now)
            waiting = assist.waiting_rows(now)
    if added:
        print(added, file=sys.stderr)
    lines = (line for packet in made for line in packet_lines(packet, "proposed"))
    records = [packet.as_record() for packet in made]
    return answer(args, records, lines, nothing=nothing_line(waiting))


def _is_typed(args: argparse.Namespace) -> bool:
    """Tell whether a packet of one's own is meant; half of one is refused."""
    given = {"--row": args.row, "--set": args.changes, "--evidence": args.evidence}
    if not (any(given.values()) or args.note):
        return False
    missing = [
        Defect(name, "is missing: a packet of your own names rows, changes and evidence")
        for name, values in given.items()
        if not values
    ]
    if missing:
        raise InvalidInput("nothing was proposed", missing)
    return True


def _own_candidates(args: argparse.Namespace, ledger: Ledger) -> tuple[list[PacketCandidate], str]:
    """Return the same changes of each row that was named, and what was added to them."""
    rows = {row.id: row for row in ledger.after(min(args.row) - 1)}
    unknown = [Defect("--row", f"there is no row {row}") for row in args.row if row not in rows]
    if unknown:
        raise InvalidInput("nothing was proposed", unknown)
    _check_refs(args.evidence)
    typed = dict(_changes(args.changes))
    changes = with_label(typed)
    added = ""
    if changes.keys() - typed.keys():
        added = f"added {LABEL} = {changes[LABEL]}, the label of a score of {changes[SCORE]:g}"
    return [candidate_of(rows[row], changes, args.evidence) for row in args.row], added


def _check_refs(refs: Sequence[str]) -> None:
    defects = [
        Defect("--evidence", f"{ref!r:.80} is not one of {', '.join(REFS)}")
        for ref in refs
        if ":" not in ref
    ]
    if defects:
        raise InvalidInput("nothing was proposed", defects)


def _changes(texts: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Read POINTER=VALUE; what is no JSON is a text."""
    for text in texts:
        pointer, sign, value = text.partition("=")
        if not sign:
            problem = f"{text!r:.80} is not POINTER=VALUE, as /importance/score=0.6"
            raise InvalidInput("nothing was proposed", [Defect("--set", problem)])
        try:
            yield pointer, json.loads(value)
        except (ValueError, RecursionError):
            yield pointer, value


def _newest(memory: RobotMemory) -> list[Observation]:
    """Return what the night shift looks at; nothing of a home that is not there."""
    if not memory.home.ledger.exists():
        return []
    with memory.ledger.days() as book:
        return book.newest_evidence(LOOKED_AT)


def _show(args: argparse.Namespace) -> int:
    with _at(args) as (assist, _, _):
        if args.packet:
            print_json(assist.packet(args.packet).as_record())
            return 0
        found, problems = assist.packets()
    for problem in problems:
        print(f"robot-memory: {problem}", file=sys.stderr)
    records = [{**packet.as_record(), "state": state} for packet, state in found]
    lines = (line for packet, state in found for line in packet_lines(packet, state))
    nothing = "no packet can be read" if problems else "there are no packets"
    return answer(args, records, lines, nothing=nothing)


def _withdraw(args: argparse.Namespace) -> int:
    with _at_this_time(args) as (assist, now, _):
        assist.packet(args.packet)
        by = read_operator_keys(args.key) if args.key else args.by or command_line_user()
        packet = assist.withdraw(args.packet, by, now)
    record = {"packet_id": packet.id, "rows": packet.rows, "state": "withdrawn"}
    return answer(args, record, [f"{packet.id} is withdrawn; its rows are not suggested again"])


def _dry_run(args: argparse.Namespace) -> int:
    with _at(args) as (assist, now, _):
        return _print_outcome(args, assist.dry_run(args.packet, now))


def _apply(args: argparse.Namespace) -> int:
    with _at_this_time(args) as (assist, now, _):
        return _print_outcome(args, assist.apply(args.packet, now))


def _rollback(args: argparse.Namespace) -> int:
    with _at_this_time(args) as (assist, now, _):
        assist.check_run(args.run_id)
        keys = read_operator_keys(args.key) if args.key else None
        return _print_outcome(args, assist.roll_back(args.run_id, now, keys))


def _print_outcome(args: argparse.Namespace, outcome: RunOutcome) -> int:
    against = [str(violation) for violation in outcome.violations]
    record = {**outcome.receipt.record, "ref": outcome.receipt.ref, "against": against}
    answer(args, record, outcome_lines(outcome))
    return 0 if outcome.is_done else 1


def _key(args: argparse.Namespace) -> int:
    with _at(args) as (assist, _, _):  # enrolled by the machine's own clock
        card, path = assist.make_operator(args.operator, args.file)
    record = {"operator": args.operator, "kid": card.kid, "enrolled": str(path)}
    message = f"{args.operator} can approve with {args.file}; the public keys are in {path}"
    return answer(args, record, [message])


def _approve(args: argparse.Namespace) -> int:
    if _RUN.fullmatch(args.subject):
        return _approve_rollback(args, args.subject)
    with _at_this_time(args) as (assist, now, _):
        assist.packet(args.subject)
        keys = read_operator_keys(args.key)
        before = assist.approver_of(args.subject)
        packet = assist.approve(args.subject, keys, now)
    record = {"packet_id": packet.id, "sha256": packet.digest, "operator": keys.rrn}
    replaced = f", in place of {before}'s approval" if before not in ("", keys.rrn) else ""
    return answer(args, record, [f"{packet.id} is approved by {keys.rrn}{replaced}"])


def _approve_rollback(args: argparse.Namespace, run_id: str) -> int:
    with _at_this_time(args) as (assist, now, _):
        assist.check_run(run_id)
        keys = read_operator_keys(args.key)
        assist.approve_rollback(run_id, keys, now)
    record = {"run_id": run_id, "operator": keys.rrn}
    return answer(args, record, [f"the rollback of {run_id} is approved by {keys.rrn}"])


def _receipts(args: argparse.Namespace) -> int:
    with _at(args) as (assist, _, memory):
        if args.verify:
            check_remembers(memory.home)
        defects = assist.verify() if args.verify else []
        runs = () if defects else assist.runs()
    found = list(map(str, defects))
    record = {"runs": [run_record(one) for one in runs], "defects": found}
    answer(args, record, [*map(run_line, runs), *found], nothing="there was no run")
    if args.verify and not wants_json(args):
        print(f"defects: {len(defects)}" if defects else "receipts and rows: whole")
    return 1 if defects else 0


def _gate(args: argparse.Namespace) -> int:
    with (_at_this_time if args.sign or args.rehearse else _at)(args) as (assist, now, memory):
        if args.sign:
            if args.key is None:
                defect = Defect(
                    "--key", "is missing: an operator's own, by `robot-memory assist key`"
                )
                raise InvalidInput("nothing was signed", [defect])
            assist.sign_off(args.sign, read_operator_keys(args.key), now)
        problems = assist.rehearse(now).problems if args.rehearse else ()
        found = assist.gates()
        is_enabled = memory.settings.assist_enabled
    for problem in problems:
        print(f"robot-memory: the rehearsal failed: {problem}", file=sys.stderr)
    lines = gate_lines(found, is_enabled=is_enabled)
    answer(args, gate_record(found, is_enabled=is_enabled), lines)
    if args.sign or args.rehearse:
        return 1 if problems else 0
    return 0 if is_enabled and all(one.is_passed for one in found) else 1
