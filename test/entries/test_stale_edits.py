"""A person saves an edit begun before an agent's change: the person wins."""

from __future__ import annotations

import pytest
from entry_builders import save_by_renaming

from robot_memory import RobotMemory
from robot_memory.entries.memory_entry import EntryType

NOTE, PERSONS = "The loading dock opens at seven", "The loading dock opens at eight"
AGENT = "agent:planner"
DEEDS = {
    "forget": lambda memory, entry_id: memory.forget(entry_id, "old", source=AGENT),
    "correct": lambda memory, entry_id: memory.correct(entry_id, "Docks are shut", source=AGENT),
    "resolve": lambda memory, entry_id: memory.resolve(entry_id, source=AGENT),
}


@pytest.fixture(name="opened")
def opened_editor(memory):
    """Return the id of an agent's note, and the file's text as a person opened it."""
    entry_id = memory.remember("environment_note", NOTE, source=AGENT).id
    memory.save()
    return entry_id, memory.home.memory_file.read_text()


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("is_saved", [True, False])
def test_an_agents_later_change_does_not_undo_a_persons_edit_of_an_older_file(
    memory, home, clock, opened, deed, is_saved
):
    entry_id, text = opened
    DEEDS[deed](memory, entry_id)
    if is_saved:
        memory.save()
    save_by_renaming(memory.home.memory_file, text.replace(NOTE, PERSONS))
    memory.save()

    told = {entry.text: entry for _, entry in memory.entries()}
    assert set(told) == {PERSONS, *(["Docks are shut"] if deed == "correct" else [])}
    entry = told[PERSONS]
    assert (entry.id, entry.type) == (entry_id, EntryType.ENVIRONMENT_NOTE)
    assert PERSONS in memory.home.memory_file.read_text()
    request = str(entry.extra.get("recovered_note"))
    assert request.startswith(f"{AGENT} asks to {'forget' if deed == 'correct' else deed} it")
    assert is_saved or not memory.home.archive.exists()
    with RobotMemory.open(home, clock=clock) as again:
        assert {entry.text for _, entry in again.entries()} == set(told)


@pytest.mark.parametrize("deed", DEEDS)
def test_an_agents_change_is_kept_if_the_person_did_not_edit_that_note(memory, opened, deed):
    entry_id, text = opened
    DEEDS[deed](memory, entry_id)
    memory.save()
    save_by_renaming(memory.home.memory_file, f"{text}\nMind the dock.\n")
    memory.save()

    assert [entry.text for _, entry in memory.entries()] == (
        ["Docks are shut"] if deed == "correct" else []
    )
    assert "Mind the dock." in memory.home.memory_file.read_text()
