"""An entry as JSON data."""

from __future__ import annotations

from dataclasses import replace

from robot_memory.entries.json_records import entry_record
from robot_memory.memory import RobotMemory


def test_an_extra_field_of_the_file_is_shown_but_replaces_no_computed_field(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "Pump hums")
        ((_, entry),) = memory.entries()

    added = replace(entry, extra={**entry.extra, "percent": 99, "id": "mem-0", "site": "hall 4"})
    record = entry_record(0.6, added)

    assert (record["percent"], record["id"]) == (60, entry.id)
    assert record["site"] == "hall 4"
