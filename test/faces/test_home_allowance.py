"""All agents over MCP share a write allowance for a home, across all processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from robot_memory.applications.transfer.exported_files import is_exported
from robot_memory.faces import write_allowance
from robot_memory.faces.write_allowance import HomeAllowance
from robot_memory.foundation.errors import AllowanceUsedUp
from robot_memory.foundation.token_bucket import Allowance

_TAKE = """
import sys
from pathlib import Path
from robot_memory.faces import write_allowance
from robot_memory.foundation.errors import AllowanceUsedUp
from robot_memory.foundation.token_bucket import Allowance
write_allowance._WRITES = Allowance(burst=10.0, per_second=0.0)
allowance, taken = write_allowance.HomeAllowance("requests"), 0
for _ in range(8):
    try:
        allowance.take(Path(sys.argv[1]))
        taken += 1
    except AllowanceUsedUp:
        pass
print(taken)
"""


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Allow three writes at once and one in ten seconds; return the settable time."""
    now = [100.0]
    monkeypatch.setattr(write_allowance, "_WRITES", Allowance(burst=3.0, per_second=0.1))
    monkeypatch.setattr(write_allowance.time, "monotonic", lambda: now[0])
    return now


def taken(folder: Path, most: int = 9) -> int:
    """Return how many of ``most`` requests of a new process are allowed."""
    allowance = HomeAllowance("requests")
    for count in range(most):
        try:
            allowance.take(folder)
        except AllowanceUsedUp:
            return count
    return most


def test_a_new_process_gets_only_what_other_processes_left(tmp_path):
    assert [taken(tmp_path, 2), taken(tmp_path), taken(tmp_path)] == [2, 1, 0]


def test_the_allowance_is_refilled_over_time(tmp_path, clock):
    taken(tmp_path)
    clock[0] += 21.0

    assert taken(tmp_path) == 2


def test_the_time_before_a_reboot_does_not_refill_the_allowance(tmp_path, clock):
    taken(tmp_path)
    clock[0] = 5.0
    assert taken(tmp_path) == 0
    clock[0] = 16.0
    assert taken(tmp_path) == 1


def test_each_home_has_its_own_allowance(tmp_path):
    assert [taken(tmp_path / "a"), taken(tmp_path / "b")] == [3, 3]


@pytest.mark.parametrize(
    "text",
    ["", "[", "7", "[1, 2, 3]", '["a", 1]', "[NaN, 1]", "[1, Infinity]", "[1e999, 1]", "\xff"],
)
def test_a_damaged_count_reads_as_a_full_allowance(tmp_path, text):
    taken(tmp_path, 1)
    (path,) = tmp_path.iterdir()
    path.write_text(text, encoding="latin-1")

    assert taken(tmp_path) == 3


def test_the_file_of_the_count_is_private_and_not_exported(tmp_path):
    taken(tmp_path, 1)
    (path,) = tmp_path.iterdir()

    assert path.stat().st_mode & 0o777 == 0o600
    assert not is_exported(path.relative_to(tmp_path))


def test_simultaneous_processes_share_the_allowance(tmp_path):
    command = [sys.executable, "-c", _TAKE, str(tmp_path)]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
        for _ in range(3)
    ]

    assert sum(int(one.communicate()[0]) for one in running) == 10
