"""Show the evidence behind an entry, newest first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from robot_memory.cli.entry_argument import add_entry_id
from robot_memory.cli.frame_lines import frame_lines
from robot_memory.cli.open_memory import open_memory
from robot_memory.cli.output import answer, entry_lines, evidence_line
from robot_memory.entries.json_records import entry_record, evidence_record
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.limit_rules import explains
from robot_memory.ledger import Observation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("--limit", type=int, default=20, help="at most so many rows [20]")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        entry, rows = memory.why(args.id, limit=args.limit)
        now = memory.clock.now().time
        limits = [limit for _, limit in memory.entries() if explains(limit, entry.id)]
        confidence = effective(entry, now, memory.settings.decay_per_day)
    record = {
        "entry": entry_record(confidence, entry),
        "limits": [limit.id for limit in limits],
        "evidence": [evidence_record(row) for row in rows],
    }
    evidence = [line for row in rows for line in _row_lines(row)]
    return answer(args, record, [
        *entry_lines([(confidence, entry)], now),
        *(f"   see {limit.id}: {limit.text}" for limit in limits),
        *(evidence or ["  no evidence in this ledger: the entry came with the file"]),
    ])  # fmt: skip


def _row_lines(row: Observation) -> Iterator[str]:
    yield evidence_line(row)
    yield from frame_lines(row.detail.get("frame", {}))
