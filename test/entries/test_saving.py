"""When the file is written, and when it must not be (rules.md §3.2, §3.4, §3.6)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from entry_builders import (
    EXAMPLE,
    at,
    make_row,
    observe,
    open_memory,
    save_by_renaming,
    the_entry,
)

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument, saver
from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import NewerSchema, RrnMismatch
from robot_memory.sharing.federation.exchange_setup import make_own_keys


@pytest.fixture
def memory(home, clock):
    opened = open_memory(home, clock)
    observe(opened)
    opened.save()
    clock.set(at(minutes=30))
    yield opened
    opened.close()


def seconds_until_saved(memory, clock, limit=130):
    """Tick twice a second, as the node does, until the file is written; return the seconds."""
    start = clock.now().time
    for half in range(2 * limit):
        if memory.tick():
            return half / 2
        clock.set(start + timedelta(seconds=(half + 1) / 2))
    return None


# -- waiting (§3.2) ------------------------------------------------------------------------------


def test_the_file_is_saved_60_seconds_after_further_evidence_of_an_entry(memory, clock):
    observe(memory)

    assert 59 <= seconds_until_saved(memory, clock) <= 60.5


@pytest.mark.parametrize(
    "deed",
    [
        lambda memory: observe(memory, "lidar"),
        lambda memory: memory.remember("environment_note", "Dock is slippery"),
        lambda memory: memory.resolve(the_entry(memory).id),
        lambda memory: memory.mute(the_entry(memory).id),
        lambda memory: memory.repaired("left encoder"),
    ],
    ids=["new entry", "note", "resolve", "mute", "repaired"],
)
def test_a_new_entry_a_note_or_a_persons_change_is_saved_within_2_seconds(memory, clock, deed):
    deed(memory)
    seconds = seconds_until_saved(memory, clock)

    assert seconds is not None and seconds <= 2


# -- the disk refuses ----------------------------------------------------------------------------


def test_a_failed_save_is_repeated(memory, file, clock, monkeypatch):
    observe(memory)
    before = file.read_bytes()

    def refuse(*arguments, **options):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_durably", refuse)
        with pytest.raises(OSError, match="No space"):
            memory.save()
        assert file.read_bytes() == before
    assert seconds_until_saved(memory, clock) is not None
    assert MemoryDocument(file.read_text()).header.ledger_seq == 2


# -- newer schema (§3.4) -------------------------------------------------------------------------

NEWER = EXAMPLE.replace('"1.0"', '"2.0"')


def test_a_file_of_a_newer_major_schema_is_read_and_never_written(home, file, clock):
    home.mkdir()
    file.write_text(NEWER)
    memory = open_memory(home, clock)
    observe(memory)
    memory.remember("environment_note", "Dock is slippery")
    for _ in range(3):
        with pytest.raises(NewerSchema, match=r"'2.0'.*upgrade"):
            memory.save()
    with pytest.raises(NewerSchema):
        memory.close()

    assert file.read_text() == NEWER
    assert [path for path in home.iterdir() if "damaged" in path.name] == []
    with RobotMemory.open(home, clock=clock, read_only=True) as reader:
        assert {entry.text for _, entry in reader.entries()} >= {"left encoder fails"}


def test_the_number_of_unsaved_changes_is_limited_while_the_file_cannot_be_saved(
    home, file, clock, monkeypatch
):
    assert saver._MOST_UNSAVED <= 1_000
    monkeypatch.setattr(saver, "_MOST_UNSAVED", 100)
    home.mkdir()
    file.write_text(NEWER)
    memory = open_memory(home, clock)
    for _ in range(24):
        for _ in range(10):
            memory.observe(make_row(0, at()))
        memory.flush()
        with pytest.raises(NewerSchema):
            memory.save()

    waiting = len(memory._state.unsaved)
    assert waiting < 120
    with pytest.raises(NewerSchema):
        memory.close()
    noted = list((home / "episodic" / "events").rglob("*.jsonl"))
    assert sum(path.read_text().count('"entry_reinforced"') for path in noted) == 239 - waiting


def test_a_file_of_another_robot_is_refused_at_start(home, file, clock):
    home.mkdir()
    file.write_text(EXAMPLE)
    with pytest.raises(RrnMismatch, match="RRN-000000000001, this robot is RRN-000000000002"):
        open_memory(home, clock, rrn="RRN-000000000002")

    assert file.read_text() == EXAMPLE


# -- whose memory (§3.6) -------------------------------------------------------------------------


def edit_rrn(file):
    was = file.read_text()
    (own,) = re.findall(r"^rrn: (.*)$", was, re.MULTILINE)
    file.write_text(was.replace(f"rrn: {own}", "rrn: RRN-000000000002"))
    return own


@pytest.mark.parametrize("is_running", [False, True])
def test_an_edited_rrn_is_reported_and_does_not_change_the_robot(home, file, clock, is_running):
    with open_memory(home, clock) as memory:
        observe(memory)
        memory.save()
        own = edit_rrn(file) if is_running else memory.rrn
        assert memory.entries()
        assert memory.rrn == own
        assert bool(memory.defects) is is_running
    if not is_running:
        edit_rrn(file)
    with open_memory(home, clock) as memory:
        assert memory.rrn == own
        assert "RRN-000000000002" in str(memory.defects[0])
        assert f"write `rrn: {own}` there, or set the parameter rrn" in str(memory.defects[0])
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
        memory.save()
        assert "rrn: RRN-000000000002" in file.read_text()
    file.write_text(file.read_text().replace("RRN-000000000002", own))
    with open_memory(home, clock) as memory:
        assert (memory.rrn, memory.defects) == (own, ())


def test_the_keys_identify_the_robot_after_the_ledger_was_lost(home, file, clock):
    pytest.importorskip("cryptography")
    with open_memory(home, clock) as memory:
        observe(memory)
        memory.save()
        make_own_keys(memory.home, own := memory.rrn)
    for part in home.glob("observations.db*"):
        part.unlink()
    edit_rrn(file)
    with open_memory(home, clock) as memory:
        assert memory.rrn == own


def test_a_file_of_another_robot_is_refused_while_running(home, file, clock):
    memory = open_memory(home, clock, rrn="RRN-000000000001")
    observe(memory)
    memory.save()
    mine = file.read_text()
    theirs = mine.replace("RRN-000000000001", "RRN-000000000002")
    save_by_renaming(file, theirs)
    for _ in range(2):
        with pytest.raises(RrnMismatch):
            memory.entries()
        with pytest.raises(RrnMismatch):
            memory.save()
    assert file.read_text() == theirs
    memory.observe(memory.ledger.after(0)[0])  # evidence is still taken
    memory.flush()
    save_by_renaming(file, mine)
    assert the_entry(memory).observation_count == 2
    memory.close()


# -- files as people leave them ------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "# Notes\n", "Just a sentence", "\ufeff", "---\n"])
def test_free_text_becomes_the_body_on_the_next_write(home, file, clock, text):
    home.mkdir()
    file.write_text(text)
    memory = open_memory(home, clock)
    memory._state.file._sleep = lambda seconds: None
    memory._state.file._monotonic = iter(range(100)).__next__
    observe(memory)
    memory.save()
    memory.close()

    assert file.read_text().endswith(text)
    assert len(MemoryDocument(file.read_text()).entries) == 1
