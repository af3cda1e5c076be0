"""The suite can be collected without extras and ROS 2, or with only some of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from needed_modules import from_elsewhere, helpers_of, imported, skipped_without
from whole_folders import NEEDED

ROOM = Path(__file__).parent
sys.path.insert(0, str(ROOM / "core_only"))

from packages import asked_for, brought_by, core_packages, with_needs  # noqa: E402

sys.path.pop(0)  # otherwise processes started by other tests would find only the core, too

#: Needs of the tests that are in requirements/test.txt, and not in setup.cfg.
OF_TESTS = ("mcap", "httpx2", "schemathesis", "faiss-cpu")

#: Loads conftests and the files beside them.
LOAD = """
import runpy, sys

for path in sys.argv[1:]:
    sys.path.insert(0, path.rpartition("/")[0])
    runpy.run_path(path)
"""


def with_the_core(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with only the core available."""
    # pytest's parallel workers set variables.
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    path = ROOM / "core_only", ROOM.parent, ROOM.parent / "tools"
    environment["PYTHONPATH"] = os.pathsep.join(map(str, path))
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True, text=True, timeout=280, check=False, env=environment, cwd=ROOM.parent,
    )  # fmt: skip


def test_a_conftest_needs_no_extra_unless_its_folder_is_left_out_as_a_whole() -> None:
    """A conftest that skips itself ends the whole run in pytest 7."""
    found = [ROOM / "conftest.py", *sorted(ROOM.glob("*/**/conftest.py"))]
    left_out = tuple(str(ROOM / folder) for folder in NEEDED)
    loaded = [str(path) for path in found if not str(path).startswith(left_out)]

    assert with_the_core("-c", LOAD, *loaded).stderr == ""


@pytest.mark.timeout(300)
def test_all_is_collected_where_only_the_core_is_installed() -> None:
    done = with_the_core("-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider")

    assert done.returncode == 0, f"{done.stdout[-4000:]}{done.stderr}"
    assert "SKIPPED test/faces/web: needs the extra `web`" in done.stdout  # it was hidden


def test_a_test_file_skips_itself_if_a_module_that_it_imports_is_missing() -> None:
    """Collecting without each extra in turn would take half an hour, so the imports are read."""
    if not_here := set().union(*asked_for().values()) - set().union(*brought_by().values()):
        pytest.skip(f"needs {', '.join(sorted(not_here))}, or `make test`")
    found = {
        f"{path.relative_to(ROOM)} imports {module} by {by}"
        for path in sorted([*ROOM.rglob("test_*.py"), *ROOM.rglob("conftest.py")])
        for module, by in unguarded(path, frozenset(skips_of_folders(path)))
    }
    assert found == set()


@cache
def unguarded(path: Path, skips: frozenset[str] = frozenset()) -> set[tuple[str, str]]:
    """Return the possibly missing modules that a file imports, and through which import."""
    found = set()
    for place, name in imported(path):
        there = there_at(path, place, skips)
        found |= {(module, name) for module in from_elsewhere(name) if not is_there(module, there)}
    for place, helper in helpers_of(path):
        there = there_at(path, place, skips)
        inside = {module for module, _ in unguarded(helper)}
        found |= {(module, helper.name) for module in inside if not is_there(module, there)}
    return found


def there_at(path: Path, place: int, skips: frozenset[str]) -> frozenset[str]:
    """Return the modules available at a position in a file: without them it was skipped before."""
    before = {name for at, name in skipped_without(path) if at < place}
    return frozenset(name.partition(".")[0] for name in skips | before)


def skips_of_folders(path: Path) -> Iterator[str]:
    """Yield the modules without which the folders of a test file are skipped."""
    for folder in path.relative_to(ROOM).parents:
        if (conftest := ROOM / folder / "conftest.py").is_file() and conftest != path:
            yield from (name for _, name in skipped_without(conftest))
        if folder.as_posix() in NEEDED:
            yield NEEDED[folder.as_posix()][0]


@cache
def is_there(module: str, others: frozenset[str]) -> bool:
    """Whether a module is certainly available if the others are."""
    if module not in brought_by():  # part of ROS 2, whose packages may not list their modules
        return "rclpy" in others
    packages = core_packages().union(*(come_with(other) for other in others))
    return bool(brought_by()[module] & packages)


@cache
def come_with(module: str) -> set[str]:
    """Return the packages available if a module is: its whole extra, or all of ROS 2."""
    bring = brought_by().get(module, set())
    extras = [set(names) for extra, names in asked_for().items() if extra not in ("", "test")]
    if not bring & set.union(*extras, set(OF_TESTS)):
        return set().union(*brought_by().values()) - with_needs([*set.union(*extras), *OF_TESTS])
    return with_needs(set.union(bring, *(names for names in extras if bring & names)))
