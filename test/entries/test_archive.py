"""Entries that left the file are kept in the archive (document 000 §4.5, rules.md §1.6)."""

from __future__ import annotations

import errno
import gzip
import os
from dataclasses import replace

import pytest
from entry_builders import KEY, at, make_entry, observe

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.entries.archive_part import ArchivePart
from robot_memory.entries.entry_archive import Compaction, EntryArchive
from robot_memory.entries.entry_event import DELETED, PRUNED, EntryRemoval
from robot_memory.foundation.disk import files

MINE = make_entry(tags=("wheel",), extra={"key": KEY.as_list(), "owner": "ada"})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "robot-memory.archive.md"


def add(archive, entry=MINE, **fields):
    given = {"pruned": True, "seq": 7, "now": at(1), "rrn": "RRN-000000000001", **fields}
    leaving = EntryRemoval(entry, PRUNED if given["pruned"] else DELETED, given["seq"])
    archive.add_all([leaving], now=given["now"], rrn=given["rrn"])


def test_an_archived_entry_is_found_unchanged_by_key_and_by_id(path):
    archive = EntryArchive(path, "l1")
    add(archive)

    for found in (archive.find(KEY, "mem-other"), archive.find(None, MINE.id)):
        assert found is not None
        assert (found.entry, found.pruned, found.seq) == (MINE, True, 7)
    assert archive.find(None, "mem-other") is None


def test_a_damaged_archive_is_set_aside_and_a_new_one_begins(path, caplog):
    path.write_text('---\nschema_version: "1.0"\n')
    add(EntryArchive(path, "l1"))
    (copy,) = path.parent.glob("robot-memory.archive.damaged-*.md")

    assert copy.name in caplog.text
    assert len(MemoryDocument(path.read_text()).entries) == 1


# -- cost of additions ---------------------------------------------------------------------------


def fill(path, count, ledger_id="l1"):
    """Archive entries about ``count`` different components."""
    archive = EntryArchive(path, ledger_id)
    entries = [
        replace(make_entry(f"Part {n} fails"), extra={"key": ["log", f"part {n}", "fails"]})
        for n in range(count)
    ]
    leaving = [EntryRemoval(entry, PRUNED, n + 1) for n, entry in enumerate(entries)]
    archive.add_all(leaving, now=at(1), rrn="RRN-000000000001")
    return archive, entries


@pytest.fixture
def written(monkeypatch):
    """The sizes of all writes to files so far."""
    sizes = []
    write, pwrite = os.write, os.pwrite
    monkeypatch.setattr(os, "write", lambda fd, data: sizes.append(len(data)) or write(fd, data))
    monkeypatch.setattr(
        os, "pwrite", lambda fd, data, at: sizes.append(len(data)) or pwrite(fd, data, at)
    )
    return sizes


def test_the_later_item_of_an_entry_archived_twice_counts_and_compaction_drops_the_other(path):
    archive, _ = fill(path, 3)
    add(archive, seq=7)
    add(archive, replace(MINE, observation_count=9), seq=20)
    for reader in (archive, EntryArchive(path, "l1")):
        assert reader.find(KEY, "").entry.observation_count == 9
    assert archive.compact(100) == Compaction(kept=4, repeated=1)
    document = MemoryDocument(path.read_text())
    assert document.defects == []
    assert document.entries[MINE.id].observation_count == 9


def test_an_entry_is_not_archived_twice_after_a_crash(path):
    archive, _ = fill(path, 3)
    add(archive)
    before = path.read_bytes()
    add(EntryArchive(path, "l1"), now=at(5))
    assert path.read_bytes() == before


@pytest.mark.parametrize("cut", ["before the closing line", "zeros", "hole"])
def test_a_power_cut_while_an_entry_is_added_loses_no_other_entry(path, cut, caplog):
    archive, entries = fill(path, 5)
    before = path.read_bytes()
    add(archive)
    after = path.read_bytes()
    size = len(before)
    path.write_bytes({
        "before the closing line": after[:-4],
        "zeros": before[:-4] + bytes(len(after) - size + 4),
        "hole": after[: size + 60] + bytes(90) + after[size + 150 :],
    }[cut])  # fmt: skip
    reader = EntryArchive(path, "l1")
    assert all(reader.find(entry.key, "").entry == entry for entry in entries)
    add(reader, now=at(3))

    document = MemoryDocument(path.read_text())
    assert document.defects == []
    assert [entry.id for entry in document.entries.values()] == [
        entry.id for entry in (*entries, MINE)
    ]
    assert "a write was cut off" in caplog.text
    assert list(path.parent.glob("*damaged*"))


def test_a_full_disk_leaves_the_archive_as_it_was(path, monkeypatch):
    archive, _ = fill(path, 5)
    before = path.read_bytes()
    pwrite, calls = os.pwrite, []

    def fail_once(descriptor, data, offset):
        calls.append(offset)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return pwrite(descriptor, data[:30] if len(calls) == 1 else data, offset)

    monkeypatch.setattr(os, "pwrite", fail_once)
    with pytest.raises(OSError, match="No space"):
        add(archive)
    assert path.read_bytes() == before


def test_an_edit_saved_while_an_entry_is_added_is_kept(path, monkeypatch):
    archive, entries = fill(path, 5)
    fsync = os.fsync

    def save_first(descriptor):
        monkeypatch.setattr(os, "fsync", fsync)
        copy = path.with_name("edited")
        copy.write_text(before + "A note.\n")
        copy.replace(path)
        fsync(descriptor)

    before = path.read_text()
    monkeypatch.setattr(os, "fsync", save_first)
    add(archive)
    ids = [entry.id for entry in (*entries, MINE)]
    assert list(MemoryDocument(path.read_text()).entries) == ids
    assert path.read_text().endswith("A note.\n")


@pytest.mark.parametrize("edit", [
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("  - id:", "  # old\n  - id:"),
    lambda text: text + "\nBelow.\n",
    lambda text: text.replace("entries:", "notes: none\nentries:").replace(
        "\n---\n", "\nafter: more\n---\n"),
    lambda text: text.replace("\n    ", "\n  ").replace("\n  - ", "\n- "),
    lambda text: text.replace("    type:", "    observation_count: 3\n    type:", 1),
    lambda text: text.replace("    key:", '    seen_by: "ada, who\nwrapped it"\n    key:', 1),
    lambda text: text.replace("  - id:", "---\n  - id:"),
], ids=[
    "CRLF", "comments", "body", "fields", "indent", "defect", "wrapped", "rulers",
])  # fmt: skip
def test_a_person_may_edit_the_archive(path, edit):
    _, entries = fill(path, 5)
    path.write_text(edit(path.read_text()), newline="")
    archive = EntryArchive(path, "l1")
    add(archive)
    document = MemoryDocument(path.read_text())
    for entry in document.entries.values():
        assert archive.find(entry.key, entry.id).entry.id == entry.id
        assert EntryArchive(path, "l1").find(entry.key, "").entry.id == entry.id
    assert {*document.entries} >= {*(entry.id for entry in entries[1:]), MINE.id}
    assert all(word in path.read_text() for word in ("Part 0 fails", "Part 4 fails"))


# -- at night ------------------------------------------------------------------------------------


def test_the_oldest_items_move_to_a_compressed_file_and_are_found_there(path):
    archive, entries = fill(path, 30)
    assert archive.compact(20, dry_run=True) == Compaction(kept=20, moved=10)
    assert not archive.older.exists()
    assert archive.compact(20) == Compaction(kept=20, moved=10)
    older = MemoryDocument(gzip.decompress(archive.older.read_bytes()).decode())

    assert [entry.text for entry in older.entries.values()] == [e.text for e in entries[:10]]
    assert older.defects == MemoryDocument(path.read_text()).defects == []
    for reader in (archive, EntryArchive(path, "l1")):
        assert all(reader.find(entry.key, "").entry == entry for entry in entries)
        assert [reader.seq_of(entry.id) for entry in entries] == list(range(1, 31))
    assert archive.older.stat().st_mode & 0o777 == 0o600


def test_a_compaction_killed_between_both_files_loses_and_repeats_nothing(path, monkeypatch):
    archive, entries = fill(path, 30)
    write = ArchivePart.write

    def die(self, data):
        if self.path == path:
            raise KeyboardInterrupt
        return write(self, data)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(ArchivePart, "write", die)
        archive.compact(20)
    archive = EntryArchive(path, "l1")
    archive.compact(20)
    older = MemoryDocument(gzip.decompress(archive.older.read_bytes()).decode())
    both = [*older.entries, *MemoryDocument(path.read_text()).entries]
    assert both == [entry.id for entry in entries]
    assert older.defects == []


def test_compaction_leaves_an_archive_that_is_being_edited_unchanged(path, monkeypatch):
    archive, entries = fill(path, 30)
    exchange, saves = files.exchange, [1]

    def edited(first, second):
        if second == path and saves:
            saves.pop()
            new = path.with_name("new")
            new.write_text(path.read_text() + "A note.\n")
            new.replace(path)
        return exchange(first, second)

    with monkeypatch.context() as patched:
        patched.setattr(files, "exchange", edited)
        with pytest.raises(OSError, match="was changed while the archive was put in order"):
            archive.compact(20)
    archive.compact(20)

    assert path.read_text().endswith("A note.\n")
    older = MemoryDocument(gzip.decompress(archive.older.read_bytes()).decode())
    both = [*older.entries, *MemoryDocument(path.read_text()).entries]
    assert both == [entry.id for entry in entries]


def test_a_damaged_compressed_file_is_set_aside_and_nothing_is_lost(path, caplog):
    archive, _ = fill(path, 30)
    archive.compact(20)
    archive.older.write_bytes(archive.older.read_bytes()[:-20])
    archive.compact(10)
    assert list(path.parent.glob("*.damaged-*.gz"))
    assert len(MemoryDocument(gzip.decompress(archive.older.read_bytes()).decode()).entries) == 10


def test_evidence_is_counted_once_if_the_archive_cannot_be_read(home, caplog):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "Ramp is steep")
        memory.home.archive.mkdir()
        observe(memory, "left wheel")
        observe(memory, "right wheel")
        counts = [entry.observation_count for _, entry in memory.entries()]

    assert counts == [1, 1, 1]
    assert len([line for line in caplog.messages if "nothing can be archived" in line]) == 1


def test_an_unreadable_archive_is_not_replaced(path):
    add(EntryArchive(path, "l1"))
    kept = path.rename(path.with_name("kept"))
    path.symlink_to("/dev/full")

    with pytest.raises(OSError, match="is a device"):
        add(EntryArchive(path, "l1"), replace(MINE, id="mem-00000001"))
    assert path.is_symlink()
    path.unlink()
    kept.rename(path)
    archive = EntryArchive(path, "l1")
    assert archive.find(KEY, "") is not None


def test_a_full_compressed_file_drops_items_except_those_a_person_deleted(path):
    archive, entries = fill(path, 10)
    mine = EntryRemoval(replace(entries[0], observation_count=7), DELETED, 50)
    archive.add_all([mine], now=at(9), rrn="RRN-000000000001")
    archive.compact(2)
    archive.compact(2)
    for number in range(6):  # these entries evict the others
        again = EntryRemoval(
            replace(entries[4], observation_count=90 + number), PRUNED, 60 + number
        )
        archive.add_all([again], now=at(10 + number), rrn="RRN-000000000001")
        archive.compact(2)

    older = MemoryDocument(gzip.decompress(archive.older.read_bytes()).decode())
    assert len(older.entries) <= 3
    assert archive.seq_of(entries[0].id) == 50
    (oldest,) = (path.parent / "episodic" / "archive" / "entries").glob("*.gz")
    text = gzip.decompress(oldest.read_bytes()).decode()
    assert "Part 1 fails" in text
    assert "Part 0 fails" not in text
    assert EntryArchive(path, "l1").find(entries[1].key, entries[1].id) is None


def test_a_persons_decision_about_an_agents_note_stays_searchable(path):
    archive, _ = fill(path, 3)
    decided = replace(
        make_entry("Dock is wet"), extra={"source": "agent", "decided_by": "person:ada"}
    )
    for number, said in enumerate([decided, *(make_entry(f"Hall {n} is wet") for n in range(9))]):
        agents = replace(said, extra={"source": "agent", **said.extra})
        archive.add_all(
            [EntryRemoval(agents, DELETED, 50)], now=at(10 + number), rrn="RRN-000000000001"
        )
    for _ in range(4):
        archive.compact(2)

    assert archive.find(None, decided.id) is not None
    assert [one.text for one in EntryArchive(path, "l1").decided()] == ["Dock is wet"]
