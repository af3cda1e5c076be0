"""Compare two memories: entries that the second has, lacks, or has with other values.

Each is a memory home, or a memory file.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from robot_memory.entries import MemoryDocument, MemoryEntry
from robot_memory.entries.context_block import percent
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.terminal_lines import styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.escaping import one_line

EXAMPLES = ("robot-memory diff ./new ./new/robot-memory.md",)

_CHANGE = 0.01  # smallest confidence change worth a line
_STYLES = {"+": TextStyle.GREEN, "-": TextStyle.RED, "~": TextStyle.YELLOW}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("first", type=Path, help="a home, or a memory file")
    parser.add_argument("second", type=Path, help="what it is compared with")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status: 1 where they differ."""
    first, second = _entries(args.first), _entries(args.second)
    lines = list(_differences(first, second))
    records = [{"change": change, "id": entry, "text": text} for change, entry, text in lines]
    message = (
        styled((change, _STYLES[change]), f" {entry}  {one_line(text)}")
        for change, entry, text in lines
    )
    answer(args, records, message)
    return 1 if lines else 0


def _entries(path: Path) -> dict[str, MemoryEntry]:
    file = path / "robot-memory.md" if path.is_dir() else path
    try:
        document = MemoryDocument(files.read_regular(file).decode("utf-8", "replace"))
    except FileNotFoundError:
        raise InvalidInput(f"there is no memory file {file}") from None
    return dict(document.entries)


def _differences(
    first: dict[str, MemoryEntry], second: dict[str, MemoryEntry]
) -> Iterator[tuple[str, str, str]]:
    for entry_id, entry in first.items():
        if entry_id not in second:
            yield "-", entry_id, entry.text
    for entry_id, entry in second.items():
        before = first.get(entry_id)
        if before is None:
            yield "+", entry_id, entry.text
            continue
        if before.text != entry.text or before.type != entry.type:
            yield "~", entry_id, f"{before.type.value}: {before.text} → {entry.type}: {entry.text}"
        if abs(before.confidence - entry.confidence) >= _CHANGE:
            shown = f"{percent(before.confidence)} % → {percent(entry.confidence)} %"
            yield "~", entry_id, f"{shown}: {entry.text}"
