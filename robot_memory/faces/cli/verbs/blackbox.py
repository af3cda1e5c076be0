"""List the recordings of the messages around faults, or print where one is.

Each is an MCAP file in the folder `black_box` of the memory home. Foxglove, Lichtblick, `ros2 bag`
and `robot-memory replay` read it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from robot_memory.applications.black_box import FaultRecording, FaultRecordings
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.text.escaping import one_line

EXAMPLES = ("robot-memory blackbox list",)

_MEGABYTE = 1_000_000  # bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    listing = subcommands.add(
        "list", _list, "list all, or those with a fault of an entry, oldest first"
    )
    listing.add_argument("id", nargs="?", default="", help="an entry, as `show` lists it")
    path = subcommands.add(
        "path", _path, "print where the newest one of an entry is (exit 1 if none)"
    )
    path.add_argument("id", help="the entry, as `show` lists it")


def _list(args: argparse.Namespace) -> int:
    found = _find(args)
    nothing = "nothing was recorded" + (f" of {args.id}" if args.id else "")
    lines = (line for recording in found for line in _lines(recording))
    return answer(args, [_record(recording) for recording in found], lines, nothing=nothing)


def _path(args: argparse.Namespace) -> int:
    found = _find(args)
    if not found:
        print(f"robot-memory: nothing was recorded of {args.id}", file=sys.stderr)
        return 1
    return answer(args, _record(found[-1]), [str(found[-1].path)])


def _find(args: argparse.Namespace) -> list[FaultRecording]:
    with open_memory(args) as memory:
        recordings = FaultRecordings(memory.home.black_box)
        if not args.id:
            return recordings.all()
        entry, _ = memory.why(args.id, limit=1)
        return recordings.about(entry.id, *entry.joined)


def _lines(recording: FaultRecording) -> Iterator[str]:
    yield f"{recording.path}  {recording.size / _MEGABYTE:.1f} MB"
    if not recording.triggers:
        yield "   not of the black box, or cut off at its beginning"
    for trigger in recording.triggers:
        about = f"{trigger.entry_id} {trigger.reason}: " if trigger.entry_id else "asked for: "
        yield f"   {trigger.time:%Y-%m-%d %H:%M:%S} UTC  {about}{one_line(trigger.text)}"


def _record(recording: FaultRecording) -> dict[str, Any]:
    return {
        "path": str(recording.path),
        "bytes": recording.size,
        "triggers": [
            {
                "time": trigger.time, "reason": trigger.reason, "entry": trigger.entry_id,
                "text": trigger.text, "severity": trigger.severity,
            }
            for trigger in recording.triggers
        ],
    }  # fmt: skip
