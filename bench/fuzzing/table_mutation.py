"""Spoils the rows and the tables of a SQLite file, through SQLite."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from fuzzing.mutation import ODD_TEXTS

_TEXTS = tuple(text for text in ODD_TEXTS if "\ud800" not in text)
_ODD: tuple[Any, ...] = (
    *_TEXTS, None, 0, -1, 1.5, 1e308, 2**53 + 1, 2**63 - 1, -(2**63), b"", b"\0", b"\xff" * 9,
)  # fmt: skip
_ENDLESS = (
    "WITH RECURSIVE endless(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM endless) "
    "SELECT id, 1 AS topic_id, id AS timestamp, x'00' AS data FROM endless"
)
_IN_SCHEMA = "PRAGMA writable_schema = ON; UPDATE sqlite_master SET"
_STATEMENTS = (
    "DROP TABLE {table}",
    "DELETE FROM {table}",
    "DROP INDEX timestamp_idx",
    "ALTER TABLE {table} RENAME TO other",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "ALTER TABLE {table} RENAME TO other; CREATE VIEW {table} AS SELECT * FROM other",
    f"DROP TABLE messages; CREATE VIEW messages AS {_ENDLESS}",
    "ALTER TABLE {table} ADD COLUMN big AS (zeroblob(900000000))",
    "DROP TABLE {table}; CREATE VIRTUAL TABLE {table} USING fts5(id, {column})",
    _IN_SCHEMA + " rootpage = {number} WHERE name = '{table}'",
    _IN_SCHEMA + " sql = replace(sql, '{column}', '')",
    _IN_SCHEMA + " sql = replace(sql, '{column} BLOB NOT NULL', '{column} AS (zeroblob(9e8))')",
    "PRAGMA encoding = 'UTF-16'; VACUUM",
    "PRAGMA journal_mode = WAL",
)


def spoil_tables(path: Path, random: Random) -> None:
    """Change rows and tables of a database with SQL statements."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        with suppress(sqlite3.Error):  # some of these statements contradict each other
            _spoil(database, random)


def _spoil(database: sqlite3.Connection, random: Random) -> None:
    tables = [name for (name,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    )]  # fmt: skip
    if random.random() < 0.5:
        _allow_null(database)
    for _ in range(random.randint(1, 3)):
        table = random.choice(tables)
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        column = random.choice(columns or ["id"])  # a dropped table has no columns
        if random.random() < 0.3:
            statement = random.choice(_STATEMENTS)
            number = random.randrange(9)
            database.executescript(statement.format(table=table, column=column, number=number))
            continue
        row = random.randint(1, 12)
        database.execute(
            f"UPDATE OR REPLACE {table} SET {column} = ? WHERE rowid IN (1, {row})",
            (random.choice(_ODD),),
        )


def _allow_null(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
    database.execute("PRAGMA writable_schema = RESET")
