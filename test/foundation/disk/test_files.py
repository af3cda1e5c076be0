"""Durable files: atomic replacement, locks, private modes (document 000 §8.1 and §8.3)."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from robot_memory.foundation.disk import files


@pytest.fixture(autouse=True)
def _open_umask():
    """Use an open umask: privacy must not rely on it."""
    old = os.umask(0)
    yield
    os.umask(old)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- privacy -------------------------------------------------------------------------------------


def test_a_folder_and_its_missing_parents_are_readable_by_their_owner_only(tmp_path):
    files.make_private_folder(tmp_path / "a" / "b")

    assert mode(tmp_path / "a") == mode(tmp_path / "a" / "b") == 0o700


def test_a_new_file_is_private(tmp_path):
    files.write_durably(tmp_path / "f", b"secret")
    files.replace_durably(tmp_path / "g", b"secret")

    assert mode(tmp_path / "f") == mode(tmp_path / "g") == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file to another group")
def test_a_replaced_file_keeps_its_group_and_mode(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"old")
    os.chown(path, 0, 12345)
    path.chmod(0o640)
    files.replace_durably(path, b"new")

    assert (path.stat().st_gid, mode(path)) == (12345, 0o640)


def test_a_file_whose_group_cannot_be_kept_is_readable_by_its_owner_only(tmp_path, monkeypatch):
    like = tmp_path / "like"
    like.write_bytes(b"")
    like.chmod(0o660)
    real = os.stat_result

    def of_another_group(path, **options):
        status = list(os.lstat(path))
        status[stat.ST_GID] += 1
        return real(status)

    def refuse(*arguments):
        raise PermissionError

    monkeypatch.setattr(Path, "stat", of_another_group)
    monkeypatch.setattr(os, "fchown", refuse)
    files.write_durably(tmp_path / "f", b"secret", like=like)

    assert stat.S_IMODE(os.lstat(tmp_path / "f").st_mode) == 0o600


# -- durability ----------------------------------------------------------------------------------


def test_a_replacement_is_synced_then_renamed_then_its_folder_is_synced(tmp_path, monkeypatch):
    done = []
    fsync, replace = os.fsync, Path.replace

    def logged_fsync(descriptor):
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        done.append("fsync folder" if is_folder else "fsync file")
        fsync(descriptor)

    def logged_replace(self, target):
        done.append("rename")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", logged_fsync)
    monkeypatch.setattr(Path, "replace", logged_replace)
    files.replace_durably(tmp_path / "f", b"data")

    assert done == ["fsync file", "rename", "fsync folder"]


def test_a_reader_sees_the_old_file_or_the_new_one_and_nothing_between(tmp_path):
    path = tmp_path / "f"
    texts = [bytes([letter]) * 50_000 for letter in b"ab"]
    path.write_bytes(texts[0])
    seen = set()
    stop = threading.Event()

    def read():
        while not stop.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for round_number in range(30):
        files.replace_durably(path, texts[round_number % 2])
    stop.set()
    reader.join()

    assert seen <= set(texts)


def test_a_failed_write_leaves_the_old_file_and_no_temporary_file(tmp_path, monkeypatch):
    path = tmp_path / "f"
    path.write_bytes(b"old")

    def full(descriptor, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        files.replace_durably(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_replacing_through_a_symbolic_link_keeps_the_link(tmp_path):
    target = tmp_path / "real" / "f"
    target.parent.mkdir()
    target.write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(target)
    files.replace_durably(link, b"new")

    assert link.is_symlink()
    assert target.read_bytes() == b"new"


# -- appending -----------------------------------------------------------------------------------


def test_an_appended_line_is_synced_to_a_private_file(tmp_path, monkeypatch):
    synced = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (synced.append(os.fstat(fd).st_size), fsync(fd)))
    files.append_durably(tmp_path / "f", b"one\n")
    files.append_durably(tmp_path / "f", b"two\n")

    assert (tmp_path / "f").read_bytes() == b"one\ntwo\n"
    assert mode(tmp_path / "f") == 0o600
    assert {4, 8} <= set(synced)


def test_appended_text_starts_on_a_new_line(tmp_path):
    (tmp_path / "f").write_bytes(b"torn by a cra")
    files.append_durably(tmp_path / "f", b"next\n")

    assert (tmp_path / "f").read_bytes() == b"torn by a cra\nnext\n"


def test_a_partly_written_append_is_undone(tmp_path, monkeypatch):
    path = tmp_path / "f"
    path.write_bytes(b"old\n")
    write = os.write
    room = iter([2])

    def fill(descriptor, data):
        for size in room:
            return write(descriptor, data[:size])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", fill)
    with pytest.raises(OSError, match=f"No space left on device; nothing was added: '{path}'"):
        files.append_durably(path, b"new\n")

    assert path.read_bytes() == b"old\n"


# -- exchange ------------------------------------------------------------------------------------


def test_an_exchange_with_a_missing_file_does_nothing_and_reports_it(tmp_path):
    first = tmp_path / "a"
    first.write_text("new")

    assert not files.exchange(first, tmp_path / "b")
    assert first.read_text() == "new"


# -- damaged files -------------------------------------------------------------------------------


def test_a_damaged_file_is_set_aside_with_its_last_change_time_in_the_name(tmp_path):
    path = tmp_path / "robot-memory.md"
    path.write_text("torn")
    os.utime(path, (1775008800, 1775008800))

    assert files.set_aside(path) == tmp_path / "robot-memory.damaged-20260401T020000Z.md"
    assert (tmp_path / "robot-memory.damaged-20260401T020000Z.md").read_text() == "torn"
    assert not path.exists()


def test_damaged_copies_with_the_same_time_do_not_overwrite_each_other(tmp_path):
    path = tmp_path / "robot-memory.md"
    copies = []
    for number in range(3):
        path.write_text(f"torn {number}")
        os.utime(path, (1775008800, 1775008800))
        copies.append(files.set_aside(path))

    assert [copy.read_text() for copy in copies] == ["torn 0", "torn 1", "torn 2"]


def set_aside_often(path: Path, texts: Iterable[str]) -> None:
    for number, text in enumerate(texts):
        path.write_text(text)
        os.utime(path, (1775008800 + number, 1775008800 + number))
        files.set_aside(path)


def test_only_20_damaged_copies_of_a_file_are_kept_and_deletions_are_logged(tmp_path, caplog):
    other, folder = tmp_path / "notes.archive.md", tmp_path / "notes.damaged-20200101T000000Z.md"
    folder.mkdir()
    set_aside_often(other, ["of another file"])
    with caplog.at_level("INFO"):
        set_aside_often(tmp_path / "notes.md", (f"torn {number}" for number in range(60)))

    copies = files.damaged_copies(tmp_path / "notes.md")
    assert [copy.read_text() for copy in copies] == [f"torn {number}" for number in range(40, 60)]
    assert len(files.damaged_copies(other)) == 1
    assert len([one for one in caplog.records if one.levelname == "WARNING"]) == 40
    first = tmp_path / "notes.damaged-20260401T020000Z.md"
    assert f"{first} was deleted, the oldest of more than 20 damaged copies" in caplog.text


def test_duplicate_damaged_copies_are_deleted_before_unique_ones(tmp_path, caplog):
    path = tmp_path / "notes.md"
    with caplog.at_level("INFO"):
        set_aside_often(path, ["what ada wrote", *(["torn"] * 60)])
    texts = [copy.read_text() for copy in files.damaged_copies(path)]
    assert texts == ["what ada wrote", *(["torn"] * 19)]
    assert [one for one in caplog.records if one.levelname == "WARNING"] == []


# -- files that are not regular ------------------------------------------------------------------


@pytest.fixture(params=["named pipe", "device", "folder"])
def no_file(request, tmp_path):
    """A link to something that is not a regular file."""
    path, target = tmp_path / "f", tmp_path / "target"
    if request.param == "named pipe":
        os.mkfifo(target)
    elif request.param == "device":
        target = Path("/dev/null")
    else:
        target.mkdir()
    path.symlink_to(target)
    return path


def test_reading_a_file_that_is_not_regular_raises_at_once(no_file):
    with pytest.raises(OSError, match="no regular file"):
        files.read_regular(no_file)


def test_a_temporary_file_deleted_before_it_is_locked_is_created_again(tmp_path, monkeypatch):
    lock, swept = fcntl.flock, []

    def sweep_first(descriptor: int, operation: int) -> None:
        if not swept:
            swept.extend(tmp_path.glob(".*.tmp"))
            swept[0].unlink()
        lock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", sweep_first)
    files.replace_durably(tmp_path / "f", b"data")

    assert (tmp_path / "f").read_bytes() == b"data"
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
    assert len(swept) == 1


@pytest.mark.parametrize("write", [files.replace_durably, files.append_durably])
def test_writing_a_file_that_is_not_regular_raises(no_file, write):
    before = no_file.stat()
    with pytest.raises(OSError, match="no regular file"):
        write(no_file, b"new")

    assert os.path.samestat(before, no_file.stat())


def test_a_temporary_file_in_use_is_not_removed(tmp_path, monkeypatch):
    write, removed = files._write_all, []

    def writing(descriptor, data):
        removed.extend(map(files.remove_abandoned, tmp_path.glob(".*.tmp")))
        write(descriptor, data)

    monkeypatch.setattr(files, "_write_all", writing)
    files.replace_durably(tmp_path / "f", b"new")

    assert removed == [False]
    assert (tmp_path / "f").read_bytes() == b"new"


def test_a_temporary_file_of_a_dead_process_is_removed(tmp_path):
    left = tmp_path / ".f.0123.tmp"
    left.write_bytes(b"half")

    assert files.remove_abandoned(left)
    assert not left.exists()
    assert not files.remove_abandoned(left)
