"""The tables of ``observations.db``.

Durability: WAL with ``synchronous=FULL``. An acknowledged write must survive a power cut as well
as ``kill -9``, so each commit reaches the disk; the writer groups commits, so that a busy robot
pays for a few a second, not for one an observation. NORMAL would be enough for ``kill -9`` alone.
"""

from __future__ import annotations

import sqlite3
import time
import uuid
from pathlib import Path

from robot_memory.errors import NewerSchema, WrongTimeKind

VERSION = 1
_BUSY = 10.0  # seconds to wait for another process

_TABLES = """
CREATE TABLE observations (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    ts           TEXT NOT NULL,      -- receipt time, UTC, ISO 8601 with microseconds
    kind         TEXT NOT NULL,      -- onset, present, end, note, resolve, mute, …
    summary      TEXT NOT NULL,      -- the lesson's sentence, or what was said
    summary_en   TEXT,               -- the same in English, where summary is in another language
    tool_name    TEXT GENERATED ALWAYS AS (CASE detector WHEN '' THEN source ELSE detector END),
    detail_json  TEXT NOT NULL,      -- peak, repeats, …; the only column document 004 may change
    boot_id      TEXT NOT NULL,
    uptime       REAL NOT NULL,      -- seconds since that boot, suspend included
    trusted      INTEGER NOT NULL,   -- 0: ts is provisional (rules.md §4.2)
    source       TEXT NOT NULL,      -- detector, person, agent
    key          TEXT,               -- JSON [detector, component, symptom(, place)]
    detector     TEXT NOT NULL,
    topic        TEXT NOT NULL,
    component    TEXT NOT NULL,
    severity     TEXT NOT NULL,      -- ok, warn, error, stale
    entry_id     TEXT NOT NULL,
    entry_type   TEXT NOT NULL,
    confidence   REAL NOT NULL,      -- first confidence of a new entry
    tags         TEXT NOT NULL,      -- JSON list
    context_json TEXT NOT NULL       -- operating conditions and readings, SI units
);
CREATE INDEX observations_by_entry ON observations (entry_id);
CREATE INDEX observations_by_boot ON observations (boot_id, ts);
CREATE TABLE exposure (
    day      TEXT NOT NULL,          -- UTC
    variable TEXT NOT NULL,          -- speed, battery, …
    bin      TEXT NOT NULL,          -- lower edge in the variable's unit; 'x,y' for a place
    seconds  REAL NOT NULL,          -- how long the robot ran there
    PRIMARY KEY (day, variable, bin)
) WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection that may be passed between threads; its user keeps it to one at a time."""
    connection = sqlite3.connect(path, timeout=_BUSY, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def prepare(connection: sqlite3.Connection, path: Path, time_kind: str | None) -> None:
    """Make the tables where they are missing, and check that they are ours to use.

    Raises:
        NewerSchema: a newer robot_memory made this ledger.
        WrongTimeKind: the home belongs to another kind of time.
    """
    _use_wal(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            _create(connection, time_kind or "wall")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    if version > VERSION:
        raise NewerSchema(
            f"{path} has schema {version}, this robot_memory knows up to {VERSION}; "
            "nothing was changed: upgrade robot_memory"
        )
    found = meta(connection, "time_kind")
    if time_kind is not None and found != time_kind:
        raise WrongTimeKind(
            f"{path} holds {found} time, not {time_kind} time; nothing was changed: "
            "use another home (--home) for this"
        )


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch the journal, which SQLite refuses to wait for while another opens the ledger, too."""
    until = time.monotonic() + _BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _create(connection: sqlite3.Connection, time_kind: str) -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    values = [("ledger_id", uuid.uuid4().hex[:12]), ("time_kind", time_kind)]
    connection.executemany("INSERT INTO meta VALUES (?, ?)", values)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def meta(connection: sqlite3.Connection, name: str) -> str | None:
    """Read one fact about the ledger itself."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])
