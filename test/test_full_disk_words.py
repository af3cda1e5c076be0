"""An error about a full disk names a file the user knows, and what became of the data."""

from __future__ import annotations

import errno
import os
import stat
from datetime import datetime, timezone
from pathlib import Path

import pytest

from robot_memory.applications.transfer.exporting import export_home
from robot_memory.applications.transfer.importing import import_home
from robot_memory.foundation.home import Home
from robot_memory.long_term.graph.activation import ActivationFile
from robot_memory.long_term.levels.archiving import archive_file
from robot_memory.long_term.levels.json_files import repair_end

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


@pytest.fixture
def full(monkeypatch):
    """A function that fills the disk: fsync fails for files, but not for folders."""
    sync = os.fsync

    def refuse(descriptor):
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(descriptor)

    return lambda: monkeypatch.setattr(os, "fsync", refuse)


def told_by(action) -> str:
    with pytest.raises(OSError, match="No space left on device") as refused:
        action()
    return str(refused.value)


def home_of(folder: Path) -> Home:
    return Home(folder, folder / "robot-memory.md")


def test_a_failed_archiving_is_reported_and_keeps_the_file(tmp_path, full):
    path = tmp_path / "talk.json"
    path.write_text("{}")
    full()

    assert told_by(lambda: archive_file(path, tmp_path / "archive")).endswith(
        f"; nothing was archived: '{tmp_path}/archive/talk.json.gz'"
    )
    assert path.read_text() == "{}"


def test_a_failed_repair_of_a_torn_line_names_its_file(tmp_path, full):
    path = tmp_path / "events.jsonl"
    path.write_text('{"whole": 1}\n{"half": ')
    full()

    assert told_by(lambda: repair_end(path)).endswith(
        f"; what was there before is unchanged: '{path}'"
    )


def test_a_failed_replacement_of_activations_names_their_file(tmp_path, full):
    path = tmp_path / "activation-metadata.json"
    path.write_text("torn")
    file = ActivationFile(path)
    file.poll()
    full()

    assert told_by(lambda: file.write({})).endswith(
        f"; what was there before is unchanged: '{path}'"
    )


def test_an_export_that_fails_names_the_target(tmp_path, full):
    home = home_of(tmp_path / "home")
    home.folder.mkdir()
    home.memory_file.write_text("# Robot memory\n")
    target = tmp_path / "robot.tar.gz"
    full()

    assert told_by(lambda: export_home(home, "RRN-000000000001", target, NOON)).endswith(
        f"; nothing was exported: '{target}'"
    )
    assert not target.exists()


def test_an_import_that_fails_names_a_file_of_the_new_home(tmp_path, full):
    home, new = home_of(tmp_path / "home"), home_of(tmp_path / "new")
    home.folder.mkdir()
    home.memory_file.write_text("# Robot memory\n")
    source = tmp_path / "robot.tar.gz"
    export_home(home, "RRN-000000000001", source, NOON)
    full()

    assert told_by(lambda: import_home(source, new)).endswith(
        f"; nothing was imported: '{new.memory_file}'"
    )
    assert not new.folder.exists()
