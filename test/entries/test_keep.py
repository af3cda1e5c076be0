"""Entries that a person keeps do not fade (rules.md §1.17)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from entry_builders import at

from robot_memory.entries import MemoryDocument
from robot_memory.entries.keep_rules import keep_words
from robot_memory.foundation.errors import InvalidInput
from robot_memory.ledger import Kind

LIP = "Kitchen doorway has a 3 cm lip"


def noted(memory, **fields):
    return memory.remember("environment_note", LIP, **fields).id


def worth(memory) -> float:
    return memory.entries()[0][0]


def test_a_kept_note_is_in_the_context_a_year_later(memory, home, clock):
    noted(memory, keep=True)
    memory.close()
    clock.set(at(365))

    with type(memory).open(home, clock=clock, read_only=True) as later:
        assert f"🔴 [80%] {LIP}" in later.context().text


def test_the_node_reinforces_a_kept_note_in_the_file_for_readers_of_document_000(memory, clock):
    entry_id = noted(memory, keep=True)
    for day in range(1, 31):
        clock.set(at(day))
        memory.tick()
        memory.flush()
    memory.save(force=True)

    stored = MemoryDocument(memory.home.memory_file.read_text()).entries[entry_id]
    assert at(30) - stored.last_reinforced <= timedelta(days=2)
    assert (stored.confidence, stored.observation_count) == (0.8, 1)
    assert sum(row.kind is Kind.KEPT for row in memory.ledger.of_entry(entry_id)) == 15


def test_a_note_kept_until_a_date_is_resolved_after_it(memory, clock):
    noted(memory, until=at(20))
    clock.set(at(19.9))
    assert worth(memory) == 0.8

    clock.set(at(20))
    assert LIP not in memory.context().text
    for hours in range(48):
        clock.set(at(20, hours=hours))
        memory.tick()
    memory.save(force=True)
    assert memory.entries() == []
    assert LIP in memory.home.archive.read_text()


def test_a_note_repeated_after_its_date_decays_as_any_note(memory, clock):
    noted(memory, until=at(1))
    clock.set(at(2))
    noted(memory)
    clock.set(at(3))

    assert 0.7 < worth(memory) < 0.85
    assert "kept_until" not in memory.entries()[0][1].extra


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"keep": True, "source": "agent:planner"}, "only what a person says stands"),
        ({"keep": True, "source": "claimed:ada"}, "only what a person says stands"),
        ({"until": at(hours=-1)}, "until: 2026-12-01 11:00 UTC has passed"),
        ({"keep": True, "until": at(1)}, "keep: is given beside `until`"),
    ],
)
def test_an_invalid_keep_is_refused(memory, fields, problem):
    with pytest.raises(InvalidInput, match=problem):
        noted(memory, **fields)
    assert memory.entries() == []


def test_a_person_can_confirm_a_decaying_note_and_keep_it(memory, clock):
    entry_id = noted(memory)
    clock.set(at(9))
    memory.confirm(entry_id)
    assert worth(memory) == 0.8
    memory.confirm(entry_id, keep=True)
    clock.set(at(100))

    assert worth(memory) >= 0.8
    assert keep_words(memory.entries()[0][1], at(100)) == "stands until it is withdrawn"


def test_recall_reports_a_note_past_its_date_in_the_past_tense(memory, clock):
    noted(memory, until=at(2))
    (hit,) = memory.recall("lip of the kitchen doorway")
    assert "stands until 2026-12-03 12:00 UTC" in hit.why
    clock.set(at(3))

    (hit,) = memory.recall("lip of the kitchen doorway")
    assert "stood until 2026-12-03 12:00 UTC" in hit.why
    assert keep_words(memory.entries()[0][1], at(3)) == "stood until 2026-12-03 12:00 UTC"


def test_confirming_an_agents_note_needs_its_whole_id_or_its_text(memory):
    entry_id = noted(memory, source="agent:planner")

    with pytest.raises(InvalidInput, match=f"only agents say so: give the whole id, {entry_id}"):
        memory.confirm(entry_id[:10], keep=True)
    with pytest.raises(InvalidInput, match=f"text: it says now: {LIP}"):
        memory.confirm(entry_id, text="All is flat")
    assert memory.entries()[0][1].is_agents_word
    memory.confirm(entry_id[:10], text=LIP)
    assert not memory.entries()[0][1].is_agents_word


def test_an_agents_confirmation_of_a_persons_note_does_not_count(memory, clock):
    entry_id = noted(memory)
    clock.set(at(5))
    answer = memory.confirm(entry_id, source="agent:planner")

    assert "not counted" in answer.message
    assert worth(memory) == pytest.approx(0.55)


def test_an_agents_note_confirmed_by_a_person_becomes_the_persons(memory):
    entry_id = noted(memory, source="agent:planner")
    memory.confirm(entry_id)

    assert not memory.entries()[0][1].is_agents_word
    assert worth(memory) == 0.8


def test_a_person_can_keep_a_note_by_editing_the_file(memory, clock):
    noted(memory)
    memory.save(force=True)
    file = memory.home.memory_file
    file.write_text(file.read_text().replace("count: 1\n", "count: 1\n    kept_until: withdrawn\n"))
    clock.set(at(100))

    assert LIP in memory.context().text
