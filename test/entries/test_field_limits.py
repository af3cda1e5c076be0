"""Every field that people and agents fill has a limit, the same on each face."""

from __future__ import annotations

import pytest
from entry_builders import observe, open_memory, the_entry

from robot_memory.entries.field_limits import LIMITS, MOST_TAGS
from robot_memory.foundation.errors import InvalidInput, UnknownEntry
from robot_memory.long_term.recall.query import Query

HUGE = "x" * 10_000_000
NOTE = "environment_note"
DEEDS = {
    "text": lambda memory, _: memory.remember(NOTE, HUGE),
    "tags[0]": lambda memory, _: memory.remember(NOTE, "Dock is slippery", tags=[HUGE]),
    "source": lambda memory, _: memory.remember(NOTE, "Dock is slippery", source=f"person:{HUGE}"),
    "note": lambda memory, entry: memory.resolve(entry, HUGE),
    "why": lambda memory, entry: memory.mute(entry, why=HUGE),
    "id": lambda memory, _: memory.resolve(HUGE),
    "component": lambda memory, _: memory.repaired(HUGE),
    "query": lambda memory, _: memory.context(query=HUGE),
    "tags": lambda memory, _: memory.entries(tags=["x"] * 1000),
    "speaker": lambda memory, _: memory.recall(Query("dock", speaker=HUGE)),
}


@pytest.fixture
def memory(home, clock):
    with open_memory(home, clock) as opened:
        observe(opened)
        yield opened


@pytest.mark.parametrize("field", DEEDS)
def test_a_too_long_field_is_refused_with_its_name_length_and_limit(memory, field):
    name = field.partition("[")[0]
    length, limit = (1000, MOST_TAGS) if field == "tags" else (10_000_000, LIMITS[name])
    if name == "source":
        length += len("person:")
    rows = memory.ledger.last()
    with pytest.raises(InvalidInput) as refusal:
        DEEDS[field](memory, the_entry(memory).id)

    words = [str(defect) for defect in refusal.value.defects if defect.path == field]
    assert len(words) == 1
    assert str(length) in words[0]
    assert str(limit) in words[0]
    assert len(str(refusal.value)) < 1000
    assert memory.ledger.last() == rows


def test_an_error_shows_only_a_part_of_a_long_unknown_id(memory):
    with pytest.raises(UnknownEntry) as refusal:
        memory.why(HUGE)

    assert len(str(refusal.value)) < 300
