"""kill -9 at any moment: nothing acknowledged is lost, nothing is counted twice.

Real processes kill themselves at a chosen step of a save; then the home is opened again.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
from pathlib import Path

import pytest
from dying_saver import STEPS
from entry_builders import at, edit, open_memory, the_entry

from robot_memory.entries import MemoryDocument

CHILD = Path(__file__).with_name("dying_saver.py")


def run_dying(home, step):
    """Run the script in a forked process; return its output and its exit status.

    A fresh interpreter would take a third of a second for its imports.
    """
    heard, spoken = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.dup2(spoken, 1)
            sys.stdout = os.fdopen(1, "w", closefd=False)
            sys.argv = [str(CHILD), str(home), step]
            runpy.run_path(str(CHILD), run_name="__main__")
        finally:
            os._exit(3)
    os.close(spoken)
    with os.fdopen(heard) as said:
        text = said.read()
    return text, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def documents(home):
    """Read the memory file and its archive."""
    return [MemoryDocument((home / name).read_text())
            for name in ("robot-memory.md", "robot-memory.archive.md")]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_a_save_killed_at_any_step_loses_nothing_and_counts_nothing_twice(home, clock, step):
    said, status = run_dying(home, step)
    assert said == "acknowledged\n"
    assert status == -signal.SIGKILL
    if step != "edited without exchange":  # the exchange leaves no file for a moment
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
    """Leave a home as if the process was killed between exchange and clean-up."""
    run_dying(home, "after the exchange")
    assert list(home.glob(".*.saving"))


def test_an_edit_between_a_crash_and_the_restart_is_kept(home, clock):
    crash_after_the_exchange(home)
    clock.set(at(1, hours=1))
    edit(home / "robot-memory.md", ("Lidar, mine", "Lidar, after the crash"))
    for _ in range(2):
        with open_memory(home, clock) as memory:
            memory.save()
            assert the_entry(memory, "lidar").text == "Lidar, after the crash"
            assert the_entry(memory).observation_count == 2
