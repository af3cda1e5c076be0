"""The file names the last row that it includes; the state is the file and the rows after it.

State = the file + the ledger's rows after its ``ledger_seq``, folded in order.
"""

from __future__ import annotations

import pytest
from entry_builders import (
    at,
    delete,
    edit,
    make_item,
    observe,
    open_memory,
    save_by_renaming,
    the_entry,
)

from robot_memory import EntryType
from robot_memory.entries import MemoryDocument
from robot_memory.ledger import Kind


def archive_of(home):
    path = home / "robot-memory.archive.md"
    return MemoryDocument(path.read_text()).entries if path.exists() else {}


def header(path):
    return MemoryDocument(path.read_text()).header


def crash(memory):
    """Leave a memory as a crash would: nothing more is saved."""
    memory._writer.rows.close()
    memory._ledger.close()


# -- a person edits ------------------------------------------------------------------------------


def test_an_edit_begun_hours_ago_is_kept_together_with_later_observations(memory, file, clock):
    observe(memory)
    observe(memory, "lidar")
    memory.save()
    opened = file.read_text()
    for hour in range(1, 6):
        clock.set(at(hours=hour))
        observe(memory)
        memory.save()
    observe(memory, "gripper")
    memory.save()
    save_by_renaming(file, opened.replace('"lidar fails"', '"Lidar is dirty"') + "A note.\n")
    memory.save()

    assert the_entry(memory).observation_count == 6
    assert the_entry(memory).last_reinforced == at(hours=5)
    assert the_entry(memory, "lidar").text == "Lidar is dirty"
    assert the_entry(memory, "gripper").observation_count == 1
    assert file.read_text().endswith("A note.\n")
    assert header(file).ledger_seq == 8


# -- a person deletes ----------------------------------------------------------------------------


@pytest.mark.parametrize("running", [True, False])
def test_a_deleted_entry_is_archived_and_stays_away_until_a_later_onset(home, file, clock, running):
    memory = open_memory(home, clock)
    entry_id = observe(memory)
    observe(memory, "lidar")
    memory.save()
    if not running:
        memory.close()
    delete(file, entry_id)
    if not running:
        memory = open_memory(home, clock)
    memory.save()

    assert [entry.text for _, entry in memory.entries()] == ["lidar fails"]
    assert archive_of(home)[entry_id].text == "left encoder fails"
    assert archive_of(home)[entry_id].extra["archived_because"] == "deleted"
    clock.set(at(2))
    observe(memory, kind=Kind.PRESENT)
    assert len(memory.entries()) == 1
    observe(memory)
    entry = the_entry(memory)
    assert (entry.observation_count, entry.first_seen) == (1, at(2))  # as new
    memory.close()


# -- the ledger is lost, or the file moves -------------------------------------------------------


def test_without_its_ledger_the_file_alone_is_a_complete_memory(home, file, clock):
    with open_memory(home, clock) as memory:
        observe(memory)
        memory.remember("environment_note", "Dock is slippery")
        expected = memory.entries()
    for path in home.glob("observations.db*"):
        path.unlink()
    clock.set(at(hours=1))
    with open_memory(home, clock) as memory:
        assert [entry for _, entry in memory.entries()] == [entry for _, entry in expected]
        observe(memory)
        assert the_entry(memory).observation_count == 2
        memory.save()
        assert header(file).ledger_id == memory.ledger.id
        assert header(file).ledger_seq == 1


@pytest.mark.parametrize("running", [True, False])
def test_entries_learned_after_adopting_a_file_survive_a_crash(
    home, tmp_path, file, clock, running
):
    with open_memory(home, clock) as memory:
        observe(memory)
    there = tmp_path / "there"
    with open_memory(there, clock) as other:
        observe(other, "gripper")
    if running:
        other = open_memory(there, clock)
    (there / "robot-memory.md").write_text(file.read_text())
    if not running:
        other = open_memory(there, clock)
    assert len(other.entries()) == 1
    clock.set(at(1))
    observe(other)
    observe(other, "lidar")
    expected = other.entries()
    crash(other)
    for _ in range(2):
        with open_memory(there, clock) as other:
            assert other.entries() == expected
            assert the_entry(other).observation_count == 2


# -- the file is lost or damaged -----------------------------------------------------------------


@pytest.mark.parametrize("running", [True, False])
@pytest.mark.parametrize("content", [None, b"", b" \n"])
def test_a_missing_or_empty_file_deletes_no_entry(home, file, clock, content, running):
    memory = open_memory(home, clock)
    observe(memory)
    noted = memory.remember("environment_note", "Dock is slippery")
    memory.resolve(noted.id, "dry now")
    memory.save()
    expected = memory.entries(include_resolved=True)
    if not running:
        memory.close()
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    if not running:
        memory = open_memory(home, clock)
    quicken(memory)

    assert memory.entries(include_resolved=True) == expected
    memory.save()
    assert list(MemoryDocument(file.read_text()).entries.values()) == [
        entry for _, entry in sorted(expected, key=lambda pair: pair[1].type is EntryType.RESOLVED)
    ]
    assert archive_of(home) == {}
    memory.close()


def quicken(memory):
    """Let the two seconds that an editor is given pass at once."""
    now = [0.0]
    file = memory._state.file
    file._monotonic = lambda: now[0]

    def sleep(seconds):
        now[0] += seconds

    file._sleep = sleep


TORN = '---\nschema_version: "1.0"\nrrn: RRN-0000000'


@pytest.mark.parametrize("running", [True, False])
def test_a_damaged_file_is_set_aside_reported_and_written_again(home, file, clock, caplog, running):
    memory = open_memory(home, clock, rrn="RRN-000000000001")
    observe(memory)
    memory.save()
    expected = memory.entries()
    if not running:
        memory.close()
    file.write_text(TORN)
    if not running:
        memory = open_memory(home, clock, rrn="RRN-000000000001")
    quicken(memory)
    assert memory.entries() == expected
    assert "cut off" in (memory.problem or "")
    memory.save()

    (copy,) = home.glob("robot-memory.damaged-*Z.md")
    assert copy.read_text() == TORN
    assert copy.name in caplog.text
    assert MemoryDocument(file.read_text()).entries == {e.id: e for _, e in expected}
    assert memory.problem is None
    memory.close()


def test_a_file_replaced_by_free_text_removes_no_entry(memory, home, file):
    observe(memory)
    memory.save()
    name = memory.rrn
    by_hand = make_item("By hand").replace("\n", "\n    ")
    edit(file, ("\nentries:\n", f"\nentries:\n  - {by_hand}\n"))
    memory.save()
    save_by_renaming(file, "# Only notes\n")
    memory.save()

    assert {entry.text for _, entry in memory.entries()} == {"left encoder fails", "By hand"}
    assert file.read_text().endswith("\n# Only notes\n")
    assert memory.rrn == name
    assert archive_of(home) == {}


def test_a_file_without_its_ledger_header_counts_as_based_on_the_last_save(
    memory, home, file, clock
):
    entry_id = observe(memory)
    memory.save()
    clock.set(at(hours=1))
    observe(memory)
    memory.save()
    clock.set(at(hours=2))
    observe(memory)
    text = file.read_text()
    stripped = "".join(line for line in text.splitlines(True) if not line.startswith("ledger_"))
    save_by_renaming(file, stripped.replace("observation_count: 2", "observation_count: 20"))

    assert the_entry(memory).observation_count == 21
    assert the_entry(memory).id == entry_id
    memory.save()
    assert header(file).ledger_seq == 3


# -- no change, no write (rules.md §3.1) ---------------------------------------------------------


def test_the_file_is_not_written_without_a_change(memory, file, clock):
    observe(memory)
    memory.save()
    before = (file.read_bytes(), file.stat().st_ino, file.stat().st_mtime_ns)
    for hour in range(80):
        clock.set(at(hours=hour / 4))
        memory.tick()
        memory.context()
    memory.save()

    assert (file.read_bytes(), file.stat().st_ino, file.stat().st_mtime_ns) == before


# -- two at once ---------------------------------------------------------------------------------


def test_an_entry_pruned_by_one_process_does_not_count_as_deleted_in_another(memory, home, clock):
    other = open_memory(home, clock)
    entry_id = observe(memory)
    observe(memory, "lidar")
    memory.save()
    assert len(other.entries()) == 2
    for day in range(1, 13):
        clock.set(at(day))
        observe(memory, "lidar")
        memory.save()
        other.save()
    pruned = archive_of(home)

    assert pruned[entry_id].extra["archived_because"] == "pruned"
    observe(other)
    assert the_entry(other).first_seen == at(0)  # with its history
    assert the_entry(memory).observation_count == 2
    other.close()
