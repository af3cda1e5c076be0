"""Which recordings are deleted when the budget is used up, whatever else is in their folder."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from robot_memory.applications.black_box import (
    FaultRecording,
    FaultRecordings,
    Trigger,
    fault_recordings,
)
from robot_memory.applications.black_box.fault_recordings import METADATA_NAME
from robot_memory.applications.black_box.mcap_writer import McapWriter

START = datetime(2026, 11, 21, 12, 0, tzinfo=timezone.utc)


@pytest.fixture
def record(tmp_path):
    """Make one recording for each of these entries, oldest first; return the paths."""

    def record(*entries: str) -> list[Path]:
        made = []
        for number, entry in enumerate(entries):
            when = START + timedelta(seconds=number)
            writer = McapWriter(tmp_path / f"{number:05d}_{entry}.mcap", {})
            trigger = Trigger("created", when, float(number), entry, f"{entry} broke")
            writer.write_metadata(METADATA_NAME, trigger.to_fields())
            writer.close()
            made.append(writer.path)
        return made

    return record


def test_the_first_and_newest_recording_of_an_entry_are_deleted_last(record, tmp_path):
    paths = record("a", "b", "a", "a", "c")
    sizes = [path.stat().st_size for path in paths]

    assert FaultRecordings(tmp_path).make_room(sum(sizes) - 1) == [paths[2]]
    assert FaultRecordings(tmp_path).make_room(sizes[3] + sizes[4]) == [paths[0], paths[1]]


def test_requested_recordings_are_deleted_before_those_of_faults(record, tmp_path):
    paths = record("a", "", "a", "a", "", "b", "")
    sizes = [path.stat().st_size for path in paths]

    assert FaultRecordings(tmp_path).make_room(sum(sizes) - 1) == [paths[1]]
    assert FaultRecordings(tmp_path).make_room(sizes[6]) == [
        paths[4], paths[2], paths[0], paths[3], paths[5],
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["0.mcap", "zzz.mcap"], ids=["oldest", "newest"])
def test_folders_links_and_pipes_do_not_prevent_the_deletion_of_recordings(record, tmp_path, name):
    paths = record("a", "a", "a", "a")
    (tmp_path / name).mkdir()
    (tmp_path / f"1{name}").symlink_to("nowhere")
    os.mkfifo(tmp_path / f"2{name}")

    recordings = FaultRecordings(tmp_path)
    assert [one.path for one in recordings.all()] == paths
    assert recordings.make_room(0) == [paths[1], paths[2], paths[0]]
    assert (tmp_path / name).is_dir()


def test_a_file_that_cannot_be_deleted_does_not_prevent_the_deletion_of_others(
    record, tmp_path, monkeypatch
):
    paths = record("a", "a", "a", "a")
    unlink = Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path == paths[1]:
            raise PermissionError(1, "not permitted", str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    room = 2 * paths[1].stat().st_size

    assert FaultRecordings(tmp_path).make_room(room) == [paths[2], paths[0]]
    with pytest.raises(PermissionError, match="not permitted"):
        FaultRecordings(tmp_path).make_room(1)


def test_a_recording_is_read_once_until_it_changes(record, tmp_path, monkeypatch):
    paths = record("a", "b", "c")
    read: list[Path] = []
    look = fault_recordings._triggers_in
    monkeypatch.setattr(
        fault_recordings, "_triggers_in",
        lambda path, size: read.append(path) or look(path, size),
    )  # fmt: skip
    recordings = FaultRecordings(tmp_path)
    first = recordings.all()
    os.utime(paths[1])

    assert recordings.all() == first
    assert read == [*paths, paths[1]]


def test_each_recording_is_examined_once_however_many_there_are():
    class Triggers(tuple):
        looks = 0

        def __iter__(self):
            Triggers.looks += 1
            return super().__iter__()

    recordings = [
        FaultRecording(
            Path(f"{number}.mcap"), 1,
            Triggers([Trigger("created", START, 1.0, f"mem-{number}", "broke")]),
        )
        for number in range(1000)
    ]  # fmt: skip

    assert len(fault_recordings._expendable(recordings)) == 999
    assert Triggers.looks == 1000
