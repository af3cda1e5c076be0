"""The file names the last row that it includes; the state is the file and the rows after it.

State = the file + the ledger's rows after its ``ledger_seq``, folded in order.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
import yaml
from entry_builders import (
    at,
    delete,
    edit,
    item_of,
    make_entry,
    make_file,
    make_item,
    observe,
    open_memory,
    save_by_renaming,
    the_entry,
)

from robot_memory import EntryType, RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.ledger import Kind, Ledger


def archive_of(home):
    path = home / "robot-memory.archive.md"
    return MemoryDocument(path.read_text()).entries if path.exists() else {}


def header(path):
    return MemoryDocument(path.read_text()).header


def crash(memory):
    """Leave a memory as a crash would: nothing more is saved."""
    memory._writer.rows.close()
    memory._ledger.close()


# -- the number ----------------------------------------------------------------------------------


def test_the_file_says_up_to_which_row_of_which_ledger_it_speaks(memory, file):
    observe(memory)
    observe(memory, "lidar")
    memory.save()

    assert header(file).ledger_id == memory.ledger.id
    assert header(file).ledger_seq == memory.ledger.last() == 2


def test_a_persons_change_is_in_the_ledger_before_it_is_acknowledged(memory, home):
    noted = memory.remember("environment_note", "Dock is slippery")
    memory.resolve(noted.id)
    other = Ledger(home / "observations.db")
    kinds = [row.kind for row in other.after(0)]
    other.close()

    assert kinds == [Kind.NOTE, Kind.RESOLVE]


# -- a crash at any moment -----------------------------------------------------------------------


def test_after_a_crash_the_tail_is_folded_again_and_nothing_is_lost_or_counted_twice(
    home, file, clock
):
    memory = open_memory(home, clock)
    observe(memory)
    memory.save()
    clock.set(at(1))
    observe(memory)
    observe(memory, "lidar")
    expected = memory.entries()
    crash(memory)

    for _ in range(3):  # and again, and again
        again = open_memory(home, clock)
        assert again.entries() == expected
        crash(again)
    with open_memory(home, clock) as last:
        last.save()
    assert header(file).ledger_seq == 3
    with open_memory(home, clock) as reopened:
        assert reopened.entries() == expected
        assert the_entry(reopened).observation_count == 2


def test_reading_never_writes(home, file, clock):
    memory = open_memory(home, clock)
    observe(memory)
    memory.save()
    clock.set(at(1))
    observe(memory)
    crash(memory)
    before = file.read_bytes()
    with RobotMemory.open(home, clock=clock, read_only=True) as reader:
        assert the_entry(reader).observation_count == 2

    assert file.read_bytes() == before


# -- a person edits ------------------------------------------------------------------------------


def test_an_edit_is_kept_and_machines_do_not_rewrite_it(memory, file, clock):
    entry_id = observe(memory)
    memory.save()
    edit(file, ('"left encoder fails"', '"Cable of the left encoder chafes"'), ("0.6\n", "0.9\n"))
    clock.set(at(hours=1))
    observe(memory)
    memory.save()
    entry = the_entry(memory)

    assert (entry.id, entry.text) == (entry_id, "Cable of the left encoder chafes")
    assert len(memory.why(entry_id)[1]) == 2
    assert entry.confidence > 0.9
    assert entry.observation_count == 2


def test_an_edit_in_an_editor_opened_an_hour_ago_is_kept_with_what_happened_since(
    memory, file, clock
):
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


def test_what_an_old_editor_never_saw_counts_as_neither_deleted_nor_new(memory, home, file, clock):
    events = []
    memory._on_event = events.append
    observe(memory)
    memory.save()
    opened = file.read_text()
    clock.set(at(hours=1))
    observe(memory, "gripper")
    memory.save()
    expected = memory.entries()
    save_by_renaming(file, opened)
    memory.save()

    assert memory.entries() == expected
    assert archive_of(home) == {}
    assert "archived" not in [event.kind for event in events]


def test_an_edit_while_no_process_runs_is_kept_too(home, file, clock):
    with open_memory(home, clock) as memory:
        observe(memory)
    edit(file, ('"left encoder fails"', '"Mine"'))
    clock.set(at(hours=1))
    with open_memory(home, clock) as memory:
        observe(memory)
        assert (the_entry(memory).text, the_entry(memory).observation_count) == ("Mine", 2)


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


def test_a_deleted_entry_stays_away_when_the_file_is_lost(home, file, clock):
    with open_memory(home, clock) as memory:
        entry_id = observe(memory)
        observe(memory, "lidar")
        memory.save()
        delete(file, entry_id)
    file.unlink()
    with open_memory(home, clock) as memory:
        assert [entry.text for _, entry in memory.entries()] == ["lidar fails"]


def test_an_onset_after_the_deletion_but_before_it_was_noticed_brings_it_back(
    memory, home, file, clock
):
    entry_id = observe(memory)
    clock.set(at(hours=1))
    observe(memory)
    memory.save()
    delete(file, entry_id)
    clock.set(at(hours=2))
    observe(memory)
    memory.save()

    assert the_entry(memory).observation_count == 1
    assert archive_of(home)[entry_id].observation_count == 2


def test_an_entry_that_is_commented_out_counts_as_deleted(memory, home, file):
    entry_id = observe(memory)
    memory.save()
    text = file.read_text()
    item = item_of(text, entry_id)
    save_by_renaming(file, text.replace(item, "".join(f"#{line}\n" for line in item.splitlines())))
    memory.save()

    assert memory.entries() == []
    assert entry_id in archive_of(home)


def test_an_entry_whose_id_is_named_elsewhere_may_be_deleted(memory, home, file):
    entry_id = observe(memory)
    memory.save()
    text = file.read_text()
    save_by_renaming(file, text.replace(item_of(text, entry_id), "") + f"{entry_id} was wrong.\n")
    memory.save()

    assert entry_id in archive_of(home)


def test_an_item_that_an_edit_broke_is_not_deleted(memory, home, file):
    entry_id = observe(memory)
    memory.save()
    edit(file, ("confidence: 0.6", "confidence: 1.7"))
    memory.save(force=True)
    assert [str(defect) for defect in memory.defects] == ["entries[0].confidence: 1.7 is above 1.0"]
    assert archive_of(home) == {}
    edit(file, ("confidence: 1.7", "confidence: 0.7"))

    assert the_entry(memory).id == entry_id
    assert memory.defects == ()


def test_evidence_for_an_item_that_an_edit_broke_is_not_lost(memory, file, clock):
    entry_id = observe(memory)
    memory.save()
    edit(file, ("confidence: 0.6", "confidence: 1.7"))
    clock.set(at(1))
    observe(memory)
    memory.save()

    assert the_entry(memory).id == entry_id
    assert "confidence: 1.7" in file.read_text()


def test_a_hand_written_entry_that_is_deleted_is_archived(memory, home, file):
    observe(memory)
    memory.save()
    text = edit(
        file,
        (
            "\nentries:\n",
            f"\nentries:\n  - {make_item('By hand', id='').replace(chr(10), chr(10) + '    ')}\n",
        ),
    )
    assert "id: mem-" in text
    memory.save()
    (by_hand,) = (e for _, e in memory.entries() if e.text == "By hand")
    delete(file, by_hand.id)
    memory.save()

    assert by_hand.id in archive_of(home)


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
def test_what_is_learned_on_top_of_such_a_file_survives_a_crash(
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


def test_what_is_learned_after_a_ledger_was_restored_survives_a_crash(home, clock):
    with open_memory(home, clock) as memory:
        observe(memory)
    backup = (home / "observations.db").read_bytes()
    with open_memory(home, clock) as memory:
        for _ in range(5):
            observe(memory)
    for path in home.glob("observations.db*"):
        path.unlink()
    (home / "observations.db").write_bytes(backup)
    clock.set(at(1))
    memory = open_memory(home, clock)
    observe(memory)
    expected = memory.entries()
    crash(memory)
    with open_memory(home, clock) as memory:
        assert memory.entries() == expected
        assert the_entry(memory).observation_count == 7


# -- the file is lost or damaged -----------------------------------------------------------------


@pytest.mark.parametrize("running", [True, False])
@pytest.mark.parametrize("content", [None, b"", b" \n"])
def test_a_file_that_is_missing_or_empty_never_means_delete_all(
    home, file, clock, content, running
):
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
def test_a_damaged_file_is_set_aside_reported_and_folded_anew(home, file, clock, caplog, running):
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


def test_the_robots_name_outlives_its_file(home, file, clock):
    with open_memory(home, clock) as memory:
        observe(memory)
        memory.save()
        name = memory.rrn
        assert name.startswith("RRN-LOCAL-")
    file.unlink()
    with open_memory(home, clock) as memory:
        memory.save()
        assert memory.rrn == name


def test_a_file_replaced_by_free_text_takes_no_entry_away(memory, home, file):
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


def test_a_deletion_right_after_free_text_is_noticed(memory, home, file):
    entry_id = observe(memory)
    observe(memory, "lidar")
    memory.save()
    text = file.read_text()
    save_by_renaming(file, "# Only notes\n")
    assert len(memory.entries()) == 2
    save_by_renaming(file, text.replace(item_of(text, entry_id), ""))
    memory.save()

    assert [entry.text for _, entry in memory.entries()] == ["lidar fails"]
    assert entry_id in archive_of(home)


def test_a_file_of_another_tool_without_our_numbers_is_taken_as_of_our_last_save(
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


def test_so_it_is_when_nobody_runs(home, file, clock):
    with open_memory(home, clock) as memory:
        observe(memory)
        memory.save()
        clock.set(at(hours=1))
        observe(memory)
    text = file.read_text()
    file.write_text("".join(x for x in text.splitlines(True) if not x.startswith("ledger_")))
    with open_memory(home, clock) as memory:
        assert the_entry(memory).observation_count == 2


def test_a_hand_made_file_starts_a_memory(home, file, clock):
    home.mkdir()
    file.write_text(make_file(make_item("By hand", id="")))
    with open_memory(home, clock) as memory:
        assert [entry.text for _, entry in memory.entries()] == ["By hand"]
        assert memory.rrn == "RRN-000000000001"
    data = yaml.safe_load(file.read_text().split("---")[1])
    assert data["entries"][0]["id"] == make_entry("By hand").id


# -- no change, no write (rules.md §3.1) ---------------------------------------------------------


def test_without_a_change_nothing_is_written(memory, file, clock):
    observe(memory)
    memory.save()
    before = (file.read_bytes(), file.stat().st_ino, file.stat().st_mtime_ns)
    for hour in range(80):
        clock.set(at(hours=hour / 4))
        memory.tick()
        memory.context()
    memory.save()

    assert (file.read_bytes(), file.stat().st_ino, file.stat().st_mtime_ns) == before


def test_rows_that_change_no_entry_write_nothing(memory, file):
    observe(memory)
    memory.save()
    before = file.read_bytes()
    observe(memory, kind=Kind.END)
    observe(memory, kind=Kind.PRESENT)

    assert not memory.save()
    assert file.read_bytes() == before


def test_a_save_touches_the_lines_of_what_changed(memory, file, clock):
    for component in ("left", "right", "lidar"):
        observe(memory, component)
    memory.save()
    before = file.read_text()
    clock.set(at(hours=1))
    entry_id = observe(memory, "right")
    memory.save()
    after = file.read_text()

    expected = before.replace(item_of(before, entry_id), item_of(after, entry_id))
    expected = expected.replace("T12:00:00Z\nledger", "T13:00:00Z\nledger", 1)
    assert after == expected.replace("ledger_seq: 3", "ledger_seq: 4")


def test_where_two_are_at_work_the_second_does_not_write_what_the_first_wrote(
    memory, home, file, clock
):
    other = open_memory(home, clock)
    observe(memory)
    other.entries()  # it has seen the row as well, and has it to save
    memory.save()
    clock.set(clock.now().time + timedelta(seconds=5))
    before = file.read_bytes()

    assert not other.save()
    assert file.read_bytes() == before
    other.close()


# -- two at once ---------------------------------------------------------------------------------


def test_what_one_prunes_the_other_does_not_take_for_deleted(memory, home, clock):
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


def test_what_two_archive_is_all_kept(memory, home, file, clock):
    other = open_memory(home, clock)
    first, second = observe(memory, "first"), observe(memory, "second")
    memory.save()
    delete(file, first)
    memory.save()
    assert list(archive_of(home)) == [first]
    other.entries()
    delete(file, second)
    other.save()
    memory.save()

    assert list(archive_of(home)) == [first, second]
    other.close()


# -- privacy, links ------------------------------------------------------------------------------


def test_a_new_home_is_private(memory, home, file):
    observe(memory)
    memory.save()
    modes = {(path.is_dir(), path.stat().st_mode & 0o777) for path in home.rglob("*")}

    assert home.stat().st_mode & 0o777 == 0o700
    assert modes == {(True, 0o700), (False, 0o600)}


@pytest.mark.parametrize("mode", [0o400, 0o640, 0o660])
def test_a_mode_that_the_operator_chose_stays(memory, file, clock, mode):
    observe(memory)
    memory.save()
    file.chmod(mode)
    clock.set(at(hours=1))
    observe(memory)
    memory.save()

    assert file.stat().st_mode & 0o777 == mode
    assert the_entry(memory).observation_count == 2


def test_a_symbolic_link_stays_one(home, tmp_path, file, clock):
    home.mkdir()
    real = tmp_path / "elsewhere" / "mine.md"
    real.parent.mkdir()
    file.symlink_to(real)
    with open_memory(home, clock) as memory:
        observe(memory)
        memory.save()
        assert file.is_symlink()
        edit(real, ('"left encoder fails"', '"Mine"'))
        assert the_entry(memory).text == "Mine"
        clock.set(at(hours=1))
        observe(memory)
    assert file.readlink() == real
    assert "observation_count: 2" in real.read_text()
