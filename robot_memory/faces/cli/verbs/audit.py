"""Check that records, receipts and signatures are unchanged.

It reads events.jsonl and its archives; receipts, and the rows and procedural files that they name;
packets, approvals, sign-offs and operators' keys. The exit status is 1 on a defect.

HEAD is the head of a chain that somebody else has seen: SEQ:SHA256 from `robot-memory peers list`
on a peer, or events:SEQ:SHA256 or receipts:SEQ:SHA256 from an earlier audit. Only a head that was
seen before shows that newer lines or receipts were cut off. Nothing is changed.
"""

from __future__ import annotations

import argparse

from robot_memory.faces.cli.open_memory import load_settings
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.progress import Progress
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.home import find_home
from robot_memory.governance.audit import WitnessedHeads, audit_home
from robot_memory.long_term.levels import ChainHead
from robot_memory.sharing.federation.shared_entry import read_audit_head

EXAMPLES = ("robot-memory audit verify",)

_CHAINS = ("events", "receipts")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    verify = Subcommands(parser).add("verify", _verify, "check chains, receipts and signatures")
    verify.add_argument(
        "--seen", type=_head, nargs="+", action="extend", default=[], metavar="HEAD",
        help="a head that others have seen: SEQ:SHA256 (events.jsonl), receipts:SEQ:SHA256",
    )  # fmt: skip


def _head(text: str) -> tuple[str, ChainHead]:
    """Read a head with the name of the chain that it is of; one without a name is the record's."""
    name, _, rest = text.partition(":") if text.count(":") > 1 else ("events", "", text)
    seq, _, digest = rest.partition(":")
    if name not in _CHAINS:
        problem = f"{name!r:.40} is no chain of a memory home: it is events or receipts"
        raise argparse.ArgumentTypeError(problem)
    number = int(seq) if seq.isdecimal() and len(seq) < 20 else seq
    head = read_audit_head({"seq": number, "digest": digest}, "seen")
    if isinstance(head, Defect):
        raise argparse.ArgumentTypeError(str(head))
    return name, ChainHead(head.seq, head.digest)


def _verify(args: argparse.Namespace) -> int:
    home = find_home(load_settings(args))
    seen = {name: [head for chain, head in args.seen if chain == name] for name in _CHAINS}
    with Progress("checking"):
        found = audit_home(home, WitnessedHeads(**seen))
    doubt = ", as far as can be told: see the remarks" if found.remarks else ": all is unchanged"
    verdict = f"defects: {len(found.defects)}" if found.defects else f"whole{doubt}"
    message = (*found.parts, *found.remarks, *found.defects, verdict)
    answer(args, found.as_record(), map(str, message))
    return 1 if found.defects else 0
