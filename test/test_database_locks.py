"""Nothing in this package makes a process lose the locks that SQLite holds for it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.ledger import Key, Kind, Ledger, Observation, database_file
from robot_memory.long_term.recall.query import Query

_ROOT = Path(__file__).parents[1]
_SOURCES = sorted(path for room in ("robot_memory", "bench", "demo", "tools")
                  for path in (_ROOT / room).rglob("*.py"))  # fmt: skip

# -- only SQLite opens databases -----------------------------------------------------------------

_OPENS = {"open", "fdopen", "read_bytes", "read_text", "write_bytes", "write_text", "touch",
          "copyfile", "copy", "copy2", "copytree", "mmap"}  # fmt: skip
_DATABASE = re.compile(r"ledger|observations|database|\.db\b|-wal|-shm", re.I)
_CONNECTS = re.compile(
    r"sqlite3\.connect\((?!.:memory:)|(_schema|_connection)\.connect\(|open_ledger\("
)
#: Allowed: the descriptor that creates the file, a folder's descriptor, and other processes.
_HARMLESS = ("O_EXCL", "O_DIRECTORY", "database_file.copy(", "RobotMemory.open(",
             "memory_file.read_text(", "memory_file.read_bytes(", "_LIST.read_text(")  # fmt: skip


def opens_of_databases(source: str) -> list[str]:
    """List a module's calls that may open a database without SQLite."""
    is_near = _CONNECTS.search(source) is not None
    if not is_near and not _DATABASE.search(source):
        return []
    return [
        f"{node.lineno}: {text}"
        for node, text in _opening_calls(source)
        if (is_near or _DATABASE.search(text)) and not any(word in text for word in _HARMLESS)
    ]


def _opening_calls(source: str) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "attr", None) or getattr(function, "id", "")
            if name in _OPENS:
                yield node, ast.unparse(node)


def test_no_code_opens_a_database_except_through_sqlite():
    found = {
        str(path.relative_to(_ROOT)): calls
        for path in _SOURCES
        if (calls := opens_of_databases(path.read_text(encoding="utf-8")))
    }

    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.close(os.open(path, os.O_RDWR))\nsqlite3.connect(path)",
        "ledger.open('rb').close()",
        "with open(home / 'observations.db', 'rb') as file: pass",
        "shutil.copyfile(beside(path, '-wal'), other)",
        "(folder / 'index.db').read_bytes()",
        "def go(path):\n    connection = database_connection.connect(path)\n    path.read_bytes()",
    ],
)
def test_the_search_detects_code_that_opens_a_database(source):
    assert opens_of_databases(source)


def test_two_threads_that_make_a_ledger_at_once_keep_their_locks(home, monkeypatch):
    """The creating descriptor is open for a while: nobody may connect before it is closed."""
    path, opened = home / "observations.db", []
    close = os.close

    def close_slowly(descriptor: int) -> None:
        if not opened and path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
            opened.append(threading.Thread(target=lambda: opened.append(Ledger(path))))
            opened[0].start()
            time.sleep(0.5)
        close(descriptor)

    monkeypatch.setattr(database_file.os, "close", close_slowly)
    first = Ledger(path)
    opened[0].join()

    assert len(opened) == 2
    assert locks_of_this_process(path)
    for ledger in (first, opened[1]):
        ledger.close()


# -- a day with everything that a node does ------------------------------------------------------


def locks_of_this_process(path: Path) -> int:
    """Return the number of POSIX locks that this process holds on a file."""
    status = path.stat()
    name = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return sum(
        words[1] == "POSIX" and words[4] == str(os.getpid()) and words[5] == name for words in lines
    )


def deleted_files(home: Path) -> list[str]:
    """Return a home's deleted files that this process still has open."""
    entries = Path("/proc/self/fd").iterdir()
    links = [str(entry.readlink()) for entry in entries if entry.is_symlink()]
    return [link for link in links if link.startswith(str(home)) and link.endswith("(deleted)")]


def another_process(home: Path, *arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "robot_memory.faces.cli.main", *arguments, "--home", str(home)],
        cwd=_ROOT, check=True, capture_output=True, timeout=60,
    )  # fmt: skip


#: Verbs that use the same stores as the node's services; run in this process.
_VERBS = (
    ("show",), ("context",), ("recall", "doorway"), ("consolidate",), ("consolidate", "--dry-run"),
    ("check",), ("audit", "verify"), ("report",), ("levels", "stats"), ("levels", "retention"),
    ("chunks", "add", "Crate 5 is heavy"), ("chunks", "list"), ("facts", "list"),
    ("facts", "learn", "dock", "located_in", "bay 2"), ("assist", "propose"), ("assist", "show"),
    ("assist", "receipts", "--verify"), ("assist", "gate"), ("peers", "list"),
    ("repaired", "left encoder"), ("remember", "environment_note", "Ramp is slippery"),
)  # fmt: skip


def test_a_process_keeps_its_locks_and_files_during_all_operations(home, capsys):
    node = RobotMemory.open(home)
    checked = []

    def check(what: str) -> None:
        checked.append(what)
        for name in ("observations.db", "observations.db-shm", "index.db", "index.db-shm"):
            if (home / name).exists():
                assert locks_of_this_process(home / name), f"after {what}: no lock on {name}"
        assert deleted_files(home) == [], what

    check("open")
    encoder = Key("diagnostics", "base: left encoder", "no pulses")
    node.observe(Observation(Kind.ONSET, SystemClock().now(), "Left encoder fails", key=encoder,
                             component="left encoder", entry_type="hardware_observation",
                             confidence=0.6))  # fmt: skip
    node.flush()
    noted = node.remember("environment_note", "Kitchen doorway has a lip")
    node.save()
    node.recall(Query("doorway"))
    check("recall")
    another_process(home, "show")
    check("show beside it")
    node.consolidate()
    check("the night shift")
    another_process(home, "remember", "environment_note", "Dock is wet")
    check("remember beside it")
    node.why(noted.id)
    node.analyse()
    for verb in (*_VERBS, ("why", noted.id), ("mute", noted.id), ("unmute", noted.id),
                 ("resolve", noted.id)):  # fmt: skip
        assert main([verb[0], "--home", str(home), *verb[1:]]) in (0, 1), capsys.readouterr().err
        check(" ".join(verb))
    node.tick()
    another_process(home, "audit", "verify")
    check("a day")
    node.close()
