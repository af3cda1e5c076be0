"""Show the evidence behind an entry, newest first."""

from __future__ import annotations

import argparse

from robot_memory.cli.entry_argument import add_entry_id
from robot_memory.cli.frame_lines import frame_lines
from robot_memory.cli.number_arguments import whole_number
from robot_memory.cli.open_memory import open_memory
from robot_memory.cli.output import answer, entry_lines, evidence_line
from robot_memory.cli.terminal_lines import StyledLine, styled
from robot_memory.entries.json_records import entry_record
from robot_memory.entry_explanation import EntryExplanation, explain_entry
from robot_memory.escaping import terminal_line
from robot_memory.memory import RobotMemory

_MOST_ROWS = 1000  # as over HTTP


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument(
        "--limit", type=whole_number(1, _MOST_ROWS), default=20, help="maximum number of rows [20]"
    )


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        found = explain_entry(memory, args.id, limit=args.limit)
        lines = why_lines(memory, found)
        entry = entry_record(found.confidence, found.entry, memory.running_hours())
    record = {"entry": entry, **found.as_record()}
    return answer(args, record, lines)


def why_lines(memory: RobotMemory, found: EntryExplanation) -> list[StyledLine]:
    """Return what a person is shown of an entry and its evidence."""
    now, hours = memory.clock.now().time, memory.running_hours()
    lines = list(entry_lines([(found.confidence, found.entry)], now, hours))
    lines += [styled(f"   see {one.id}: {terminal_line(one.text)}") for one in found.limits]
    check = found.check
    if check is not None and check.last_checked is not None:
        lines.append(
            styled(
                f"   last checked {check.last_checked:%Y-%m-%d %H:%M} UTC: it has not come in "
                f"{check.exercised_hours:.1f} h in which it could have"
            )
        )
    for row in found.rows:
        drawing = frame_lines(row.detail.get("frame", {}))
        lines += [evidence_line(row), *(styled(part, wraps=False) for part in drawing)]
    lines += [styled(f"   recorded: {terminal_line(str(one.path))}") for one in found.recordings]
    if not found.rows:
        lines.append(styled("  no evidence in this ledger: the entry came with the file"))
    return lines
