"""Running tests against a copy of the package, in a process of its own that is quick to start.

The process is forked off one that has imported pytest and what else is slow to import, but nothing
of the package.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import traceback
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mutation.listed import ROOT

_SLOW_TO_IMPORT = ("hypothesis", "numpy", "pytest_timeout", "sqlite3", "yaml")
_TIMEOUT = 60  # seconds; a mutation may make a test wait for ever
_LONGEST = 300  # characters of a problem


@dataclass
class Outcome:
    """What became of test functions; one with cases fails where one of them does.

    Attributes:
        passed, failed, skipped: their ids.
        broken: why tests could not be run, by id: an import or a fixture failed.
    """

    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)


class _Watch:
    """Notes what becomes of tests, and ends the run when all that are wanted have failed."""

    def __init__(self, wanted: Collection[str]) -> None:
        self.outcome = Outcome()
        self._wanted = set(wanted)
        self._session: Any = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.outcome.broken[report.nodeid] = str(report.longrepr)[-_LONGEST:]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid.partition("[")[0]
        if report.skipped:
            self.outcome.skipped.append(test)
        elif report.failed and report.when != "call":
            self.outcome.broken[test] = str(report.longrepr)[-_LONGEST:]
        elif report.when == "call":
            (self.outcome.failed if report.failed else self.outcome.passed).append(test)
        if self._wanted and self._wanted <= set(self.outcome.failed):
            self._session.shouldstop = "all that should fail have failed"


def prepare() -> None:
    """Import what each run needs."""
    for name in _SLOW_TO_IMPORT:
        importlib.import_module(name)
    if "robot_memory" in sys.modules:
        raise RuntimeError("the package is imported already: no run would see a mutation")


def run(tests: Sequence[str], folder: Path, *, until_failed: bool = False) -> Outcome:
    """Run tests against the package in a folder.

    Args:
        tests: ids of functions or of modules.
        folder: has ``robot_memory/``; what tests write goes there as well.
        until_failed: end when all of them have failed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            outcome = _run_here(tests, folder, tests if until_failed else ())
            with os.fdopen(writing, "w") as pipe:
                json.dump(asdict(outcome), pipe)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)  # nothing of the parent's is to be finished here
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    if not text:
        said = (folder / "output.txt").read_text(errors="replace")
        return Outcome(broken=dict.fromkeys(tests, f"the process ended: {said[-_LONGEST:]}"))
    return Outcome(**json.loads(text))


def _run_here(tests: Sequence[str], folder: Path, wanted: Collection[str]) -> Outcome:
    output = os.open(folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(output, stream)
    _look_in(folder)
    where = Path(importlib.import_module("robot_memory.memory").__file__ or "")  # imports the rooms
    if not where.is_relative_to(folder):
        raise RuntimeError(f"robot_memory is taken from {where}, not from {folder}")
    watch = _Watch(wanted)
    options = [
        "-q", "--continue-on-collection-errors", "-p", "no:cacheprovider",
        "-p", "pytest_timeout", "-o", f"timeout={_TIMEOUT}",
        f"--rootdir={ROOT}", f"--config-file={ROOT / 'pyproject.toml'}",
        f"--basetemp={folder / 'tmp'}",
    ]  # fmt: skip
    pytest.main([*options, *(f"{ROOT / test}" for test in tests)], plugins=[watch])
    return watch.outcome


def _look_in(folder: Path) -> None:
    """Let the package be found in the folder, here and in processes that tests start."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.pop("PYTEST_ADDOPTS", None)
    inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [str(folder), *(path for path in inherited if path and Path(path) != ROOT)]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    sys.path[:] = [str(folder), *(path for path in sys.path if path and Path(path) != ROOT)]
    os.chdir(folder)
