"""What left the file is kept beside it (document 000 §4.5, rules.md §1.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import KEY, at, make_entry

from robot_memory.entries import Document
from robot_memory.entries.archive import Archive

MINE = make_entry(tags=("wheel",), extra={"key": KEY.as_list(), "owner": "ada"})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "robot-memory.archive.md"


def add(archive, entry=MINE, **fields):
    given = {"pruned": True, "seq": 7, "now": at(1), "rrn": "RRN-000000000001", **fields}
    archive.add(entry, **given)


def test_an_archived_entry_is_found_by_key_and_by_id_as_it_was(path):
    archive = Archive(path, "l1")
    add(archive)

    for found in (archive.find(KEY, "mem-other"), archive.find(None, MINE.id)):
        assert found is not None
        assert (found.entry, found.pruned, found.seq) == (MINE, True, 7)
    assert archive.find(None, "mem-other") is None


def test_it_is_found_by_who_opens_the_archive_later(path):
    add(Archive(path, "l1"), pruned=False)
    found = Archive(path, "l1").find(KEY, "")

    assert found is not None
    assert (found.entry, found.pruned, found.seq) == (MINE, False, 7)


def test_it_is_a_memory_file_that_anyone_can_read(path):
    add(Archive(path, "l1"))
    document = Document(path.read_text())

    assert document.defects == []
    assert document.header.rrn == "RRN-000000000001"
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_entry_that_leaves_again_replaces_what_was_known_of_it(path):
    archive = Archive(path, "l1")
    add(archive)
    add(archive, replace(MINE, observation_count=9), seq=20, pruned=False)
    found = archive.find(KEY, "")

    assert found is not None
    assert (found.entry.observation_count, found.seq, found.pruned) == (9, 20, False)
    assert len(Document(path.read_text()).entries) == 1


def test_row_numbers_of_another_ledger_say_nothing_about_ours(path):
    add(Archive(path, "another ledger"))
    found = Archive(path, "l1").find(KEY, "")

    assert found is not None
    assert (found.entry, found.seq) == (MINE, 0)


def test_what_another_process_or_a_person_writes_into_it_is_seen(path):
    archive, other = Archive(path, "l1"), Archive(path, "l1")
    assert archive.find(KEY, "") is None
    add(other)
    assert archive.find(KEY, "") is not None
    path.write_text(path.read_text() + "A note.\n")
    add(archive, make_entry("Second"))

    assert len(Document(path.read_text()).entries) == 2
    assert path.read_text().endswith("A note.\n")


def test_a_damaged_archive_is_set_aside_and_begun_anew(path, caplog):
    path.write_text('---\nschema_version: "1.0"\n')
    add(Archive(path, "l1"))
    (copy,) = path.parent.glob("robot-memory.archive.damaged-*.md")

    assert copy.name in caplog.text
    assert len(Document(path.read_text()).entries) == 1
