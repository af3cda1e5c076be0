"""An entry with the evidence for it, as an agent reads it."""

from __future__ import annotations

from robot_memory.agent.bounded_text import records_as_data
from robot_memory.entries.json_records import entry_record, evidence_record
from robot_memory.entries.lifecycle import effective
from robot_memory.memory import RobotMemory


def entry_with_evidence(memory: RobotMemory, entry_id: str, limit: int = 20) -> str:
    """Return an entry with its effective confidence, then evidence, newest first.

    Raises:
        UnknownEntry: no entry has that id.
    """
    entry, rows = memory.why(entry_id, limit=limit)
    worth = effective(entry, memory.clock.now().time, memory.settings.decay_per_day)
    return records_as_data(
        "rows", [entry_record(worth, entry), *(evidence_record(row) for row in rows)]
    )
