"""What the memory itself did is said by the memory itself only (002 §Write Operation)."""

from __future__ import annotations

import json

import pytest

from robot_memory.errors import InvalidInput
from robot_memory.levels.record_events import is_believed

OWN = ["receipt_written", "proposal_approved", "entry_created", "archived", "gate_signed"]


@pytest.mark.parametrize("kind", OWN)
def test_nobody_writes_an_event_of_the_memorys_own_through_the_levels(levels, kind):
    event = {"type": kind, "ref": "000099-after-x.json", "by": "ada", "id": "prop-1"}
    for write in (
        lambda: levels.write_memory(event, "episodic", ""),
        lambda: levels.write("episodic", "events/events.jsonl", json.dumps(event), by="eve"),
    ):
        with pytest.raises(InvalidInput, match="nothing was written") as refusal:
            write()
        assert [defect.path for defect in refusal.value.defects] == ["type"]
    assert not any(line.data.get("type") == kind for line in levels.events.read())


def test_other_tools_note_what_they_like(levels):
    levels.write_memory({"type": "level_completed", "moves": 7}, "episodic", "")
    levels.write_memory({"move": "left"}, "episodic", "game")

    assert [line.data.get("type") for line in levels.events.read()] == ["level_completed", None]


def test_an_event_of_the_memorys_own_is_believed_where_the_chain_has_it(levels):
    levels.note("archived", path="x", reason="y")
    (line,) = levels.events.read()

    assert is_believed(line.data)
    assert not is_believed({"type": "archived", "path": "x"})
    assert is_believed({"type": "level_completed"})
