"""Fixtures and hooks shared by all tests."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from whole_folders import MISSING

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import ManualClock

if TYPE_CHECKING:  # needs an extra
    from zenoh_network import Router

#: The slowest test files: they begin early, so that no worker is left with one at the end.
LONGEST = (
    "faces/ros/test_black_box_live.py", "faces/ros/test_consolidating.py", "faces/ros/test_demo.py",
    "faces/ros/test_demo_fleet.py", "faces/ros/test_disk_faults.py",
    "faces/ros/test_foreign_texts.py", "faces/ros/test_graph_live.py", "faces/ros/test_hearing.py",
    "faces/ros/test_restart.py", "faces/ros/test_starting.py", "faces/ros/test_stopping.py",
    "faces/ros/test_topics.py", "faces/ros/test_under_stress.py",
    "entries/places/test_rovers.py", "perception/test_flood.py",
    "perception/replay/test_lessons.py", "perception/replay/test_real_recordings.py",
    "applications/report/test_report_in_a_browser.py", "simulation/test_learning.py",
    "simulation/test_making.py", "test_chaos.py", "test_collection.py", "test_database_locks.py",
    "test_docs.py", "test_package.py", "test_spoiled_inputs.py",
    "faces/web/test_web_random_requests.py", "faces/web/test_web_stream.py",
)  # fmt: skip
#: Files that `make quick` leaves out.
SLOW = frozenset(Path(__file__).with_name("slow.txt").read_text(encoding="utf-8").split())
collect_ignore = list(MISSING)
#: A fixed time for tests that need one.
NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)


def _takes_tests(folder: Path) -> bool:
    """Whether a folder has room for the files that tests write and run."""
    if not os.access(folder, os.W_OK):
        return False
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize > 4e9 and not disk.f_flag & os.ST_NOEXEC


# Tests write to memory: an SQLite commit would wait for the disk.
if "TMPDIR" not in os.environ and _takes_tests(Path("/dev/shm")):
    os.environ["TMPDIR"] = "/dev/shm"
    tempfile.tempdir = None  # which tempfile may have cached already

# Laws have no deadline on a busy machine, and use new examples in each run.
settings.register_profile("robot_memory", deadline=None, max_examples=35)
settings.load_profile("robot_memory")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests; spread node tests, which mostly wait, among those that compute."""
    files = list(dict.fromkeys(item.path for item in items))
    room = Path(__file__).parent
    slow = {file for file in files if file.relative_to(room).as_posix() in SLOW}
    for item in items:
        if item.path in slow:
            item.add_marker(pytest.mark.slow)
    places = _places(files)
    items.sort(key=lambda item: places[item.path])


def _places(files: Sequence[Path]) -> dict[Path, float]:
    """Return each file's place in the run, from 0 to 1; below 0 for those that compute longest.

    Files that mostly wait are spread over the first half: together at the beginning, all workers
    would wait for them, and no processor would be busy. None is left to the end.
    """
    waiting = [file for file in files if "ros" in file.parts]
    working = [file for file in files if "ros" not in file.parts]
    longest = {file for file in files if file.as_posix().endswith(LONGEST)}
    return {
        **_spread([file for file in waiting if file in longest], 0.0, 0.5),
        **_spread([file for file in waiting if file not in longest], 0.0, 0.9),
        **_spread([file for file in working if file in longest], -1.0, 0.0),
        **_spread([file for file in working if file not in longest], 0.0, 1.0),
    }


def _spread(files: Sequence[Path], begin: float, end: float) -> dict[Path, float]:
    step = (end - begin) / max(len(files), 1)
    return {file: begin + step * number for number, file in enumerate(files)}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the folders that were left out."""
    for folder, needs in MISSING.items():
        terminalreporter.write_line(f"SKIPPED test/{folder}: needs {needs}, or `make test`")


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Exclude the tests themselves, half a million permanent objects, from garbage collection.

    It would take a sixth of the time of pytest's collection, and a process forked by a test would
    copy them all at its first garbage collection.
    """
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A memory home that does not exist yet."""
    return tmp_path / "home"


@pytest.fixture
def clock() -> ManualClock:
    """A clock whose wall time the test sets."""
    return ManualClock(NOON, kind="wall", boot="test")


@pytest.fixture
def memory(home: Path, clock: ManualClock) -> Iterator[RobotMemory]:
    """A memory opened for writing."""
    with RobotMemory.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def router() -> Iterator[Router]:
    """A running Zenoh router on its own port."""
    from zenoh_network import Router  # needs an extra; without it the test is skipped

    router = Router.plain()
    router.start()
    yield router
    router.stop()


@pytest.fixture(autouse=True, scope="session")
def _unforced() -> Iterator[None]:
    """Disable fsync: a killed process leaves all that it wrote, only a power cut does not.

    Tests would wait for the disk. Tests of fsync itself record the calls; processes started by
    tests sync as the product does.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture
def mcp() -> ModuleType:
    """The MCP library; imported only by the tests that need it, because it takes a second."""
    return pytest.importorskip("mcp", reason="needs the extra `mcp`")


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROBOT_MEMORY_HOME", "CASTOR_ROBOT_MEMORY_FILE"):
        monkeypatch.delenv(name, raising=False)
