"""Check that what was written down for good is what was written.

audit verify [--seen SEQ:SHA256 …]
                             events.jsonl and its archives; receipts, and the rows and
                             procedural files that they tell of; packets, approvals, sign-offs,
                             operators' keys (exit 1 on a defect)

--seen takes what `robot-memory peers list` on another robot tells of this one's record: only who
has seen its newest line can tell that lines were cut off its end. Nothing is changed.
"""

from __future__ import annotations

import argparse
import sys

from robot_memory.audit import Audit, audit_home
from robot_memory.cli.deeds import Deeds, run_deed
from robot_memory.cli.opening import load_settings
from robot_memory.cli.output import print_json, wants_json
from robot_memory.errors import Defect
from robot_memory.federation.audit_head import read_audit_head
from robot_memory.home import find_home
from robot_memory.levels import Head

run = run_deed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    verify = Deeds(parser).add("verify", _verify, "check chains, receipts and signatures")
    verify.add_argument(
        "--seen", type=_head, nargs="+", action="extend", default=[], metavar="SEQ:SHA256",
        help="lines that others have seen, as another robot's `peers list` tells them",
    )  # fmt: skip


def _head(text: str) -> Head:
    seq, _, digest = text.partition(":")
    number = int(seq) if seq.isdecimal() and len(seq) < 20 else seq
    head = read_audit_head({"seq": number, "digest": digest}, "seen")
    if isinstance(head, Defect):
        raise argparse.ArgumentTypeError(str(head))
    return Head(head.seq, head.digest)


def _verify(args: argparse.Namespace) -> int:
    home = find_home(load_settings(args))
    if not home.folder.is_dir():
        print(f"nothing is remembered yet in {home.folder}", file=sys.stderr)
    found = audit_home(home, args.seen)
    if wants_json(args):
        print_json(found.as_record())
    else:
        _print(found)
    return 1 if found.defects else 0


def _print(found: Audit) -> None:
    for line in (*found.parts, *found.remarks, *found.defects):
        print(line)
    doubt = ", as far as can be told: see the remarks" if found.remarks else ""
    print(f"defects: {len(found.defects)}" if found.defects else f"whole{doubt}")
