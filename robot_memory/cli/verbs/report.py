"""Write the extract for technical documentation: one HTML file that can be read and printed.

It serves articles 9, 13 and 17 of Regulation (EU) 2024/1689 as far as a memory can tell them: what
was observed, how confidence was set, what was changed, and by whom. Nothing is changed. Without -o
it goes to standard output: `robot-memory report > report.html`.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from robot_memory import files
from robot_memory.cli.opening import open_memory
from robot_memory.cli.output import print_json, wants_json
from robot_memory.errors import Defect, InvalidInput
from robot_memory.report import Facts, gather, write_page
from robot_memory.report.period import read_period


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="[standard output]")
    parser.add_argument("--since", metavar="DATE", default="", help="first day or time, UTC")
    parser.add_argument("--until", metavar="DATE", default="", help="last day, or time, UTC")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    period = read_period(args.since, args.until)
    path = Path(args.output) if args.output not in ("", "-") else None
    if path is None and sys.stdout.isatty() and not wants_json(args):
        problem = "is missing: the extract is an HTML file, and standard output is a terminal"
        raise InvalidInput("no report was written", [Defect("-o FILE", problem)])
    with open_memory(args) as memory:
        facts = gather(memory, period)
    page = write_page(facts)
    if path is not None:
        files.replace_durably(path, page.encode())
    if wants_json(args):
        print_json(_record(facts, page, path))
    elif path is None:
        sys.stdout.buffer.write(page.encode())
    else:
        print(f"{path}: {len(facts.entries)} entries, {len(facts.rows_in_period)} observations")
    for trouble in facts.troubles:
        print(f"robot-memory: {trouble}", file=sys.stderr)
    return 0


def _record(facts: Facts, page: str, path: Path | None) -> dict[str, object]:
    head, (receipt, receipt_sha256) = facts.record.head, facts.changes.head
    record: dict[str, object] = {
        "file": str(path) if path else None,
        "sha256": hashlib.sha256(page.encode()).hexdigest(),
        "rrn": facts.identity.rrn,
        "made_at": facts.now.time,
        "since": facts.period.since,
        "until": facts.period.until,
        "ledger_id": facts.identity.ledger_id,
        "ledger_seq": facts.identity.seq,
        "entries": len(facts.entries),
        "observations": len(facts.rows_in_period),
        "head": {"seq": head.seq, "digest": head.digest},
        "receipt": {"ref": receipt, "sha256": receipt_sha256},
        "troubles": list(facts.troubles),
    }
    return record if path else {**record, "html": page}
