"""The memory can always read what it wrote, however much agents write (rules.md §3.13)."""

from __future__ import annotations

import logging

import pytest
from entry_builders import at, open_memory, save_by_renaming

from robot_memory.entries import MemoryDocument, memory_document, saver

AGENT = "agent:planner"
HIDDEN = "\U0010ffff"  # each takes ten characters in the file
LARGEST, ROOM = 80_000, 40_000


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    """Lower the file size limits about a thousandfold, so that the tests stay fast."""
    assert saver._ROOM * 2 == memory_document.LARGEST
    for module in (memory_document, saver):
        monkeypatch.setattr(module, "LARGEST", LARGEST)
    monkeypatch.setattr(saver, "_ROOM", ROOM)


@pytest.fixture(name="memory")
def memory_of_persons(home, clock):
    """A memory with a person's note, an item written by hand, and text below the entries."""
    with open_memory(home, clock) as memory:
        memory.remember("environment_note", "The east gate is locked")
        memory.save()
        text = memory.home.memory_file.read_text()
        item = "\nentries:\n  - type: environment_note\n    text: Never enter hall four\n"
        save_by_renaming(
            memory.home.memory_file,
            f"{text.replace(chr(10) + 'entries:' + chr(10), item)}\nRing 112.\n",
        )
        memory.save()
        yield memory


def flood(memory, count, *, resolves):
    for number in range(count):
        noted = memory.remember(
            "environment_note", f"{number:08x} {HIDDEN * 300}", source=AGENT,
            tags=[f"{number}{HIDDEN * 100}"],
        )  # fmt: skip
        if resolves:
            memory.resolve(noted.id, source=AGENT)


@pytest.mark.parametrize("resolves", [True, False])
def test_a_flood_of_agents_notes_never_makes_the_file_too_large_to_read(
    memory, home, clock, resolves
):
    flood(memory, 60, resolves=resolves)
    memory.save()

    text = memory.home.memory_file.read_text()
    kept = MemoryDocument(text).entries.values()
    assert ROOM * 0.8 < len(text) < LARGEST
    assert "Ring 112." in text
    assert {"The east gate is locked", "Never enter hall four"} <= {one.text for one in kept}
    assert memory.home.archive.read_text().count("- id: mem-") + len(kept) == 62
    with open_memory(home, clock) as again:
        again.save(force=True)
        assert len(again.entries(include_resolved=True)) == len(kept)
    assert not [path for path in home.iterdir() if "damaged" in path.name]


@pytest.mark.parametrize("source", ["person", AGENT])
def test_a_resolved_entry_left_out_of_the_file_revives_like_any_other(
    memory, clock, monkeypatch, source
):
    gone = memory.remember("environment_note", "Dock 3 is wet").id
    memory.resolve(gone)
    monkeypatch.setattr(saver, "_ROOM", 600)
    memory.save()
    assert gone not in memory.home.memory_file.read_text()
    monkeypatch.setattr(saver, "_ROOM", ROOM)
    clock.set(at(hours=1))
    memory.remember("environment_note", "Dock 3 is wet", source=source)

    told = {entry.text: entry for _, entry in memory.entries()}
    assert ("Dock 3 is wet" in told) is (source == "person")
    if source == "person":
        assert "resolved_at" not in told["Dock 3 is wet"].extra


def test_a_file_filled_by_people_is_not_saved_beyond_the_readable_size(memory, caplog):
    caplog.set_level(logging.WARNING)
    text = memory.home.memory_file.read_text()
    save_by_renaming(memory.home.memory_file, f"{text}{'x' * (LARGEST - len(text) - 50)}\n")
    edited = memory.home.memory_file.read_text()
    note = memory.remember("environment_note", "Aisle one has a loose tile").id
    memory.save()

    assert memory.home.memory_file.read_text() == edited
    assert "it is not saved" in caplog.text
    assert note in {entry.id for _, entry in memory.entries()}
