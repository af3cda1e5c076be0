"""Sets aside rows of ``observations.db`` that this package cannot have written.

A failing disk, or anybody who can write the file, may leave a word for a number, a stamp of the
year 9999, or incomplete JSON. The node searches for such rows once, when it opens the ledger; after
that all readers can rely on the rows. Damaged rows are kept unchanged in the table ``damaged_…``.

SQL first selects the few rows that may be damaged: this takes 0.1 s, while reading each of a
hundred thousand rows takes seconds. The code that reads rows then decides.

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

import logging
import math
import re
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import Defect, HomeRefused, NewerSchema
from robot_memory.ledger import schema
from robot_memory.ledger.checked_detail import LARGEST_ROW
from robot_memory.ledger.checked_table import TABLES, CheckedTable
from robot_memory.ledger.database_connection import transaction

_COMMENT = re.compile(r"--[^\n]*")
_SPACE = re.compile(r"\s+")
_WITH_SQL = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"


def schema_defects(connection: sqlite3.Connection) -> list[Defect]:
    """Return definitions that differ from this package's, and added ones that affect its tables."""
    defects = []
    ours = _definitions()
    tables = {table for _, table in ours.values()}
    for kind, name, table, sql in connection.execute(_WITH_SQL).fetchall():
        known = ours.get((kind, name))
        if kind in ("view", "trigger"):
            problem = f"is a {kind}, which robot_memory never makes"
        elif known is not None and known != (_plain(sql), table):
            problem = f"is a {kind} with another definition than robot_memory gives it"
        elif known is None and table in tables and _is_unique(sql):
            problem = f"is a unique index of {table}, which robot_memory never makes"
        else:
            continue
        defects.append(Defect(f"{name!r:.60}", problem))
    return defects


def file_defects(path: Path) -> list[Defect]:
    """Return why a ledger that nobody uses cannot be opened: its version, or a definition."""
    uri = f"{path.as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            schema.check_version(connection, Path(path.name))
            return schema_defects(connection)
    except (NewerSchema, sqlite3.DatabaseError) as error:
        return [Defect(path.name, str(error))]


@cache
def _definitions() -> dict[tuple[str, str], tuple[str, str]]:
    """Return the plain definition and the table of each of our tables and indices."""
    with closing(sqlite3.connect(":memory:")) as connection:
        schema.make_tables(connection, None)
        rows = connection.execute(_WITH_SQL).fetchall()
    return {(kind, name): (_plain(sql), table) for kind, name, table, sql in rows}


def _is_unique(index: str) -> bool:
    return "unique" in _plain(index).casefold().split(" ")[:2]


def _plain(sql: str) -> str:
    """Return SQL without comments and with single spaces.

    Text after two dashes in a string or a name is removed too, but its opening quote stays.
    """
    return _SPACE.sub(" ", _COMMENT.sub(" ", sql)).strip()


_LOG = logging.getLogger(__name__)
_UNREADABLE = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
_TOLD = 5  # rows of a table that are logged


def set_damaged_rows_aside(connection: sqlite3.Connection, path: str) -> None:
    """Move damaged rows to separate tables, and log each.

    Raises:
        HomeRefused: the tables differ from ours, or have triggers or views, which could change the
            stored data.
    """
    if defects := schema_defects(connection):
        raise HomeRefused(
            f"{path} was left as it is: {'; '.join(map(str, defects[:_TOLD]))}: that could make "
            "anything of what is stored: look at it with sqlite3 and drop it, or move the file "
            "away: the memory file alone is a complete memory"
        )
    text_factory = connection.text_factory
    connection.text_factory = lambda data: str(data, "utf-8", "surrogateescape")
    try:
        for name, table in TABLES.items():
            damaged = _damaged(connection, name, table)
            if damaged:
                _move(connection, name, table, list(damaged))
                _tell(path, name, damaged)
    finally:
        connection.text_factory = text_factory
    with transaction(connection):  # SQLite then uses the largest id of the rows
        connection.execute(
            "DELETE FROM sqlite_sequence WHERE name = 'observations' "
            f"AND NOT (typeof(seq) = 'integer' AND seq BETWEEN 0 AND {LARGEST_ROW})"
        )


def _damaged(
    connection: sqlite3.Connection, name: str, table: CheckedTable
) -> dict[object, Exception]:
    """Return the errors of a table's damaged rows, by row identifier."""
    found: dict[object, Exception] = {}
    sql = f"SELECT {table.number}, {table.columns} FROM {name} WHERE NOT ifnull({table.plain}, 0)"
    for number, *row in connection.execute(sql):
        try:
            _check_values(row)
            table.read(tuple(row))
        except _UNREADABLE as error:
            found[number] = error
    return found


def _check_values(row: list[Any]) -> None:
    for value in row:
        if isinstance(value, str):
            value.encode()  # a lone surrogate could not be written again
        elif isinstance(value, bytes):
            raise TypeError(f"{value[:20]!r} is no text")
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{value} is no number")


def _move(
    connection: sqlite3.Connection, name: str, table: CheckedTable, numbers: list[object]
) -> None:
    with transaction(connection):
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS damaged_{name} AS SELECT * FROM {name} WHERE 0"
        )
        for number in numbers:
            which = f"FROM {name} WHERE {table.number} = ?"
            connection.execute(f"INSERT INTO damaged_{name} SELECT * {which}", (number,))
            connection.execute(f"DELETE {which}", (number,))


def _tell(path: str, name: str, damaged: dict[object, Exception]) -> None:
    for number, error in list(damaged.items())[:_TOLD]:
        _LOG.error(
            "%s: row %.80s of the table %s is damaged (%.200s) and counts for nothing; it was "
            "moved to the table damaged_%s",
            path, number, name, str(error) or type(error).__name__, name,
        )  # fmt: skip
    if len(damaged) > _TOLD:
        _LOG.error("%s: so are %d more rows of the table %s", path, len(damaged) - _TOLD, name)


_MOST = 5  # damages that are reported
_PATIENCE = 5.0  # s to wait for a writer


def find_damage(path: Path) -> list[str]:
    """Return the damages that SQLite finds in a ledger, a sentence each; empty if there are none.

    A checkpoint or a writer may be active meanwhile. The whole file is read.

    Raises:
        FileNotFoundError: the ledger does not exist.
    """
    if not path.exists():
        raise FileNotFoundError(f"there is no ledger {path}")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE)) as connection:
            found = connection.execute(f"PRAGMA quick_check({_MOST})").fetchall()
    except sqlite3.DatabaseError as error:
        return [f"it cannot be read ({error})"]
    return [str(line) for (line,) in found if line != "ok"]
