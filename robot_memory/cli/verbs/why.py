"""Show the evidence behind an entry, newest first."""

from __future__ import annotations

import argparse
from typing import Any

from robot_memory.black_box import FaultRecording, FaultRecordings
from robot_memory.cli.entry_argument import add_entry_id
from robot_memory.cli.frame_lines import frame_lines
from robot_memory.cli.open_memory import open_memory
from robot_memory.cli.output import answer, entry_lines, evidence_line
from robot_memory.cli.terminal_lines import StyledLine, styled
from robot_memory.entries import MemoryEntry
from robot_memory.entries.json_records import entry_record, evidence_record
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.limit_rules import explains
from robot_memory.escaping import terminal_line
from robot_memory.memory import RobotMemory
from robot_memory.reliability.entry_check import check_entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    add_entry_id(parser)
    parser.add_argument("--limit", type=int, default=20, help="maximum number of rows [20]")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        record = _record(memory, args.id, args.limit)
        lines = why_lines(memory, args.id, limit=args.limit)
    return answer(args, record, lines)


def _record(memory: RobotMemory, entry_id: str, limit: int) -> dict[str, Any]:
    entry, rows = memory.why(entry_id, limit=limit)
    check = check_entry(memory, entry)
    return {
        "entry": entry_record(_worth(memory, entry), entry),
        "limits": [one.id for one in _limits(memory, entry_id)],
        "last_checked": check.last_checked if check else None,
        "exercised_hours": round(check.exercised_hours, 3) if check else None,
        "recordings": [str(one.path) for one in _recordings(memory, entry)],
        "evidence": [evidence_record(row) for row in rows],
    }


def why_lines(memory: RobotMemory, entry_id: str, *, limit: int = 20) -> list[StyledLine]:
    """Return what a person is shown of an entry and its evidence.

    Raises:
        UnknownEntry: no entry has that id.
    """
    entry, rows = memory.why(entry_id, limit=limit)
    lines = list(entry_lines([(_worth(memory, entry), entry)], memory.clock.now().time))
    lines += [
        styled(f"   see {one.id}: {terminal_line(one.text)}") for one in _limits(memory, entry_id)
    ]
    check = check_entry(memory, entry)
    if check is not None and check.last_checked is not None:
        lines.append(
            styled(
                f"   last checked {check.last_checked:%Y-%m-%d %H:%M} UTC: it has not come in "
                f"{check.exercised_hours:.1f} h in which it could have"
            )
        )
    for row in rows:
        drawing = frame_lines(row.detail.get("frame", {}))
        lines += [evidence_line(row), *(styled(part, wraps=False) for part in drawing)]
    lines += [
        styled(f"   recorded: {terminal_line(str(one.path))}") for one in _recordings(memory, entry)
    ]
    if not rows:
        lines.append(styled("  no evidence in this ledger: the entry came with the file"))
    return lines


def _worth(memory: RobotMemory, entry: MemoryEntry) -> float:
    return effective(entry, memory.clock.now().time, memory.settings.decay_per_day)


def _recordings(memory: RobotMemory, entry: MemoryEntry) -> list[FaultRecording]:
    recordings = FaultRecordings(memory.home.black_box)
    return recordings.about(entry.id, *entry.joined)


def _limits(memory: RobotMemory, entry_id: str) -> list[MemoryEntry]:
    return [entry for _, entry in memory.entries() if explains(entry, entry_id)]
