"""Write the report for technical documentation: one HTML file for reading and printing.

It serves articles 9, 13 and 17 of Regulation (EU) 2024/1689 as far as a memory can tell them: what
was observed, how confidence was set, what was changed, and by whom. Nothing is changed. Without -o
it goes to standard output: `robot-memory report > report.html`. With -o it makes a file or replaces
an older extract; nothing else is overwritten.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from datetime import datetime, timezone
from pathlib import Path

from robot_memory.applications.report import ReportFacts, gather, write_page
from robot_memory.applications.report.page import find_destination, write_extract
from robot_memory.applications.report.report_text import count
from robot_memory.faces.cli.open_memory import load_settings, open_memory
from robot_memory.faces.cli.output import print_json, wants_json
from robot_memory.faces.cli.progress import Progress
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.home import Home, find_home
from robot_memory.foundation.time.period import FORMS, check_period, read_period
from robot_memory.governance.audit import check_remembers

EXAMPLES = ("robot-memory report -o report.html --since 2026-01-01",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="[standard output]")
    parser.add_argument("--since", metavar="TIME", default="", help=f"first day, or time: {FORMS}")
    parser.add_argument(
        "--until", metavar="TIME", default="", help="last day, which counts whole, or time"
    )


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    home = find_home(load_settings(args))
    path = _destination(args, home)
    check_remembers(home)
    with open_memory(args) as memory:
        now = memory.clock.now().time
        period = read_period(args.since, args.until, now)
        check_period(period, now)
        with Progress("gathering the extract"):
            facts = gather(memory, period, None if "now" in args else datetime.now(timezone.utc))
    with Progress("writing the extract"):
        page = write_page(facts)
    if path is not None:
        write_extract(path, page, args.output)
    if wants_json(args):
        print_json(_record(facts, page, path))
    elif path is None:
        sys.stdout.buffer.write(page.encode())
    else:
        print(f"{args.output}: {_amounts(facts)}")
    for failure in facts.issues:
        print(f"robot-memory: {failure}", file=sys.stderr)
    return 0


def _destination(args: argparse.Namespace, home: Home) -> Path | None:
    """Return the file to be written; None for standard output."""
    if args.output not in ("", "-"):
        return find_destination(args.output, home)
    if sys.stdout.isatty() and not wants_json(args):
        problem = "is missing: the extract is an HTML file, and standard output is a terminal"
        raise InvalidInput("no report was written", [Defect("-o FILE", problem)])
    return None


def _amounts(facts: ReportFacts) -> str:
    entries = count(len(facts.entries), "entry", "entries")
    if facts.period.is_open:
        return f"{entries}, {count(len(facts.rows), 'row')} of evidence"
    rows = f"{len(facts.rows_in_period):,} of {count(len(facts.rows), 'row')} of evidence"
    return f"{entries}, of which {len(facts.chief_entries):,} were observed in the period; {rows}"


def _record(facts: ReportFacts, page: str, path: Path | None) -> dict[str, object]:
    head, (receipt, receipt_sha256) = facts.record.head, facts.changes.head
    record: dict[str, object] = {
        "file": str(path) if path else None,
        "sha256": hashlib.sha256(page.encode()).hexdigest(),
        "rrn": facts.identity.rrn,
        "made_at": facts.made_at or facts.now.time,
        "time_of_record": facts.now.time,
        "since": facts.period.since,
        "until": facts.period.until,
        "ledger_id": facts.identity.ledger_id,
        "ledger_seq": facts.identity.seq,
        "entries": len(facts.entries),
        "observations": len(facts.rows_in_period),
        "head": {"seq": head.seq, "digest": head.digest},
        "receipt": {"ref": receipt, "sha256": receipt_sha256},
        "issues": list(facts.issues),
    }
    return record if path else {**record, "html": page}
