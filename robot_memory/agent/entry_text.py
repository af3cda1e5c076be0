"""An entry with the evidence for it, as an agent reads it."""

from __future__ import annotations

from robot_memory.agent.bounded_text import records_as_data
from robot_memory.entries.json_records import entry_record
from robot_memory.entry_explanation import explain_entry
from robot_memory.memory import RobotMemory


def entry_with_evidence(memory: RobotMemory, entry_id: str, limit: int = 20) -> str:
    """Return an entry with its effective confidence, then evidence, newest first.

    Raises:
        UnknownEntry: no entry has that id.
    """
    found = explain_entry(memory, entry_id, limit=limit)
    behind = found.as_record()
    evidence = behind.pop("evidence")
    head = {**entry_record(found.confidence, found.entry, memory.running_hours()), **behind}
    proven = [True, *(row.source.is_proven for row in found.rows)]
    return records_as_data("rows", [head, *evidence], proven.__getitem__)
