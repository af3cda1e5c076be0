"""A hung process that holds a lock blocks nobody for ever, and is named."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from frozen import frozen_holder

from robot_memory import RobotMemory, memory_writer
from robot_memory.foundation.disk import file_lock
from robot_memory.foundation.disk.file_lock import FileLock, is_locked, read_kernel_locks
from robot_memory.foundation.errors import LockHeld
from robot_memory.long_term.chunks import chunk_folders as chunk_lock


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the wait for locks."""
    monkeypatch.setattr(memory_writer, "LOCK_PATIENCE", 0.2)
    monkeypatch.setattr(chunk_lock, "LOCK_PATIENCE", 0.2)


def test_a_lock_timeout_names_the_process_that_holds_the_lock(tmp_path):
    path = tmp_path / ".lock"
    with (
        frozen_holder(path) as holder,
        pytest.raises(LockHeld) as refused,
        file_lock.locked(path, patience=0.1),
    ):
        pass

    said = str(refused.value)
    assert said.startswith(f"{path} is held by process {holder.pid} (python")
    assert f"which is stopped (`kill -CONT {holder.pid}` lets it go on)" in said
    assert said.endswith("; nothing was changed: try again once it is free")
    with file_lock.locked(path, patience=0.0):  # the holder went on and ended
        pass


def test_reading_and_storing_a_note_work_while_another_process_holds_the_file(
    home, clock, impatient
):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "Ramp is steep")
    memory = RobotMemory.open(home, clock=clock)
    with frozen_holder(home / ".robot-memory.md.lock"):
        assert memory.remember("environment_note", "Door sticks").created
        assert "Ramp is steep" in memory.context().text
        with pytest.raises(LockHeld, match="is stored in the ledger, and the memory file is"):
            memory.save()
    memory.close()

    assert "Door sticks" in (home / "robot-memory.md").read_text()


def test_a_tick_raises_once_the_lock_was_held_for_ten_seconds(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "Ramp is steep")
        with file_lock.locked(home / ".robot-memory.md.lock"):
            clock.set(clock.now().time + timedelta(seconds=60))
            assert not memory.tick()
            clock.set(clock.now().time + timedelta(seconds=11))
            with pytest.raises(LockHeld, match=f"held by process {os.getpid()}"):
                memory.tick()
        assert memory.tick()


def test_save_raises_while_the_audit_record_is_locked_and_writes_it_later(home, clock, impatient):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "Ramp is steep")
        memory.save()
        with frozen_holder(memory.long_term.levels.events.path.parent / ".lock"):
            memory.remember("environment_note", "Door sticks")
            with pytest.raises(LockHeld):
                memory.save()
        memory.save()
        texts = [line.data.get("text") for line in memory.long_term.levels.events.read()]

    assert texts == ["Ramp is steep", "Door sticks"]


def test_checking_the_lock_of_a_named_pipe_does_not_block(tmp_path):
    pipe = tmp_path / "steps.jsonl"
    os.mkfifo(pipe)

    assert not is_locked(pipe)


OURS = "1: FLOCK  ADVISORY  WRITE 123 00:2f:4711 0 EOF\n"
OTHER = "2: POSIX  ADVISORY  READ 9 fe:00:12 128 128\n"


class Pieces:
    """A fake lock list, of which one reading misses a line."""

    def __init__(self, *texts: str) -> None:
        self._texts = iter(texts)

    def read_text(self, encoding: str) -> str:
        return next(self._texts)


def test_a_lock_missing_from_one_reading_of_the_kernel_list_is_still_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(file_lock, "_LIST", Pieces(OTHER, OURS + OTHER, OTHER))

    assert FileLock("FLOCK", 123, "00:2f", 4711) in read_kernel_locks()


def test_a_lock_that_a_process_only_waits_for_does_not_count_as_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = "1: -> FLOCK  ADVISORY  WRITE 124 00:2f:4711 0 EOF\n"
    monkeypatch.setattr(file_lock, "_LIST", Pieces(*[OURS + waiting] * 3))

    assert [lock.process for lock in read_kernel_locks()] == [123]


def test_a_missing_kernel_lock_list_reads_as_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_lock, "_LIST", tmp_path / "missing")

    assert read_kernel_locks() == frozenset()
