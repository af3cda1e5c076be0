"""kill -9 at any moment: nothing acknowledged is lost, nothing is counted twice.

Real processes kill themselves at a chosen step of a save; then the home is opened again.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from dying_saver import STEPS
from entry_builders import at, edit, observe, open_memory, the_entry

from robot_memory.entries import MemoryDocument

CHILD = Path(__file__).with_name("dying_saver.py")


def documents(home):
    """Read the memory file and its archive."""
    return [MemoryDocument((home / name).read_text())
            for name in ("robot-memory.md", "robot-memory.archive.md")]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_a_save_killed_at_any_step_loses_nothing_and_counts_nothing_twice(home, clock, step):
    child = subprocess.run(
        [sys.executable, CHILD, home, step], capture_output=True, text=True, timeout=60
    )
    assert child.stdout == "acknowledged\n", child.stderr
    assert child.returncode == -signal.SIGKILL
    if step != "edited without exchange":  # there the file is missing for a moment
        assert MemoryDocument((home / "robot-memory.md").read_text()).defects == []

    clock.set(at(1, hours=1))
    for _ in range(2):
        with open_memory(home, clock) as memory:
            memory.save()
            assert the_entry(memory).observation_count == 2
            assert the_entry(memory, "gripper").observation_count == 1
            edited = "Lidar, mine again" if "edited" in step else "Lidar, mine"
            assert the_entry(memory, "lidar").text == edited
            ((_, resolved),) = memory.entries(types=["resolved"])
            assert resolved.text == "Dock is slippery"
        file, archive = documents(home)
        assert file.header.ledger_seq == 7
        assert len(file.entries) == 4
        assert [entry.text for entry in archive.entries.values()] == ["doomed fails"]
        assert not [*home.glob("*.saving"), *home.glob("*.displaced"), *home.glob("*damaged*")]


def crash_after_the_exchange(home):
    """Leave a home as a process leaves it that is killed between exchange and clean-up."""
    subprocess.run([sys.executable, CHILD, home, "after the exchange"], capture_output=True)
    assert list(home.glob(".*.saving"))


def test_an_edit_after_a_crash_and_before_the_restart_is_kept(home, clock):
    crash_after_the_exchange(home)
    clock.set(at(1, hours=1))
    edit(home / "robot-memory.md", ("Lidar, mine", "Lidar, after the crash"))
    for _ in range(2):
        with open_memory(home, clock) as memory:
            memory.save()
            assert the_entry(memory, "lidar").text == "Lidar, after the crash"
            assert the_entry(memory).observation_count == 2


def test_what_a_crash_left_behind_is_taken_in_once(home, clock):
    with open_memory(home, clock) as memory:
        observe(memory)
    file = home / "robot-memory.md"
    shutil.copy(file, home / ".robot-memory.md.saving")
    with open_memory(home, clock) as memory:
        memory.save()
        assert not [*home.glob("*.saving"), *home.glob("*.displaced")]
        edit(file, ('"left encoder fails"', '"Mine"'))
        memory.save()
        assert the_entry(memory).text == "Mine"
