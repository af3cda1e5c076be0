"""The entries that a memory makes of a robot's ledger rows."""

from __future__ import annotations

from dataclasses import replace

from watching import Watching

from robot_memory.entries.entry_readings import lasting_text
from robot_memory.entries.fold import Fold
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind


def entries_of(robot: Watching) -> list[MemoryEntry]:
    """Return the entries, after all pending rows were written."""
    robot.wait(robot.now + 10.0)
    fold = Fold({}, Settings())
    for number, row in enumerate(robot.rows, start=1):
        entry_id = fold.identify(row.key, row.entry_type, lasting_text(row))
        fold.add([replace(row, id=number, entry_id=entry_id)])
    return list(fold.entries.values())


def texts_of(robot: Watching) -> list[str]:
    return [entry.text for entry in entries_of(robot)]


def told_beside(robot: Watching) -> list[str]:
    """Return the rows that ``why`` shows beside the entries' own evidence."""
    return [row.summary for row in robot.of(Kind.FOLLOWS)]
