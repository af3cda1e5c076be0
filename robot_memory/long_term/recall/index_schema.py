"""The tables of ``index.db``, which can be deleted at any time: it is rebuilt.

See docs/reference/recall.md, "Files".
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from robot_memory.ledger import database_file

#: Of another version the index is made anew.
VERSION = 12
_CACHE = 16_000  # KiB
_BUSY = 5.0  # seconds to wait for another process

_TABLES = """
CREATE TABLE IF NOT EXISTS documents (
    id        INTEGER PRIMARY KEY,
    feed      TEXT NOT NULL,      -- chunks, facts, entries, files, sessions, ledger …
    name      TEXT NOT NULL,      -- of the chunk, the fact, the file …
    signature TEXT NOT NULL,      -- changes when it has to be read again
    digest    TEXT NOT NULL,      -- changes when its passages do
    UNIQUE (feed, name)
);
CREATE TABLE IF NOT EXISTS passages (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,  -- none is ever given twice
    document     INTEGER NOT NULL,
    source       TEXT NOT NULL,
    ref          TEXT NOT NULL,
    place        TEXT NOT NULL,
    text         TEXT NOT NULL,
    time         REAL,            -- seconds since 1970, UTC
    conversation TEXT NOT NULL,
    turn         INTEGER NOT NULL,
    speaker      TEXT NOT NULL,
    component    TEXT NOT NULL,
    weight       REAL NOT NULL,
    entry_id     TEXT NOT NULL,
    note         TEXT NOT NULL,
    is_own       INTEGER NOT NULL,  -- a person, an operator or a detector of this robot says so
    count        INTEGER NOT NULL,
    asks         REAL NOT NULL,   -- which share of its sentences are questions
    terms        TEXT NOT NULL,   -- as in the index of words below
    marks        TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS passages_by_document ON passages (document);
CREATE INDEX IF NOT EXISTS passages_by_turn ON passages (conversation, turn)
    WHERE conversation <> '';
CREATE INDEX IF NOT EXISTS passages_by_time ON passages (time) WHERE time IS NOT NULL;
CREATE INDEX IF NOT EXISTS passages_by_ref ON passages (ref);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    terms, marks, content = '', tokenize = 'ascii', columnsize = 1
);
CREATE TABLE IF NOT EXISTS vocabulary (
    term  TEXT PRIMARY KEY,       -- or mark
    found INTEGER NOT NULL        -- in how many passages
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sizes (
    name  TEXT PRIMARY KEY,       -- passages, "passages of fact", "terms of fact" …
    value INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


def connect(path: Path | None) -> sqlite3.Connection:
    """Open the index; None for one in memory. One thread at a time may use it.

    Raises:
        OSError: the file can neither be opened nor made.
        sqlite3.DatabaseError: it is no index, or one of another version.
    """
    if path is None:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    else:
        with database_file.opening(path):
            database_file.make_private(path)
            connection = sqlite3.connect(
                path, timeout=_BUSY, isolation_level=None, check_same_thread=False
            )
    try:
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables. Nothing is forced to disk: a power cut costs the newest, made anew."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA cache_size = -{_CACHE}")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == VERSION:
        return
    if version != 0:
        raise sqlite3.DatabaseError(f"it is of version {version}, not {VERSION}")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _TABLES.split(";\n"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
