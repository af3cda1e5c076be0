"""A node loses nothing if other processes read its memory or move its files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from robot_memory.srv import Consolidate, Recall, Remember, Why
from telling import ERROR, Listening, diagnostics

from robot_memory import RobotMemory

pytestmark = pytest.mark.ros
_ROOT = Path(__file__).parents[3]


def command(home: Path, *arguments: str) -> str:
    """Return the output of the command line, run in its own process."""
    done = subprocess.run(
        [sys.executable, "-m", "robot_memory.faces.cli.main", *arguments, "--home", str(home)],
        cwd=_ROOT, check=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.stdout


def remember(robot, text: str) -> Any:
    answer = robot.call(
        Remember, "/robot_memory/remember", type="environment_note", text=text, source="person"
    )
    assert answer.success, answer.message
    return answer


def locked_files(process: int) -> set[str]:
    """Return the names of the files on which a process holds POSIX locks."""
    locks = (line.split() for line in Path("/proc/locks").read_text().splitlines())
    held = {words[5] for words in locks if words[1] == "POSIX" and words[4] == str(process)}
    return {path.name for path in open_files(process) if _name(path) in held}


def _name(path: Path) -> str:
    status = path.stat()
    return f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"


def open_files(process: int) -> list[Path]:
    """Return a process's open files that still exist."""
    return [path for path in _links(process) if path.is_file()]


def deleted_files(process: int, home: Path) -> list[str]:
    """Return a home's deleted files that a process still has open."""
    links = map(str, _links(process))
    return [link for link in links if link.startswith(str(home)) and link.endswith("(deleted)")]


def _links(process: int) -> list[Path]:
    return [entry.readlink() for entry in Path(f"/proc/{process}/fd").iterdir()]


def test_a_killed_node_loses_nothing_although_other_processes_read_its_home(
    start_node, robot_apart
):
    robot = robot_apart
    node = start_node()
    remember(robot, "Kitchen doorway has a lip")
    for kind, name, fields, held in (
        (Consolidate, "consolidate", {}, {"observations.db"}),
        (Recall, "recall", {"query": "doorway"}, {"observations.db", "index.db"}),
    ):
        answer = robot.call(kind, f"/robot_memory/{name}", **fields)
        assert answer.success, answer.message
        command(node.home, "show")
        assert held <= locked_files(node.process.pid), name
        assert deleted_files(node.process.pid, node.home) == [], name
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    robot.spin_until(
        lambda: publisher.publish(diagnostics()) or node.tells("Left encoder"), timeout=30
    )
    noted = remember(robot, "Dock is wet")
    told = command(node.home, "remember", "environment_note", "Ramp is steep")
    over_ros = robot.call(Why, "/robot_memory/why", id=noted.id)
    typed = json.loads(command(node.home, "why", noted.id, "--json"))
    node.kill()

    assert not node.logged("put back"), "the node had to mend what should not have happened"
    assert "mem-" in told
    assert over_ros.success
    assert [row.summary for row in over_ros.evidence] == ["Dock is wet"]
    assert [row["summary"] for row in typed["evidence"]] == ["Dock is wet"]
    with RobotMemory.open(node.home) as memory:
        texts = {entry.text: entry.observation_count for _, entry in memory.entries()}
        rows = memory.ledger.after(0)
    assert {"Kitchen doorway has a lip": 1, "Dock is wet": 1, "Ramp is steep": 1}.items() <= (
        texts.items()
    )
    assert any("Left encoder" in text for text in texts)
    assert [row.id for row in rows] == list(range(1, len(rows) + 1))


def test_a_node_whose_files_are_deleted_reports_it_and_restores_them(start_node, robot_apart):
    robot = robot_apart
    node = start_node()
    remember(robot, "Kitchen doorway has a lip")
    listening = Listening(robot)
    for name in ("", "-wal", "-shm"):
        (node.home / f"observations.db{name}").unlink()

    words = "while it was in use; all its rows were put back"
    robot.spin_until(lambda: listening.says(ERROR, words, name="memory"))
    assert node.logged(words)
    told = command(node.home, "remember", "environment_note", "Ramp is steep")
    remember(robot, "Dock is wet")
    node.kill()

    assert "mem-" in told
    assert json.loads(command(node.home, "audit", "verify", "--json"))["whole"]
    with RobotMemory.open(node.home) as memory:
        rows = [(row.id, row.summary) for row in memory.ledger.after(0)]
    assert rows == [(1, "Kitchen doorway has a lip"), (2, "Ramp is steep"), (3, "Dock is wet")]
