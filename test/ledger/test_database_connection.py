"""Acknowledged rows survive power cuts; processes wait for each other; read-only disks are read."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from robot_memory.foundation.errors import HomeRefused
from robot_memory.ledger import Kind, Ledger, Source, database_connection


def test_commits_stay_durable_after_a_save_is_noted(ledger):
    ledger.note_saved(7, "RRN-000000000001")

    assert (ledger.saved(), ledger.rrn()) == (7, "RRN-000000000001")
    assert ledger._connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert ledger._connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_commits_stay_durable_after_a_failed_write(ledger, row, path):
    statements: list[str] = []
    ledger._connection.set_trace_callback(statements.append)
    ledger._connection.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for write in (lambda: ledger.note_saved(7, "RRN-1"), lambda: ledger.append([row()])):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                write()
    ledger.note_saved(8, "RRN-1")
    ledger.append([row()])

    assert ledger._connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert not [text for text in statements if text.startswith("PRAGMA synchronous =")]


# -- processes -----------------------------------------------------------------------------------

_APPEND = """
import os, sys
from datetime import datetime, timezone
from pathlib import Path
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Ledger, Observation
ledger = Ledger(Path(sys.argv[1]))
now = Instant(datetime(2026, 12, 1, tzinfo=timezone.utc), 1.0, "b", True)
for number in range(int(sys.argv[2])):
    row = Observation(Kind.NOTE, now, f"{sys.argv[3]} {number}")
    print(*ledger.append([row]), flush=True)
print("done", flush=True)
sys.stdin.read()
"""


def start_appending(path, count, name):
    return subprocess.Popen(
        [sys.executable, "-c", _APPEND, str(path), str(count), name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_two_processes_that_append_concurrently_get_distinct_ids_in_order(path):
    Ledger(path).close()
    children = [start_appending(path, 15, name) for name in ("a", "b")]
    numbers = []
    for child in children:
        output, _ = child.communicate(timeout=30)
        numbers.append([int(line) for line in output.split()[:-1]])
    ledger = Ledger(path)
    rows = ledger.after(0)
    ledger.close()

    assert sorted(numbers[0] + numbers[1]) == [item.id for item in rows]
    assert len(rows) == 30
    for name, mine in zip("ab", numbers, strict=True):
        assert mine == sorted(mine)
        said = [item.summary for item in rows if item.summary.startswith(name)]
        assert said == [f"{name} {number}" for number in range(15)]


def test_setting_the_journal_mode_is_repeated_while_the_database_is_locked():
    """SQLite answers "locked" at once here, though it would wait for other statements."""

    class Busy:
        answers = iter([sqlite3.OperationalError("database is locked")] * 2)

        def execute(self, sql):
            for error in self.answers:
                raise error
            self.sql = sql

    connection = Busy()
    database_connection._use_wal(connection)

    assert connection.sql == "PRAGMA journal_mode = WAL"


_OPEN = """
import sys, time
from pathlib import Path
from robot_memory.ledger import Ledger
print("ready", flush=True)
sys.stdin.readline()
print(Ledger(Path(sys.argv[1])).id)
"""


def test_processes_that_create_a_ledger_concurrently_create_one(path):
    children = [
        subprocess.Popen([sys.executable, "-c", _OPEN, path], text=True, stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(3)
    ]  # fmt: skip
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    answers = [child.communicate(timeout=30) for child in children]

    assert [errors for _, errors in answers] == [""] * 3
    assert len({output for output, _ in answers}) == 1


# -- read-only and full disks --------------------------------------------------------------------


def refuse_to_write(monkeypatch):
    def refuse(path, time_kind):
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(database_connection, "_open_to_write", refuse)


def test_a_ledger_on_a_read_only_disk_can_be_read_and_not_written(row, tmp_path, monkeypatch):
    path = tmp_path / "observations.db"
    with closing(Ledger(path)) as ledger:
        ledger.append([row("Lip")])
    refuse_to_write(monkeypatch)

    with closing(Ledger(path, time_kind=None)) as reader:
        assert [row.summary for row in reader.after(0)] == ["Lip"]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader.append([row("Ramp")])
    with pytest.raises(OSError, match="Read-only file system"):
        Ledger(path)


def test_a_ledger_without_a_newer_index_can_be_read_on_a_read_only_disk(row, tmp_path, monkeypatch):
    path = tmp_path / "observations.db"
    with closing(Ledger(path)) as ledger:
        ledger.append([row("dock", kind=Kind.ATTEMPT, component="dock", source=Source.AGENT)])
    with closing(sqlite3.connect(path)) as older:
        older.execute("DROP INDEX observations_attempts")
    refuse_to_write(monkeypatch)

    with closing(Ledger(path, time_kind=None)) as reader:
        assert reader.tasks() == ["dock"]
        assert sum(reader.reported_tasks().values()) == 1


def test_a_ledger_that_is_not_a_database_is_reported_with_advice_and_not_changed(tmp_path):
    path = tmp_path / "observations.db"
    path.write_bytes(b"junk" * 1000)

    with pytest.raises(HomeRefused, match=r"observations\.db is damaged .* move it away"):
        Ledger(path)
    assert path.read_bytes() == b"junk" * 1000
