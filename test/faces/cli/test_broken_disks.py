"""On an unwritable disk the command line reports whether a note is stored, and why not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_disks import SmallDisk, small_disk

from robot_memory import RobotMemory, memory_writer
from robot_memory.faces.cli.main import main
from robot_memory.ledger import ledger_writer

NOTE = ("remember", "environment_note", "Door sticks")
LONG = ("remember", "environment_note", f"Door sticks{' and sticks' * 40}")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A small disk with a memory home."""
    with small_disk(tmp_path / "disk") as disk:
        with RobotMemory.open(disk.folder / "home") as memory:
            memory.remember("environment_note", "Ramp is steep")
        yield disk


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the wait for a disk."""
    monkeypatch.setattr(memory_writer, "_COMMIT_TIMEOUT", 0.3)
    monkeypatch.setattr(ledger_writer, "_RETRY_PAUSE", 0.05)


def run(disk: SmallDisk, *words: str) -> int:
    """Run the command line."""
    return main(["--home", str(disk.folder / "home"), *words])


def texts(disk: SmallDisk) -> str:
    """Return the context, whatever the state of the disk."""
    with RobotMemory.open(disk.folder / "home", read_only=True) as memory:
        return memory.context().text


def test_a_disk_that_fills_during_remember_stores_nothing_and_reports_it(
    disk, impatient, capsys, monkeypatch
):
    store = memory_writer.MemoryWriter.store

    def store_on_full_disk(*given: object) -> None:
        disk.fill()
        store(*given)

    monkeypatch.setattr(memory_writer.MemoryWriter, "store", store_on_full_disk)

    assert run(disk, *LONG) == 2
    said = capsys.readouterr()
    assert not said.out
    assert "took nothing: database or disk is full; nothing was stored: make room" in said.err
    disk.make_room()
    assert "Door sticks" not in texts(disk)


def test_a_stored_note_whose_file_cannot_be_saved_succeeds_with_a_warning(
    disk, impatient, capsys, monkeypatch
):
    store = memory_writer.MemoryWriter.store

    def store_on_the_last_bytes(*given: object) -> None:
        store(*given)
        disk.fill()

    monkeypatch.setattr(memory_writer.MemoryWriter, "store", store_on_the_last_bytes)

    assert run(disk, *NOTE) == 0
    said = capsys.readouterr()
    assert said.out.strip().endswith("remembered")
    assert "robot-memory.md could not be saved: [Errno 28] No space left on device" in said.err
    assert "what was stored is in the ledger, and the file is saved at the next start" in said.err
    disk.make_room()
    assert "Door sticks" in texts(disk)


def test_a_note_that_is_stored_on_a_retry_is_reported_as_stored(
    disk, impatient, capsys, monkeypatch
):
    store = memory_writer.MemoryWriter.store
    disk_fill = disk.fill

    def store_on_full_disk(*given: object) -> None:
        disk_fill()
        try:
            store(*given)
        finally:
            disk.make_room()

    monkeypatch.setattr(memory_writer.MemoryWriter, "store", store_on_full_disk)

    assert run(disk, *LONG) == 0
    assert "database or disk is full" in (said := capsys.readouterr().err)
    assert "it is stored now, as row 2" in said
    assert "Door sticks" in texts(disk)


def test_a_read_only_disk_refuses_a_note_but_can_be_read(disk, impatient, capsys):
    disk.remount("ro")

    assert run(disk, *NOTE) == 2
    assert capsys.readouterr().err.strip().removeprefix("robot-memory:")
    assert run(disk, "context") == 0
    assert "Ramp is steep" in capsys.readouterr().out
    disk.remount("rw")
    assert "Door sticks" not in texts(disk)


def crash(home: Path) -> None:
    """Note something, and end without clean-up, as in a power cut: the log's memory map is lost."""
    code = (
        "import os, sys\nfrom robot_memory import RobotMemory\n"
        "memory = RobotMemory.open(sys.argv[1])\n"
        "memory.remember('environment_note', 'Door sticks')\nos._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(home)], check=True, timeout=60)
    (home / "observations.db-shm").unlink()


@pytest.mark.parametrize("is_cut_off", [False, True], ids=["closed", "cut off"])
def test_a_memory_on_a_read_only_disk_is_exported_completely(disk, tmp_path, is_cut_off):
    if is_cut_off:
        crash(disk.folder / "home")
    known = texts(disk)
    disk.remount("ro")
    target, new = tmp_path / "robot.tar.gz", tmp_path / "new"

    assert run(disk, "export", str(target)) == 0
    assert main(["--home", str(new), "import", str(target)]) == 0
    with RobotMemory.open(new, read_only=True) as memory:
        assert memory.context().text == known
        assert memory.ledger.last() == 1 + is_cut_off


def test_an_answer_that_cannot_be_printed_still_reports_a_stored_note(home):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        answer = subprocess.run(
            [sys.executable, "-m", "robot_memory.faces.cli", "--home", home, *NOTE],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, env=environment,
        )  # fmt: skip

    assert answer.returncode == 2
    assert "the answer could not be written (No space left on device)" in answer.stderr
    assert "the command itself succeeded" in answer.stderr
    assert "Door sticks" in (home / "robot-memory.md").read_text()
