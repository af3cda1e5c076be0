"""Locks are read as the kernel lists them, all of them."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from robot_memory.foundation.disk import file_lock
from robot_memory.foundation.disk.file_lock import FileLock, read_kernel_locks

OURS = "1: FLOCK  ADVISORY  WRITE 123 00:2f:4711 0 EOF\n"
OTHER = "2: POSIX  ADVISORY  READ 9 fe:00:12 128 128\n"


class Pieces:
    """A list that loses a line at the end of a piece, once."""

    def __init__(self, *texts: str) -> None:
        self._texts = iter(texts)

    def read_text(self, encoding: str) -> str:
        return next(self._texts)


def test_a_lock_of_this_process_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    with file.open("w") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        inode = file.stat().st_ino

        listed = {(lock.kind, lock.process, lock.inode) for lock in read_kernel_locks()}

    assert ("FLOCK", os.getpid(), inode) in listed


def test_a_lock_that_one_reading_misses_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_lock, "_LIST", Pieces(OTHER, OURS + OTHER, OTHER))

    assert FileLock("FLOCK", 123, "00:2f", 4711) in read_kernel_locks()


def test_a_lock_that_somebody_waits_for_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = "1: -> FLOCK  ADVISORY  WRITE 124 00:2f:4711 0 EOF\n"
    monkeypatch.setattr(file_lock, "_LIST", Pieces(*[OURS + waiting] * 3))

    assert [lock.process for lock in read_kernel_locks()] == [123]


def test_where_the_kernel_lists_nothing_no_lock_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_lock, "_LIST", tmp_path / "missing")

    assert read_kernel_locks() == frozenset()
