"""Rows of ``observations.db`` that hold a value that nothing here writes are set aside.

A failing disk, or whoever can write the file, leaves a word for a number there, a stamp of the
year 9999, or JSON without an end. The node looks for such rows once, when it opens the ledger:
whoever reads rows can rely on them from then on. What is set aside is kept, in the table
``damaged_…``, as it was.

SQLite itself picks the few rows that may be damaged, as most are plainly not: 0.1 s where reading
each of a hundred thousand rows takes seconds. The code that reads rows then has the last word.

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

import logging
import math
import sqlite3
from typing import Any

from robot_memory.foundation.errors import HomeRefused
from robot_memory.ledger.checked_detail import LARGEST_ROW
from robot_memory.ledger.checked_table import TABLES, CheckedTable
from robot_memory.ledger.database_connection import transaction
from robot_memory.ledger.foreign_schema import schema_defects

_LOG = logging.getLogger(__name__)
_UNREADABLE = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
_TOLD = 5  # rows of a table that the log names


def set_damaged_rows_aside(connection: sqlite3.Connection, path: str) -> None:
    """Move damaged rows of all tables to tables of their own, and log each.

    Args:
        path: of the file, for messages.

    Raises:
        HomeRefused: its tables are not as they are made here, or have triggers or views: that could
            make anything of what is stored.
    """
    _refuse_foreign_schema(connection, path)
    text_factory = connection.text_factory
    connection.text_factory = _text
    try:
        for name, table in TABLES.items():
            damaged = _damaged(connection, name, table)
            if damaged:
                _move(connection, name, table, list(damaged))
                _tell(path, name, damaged)
    finally:
        connection.text_factory = text_factory
    with transaction(connection):  # SQLite then goes by the rows that there are
        connection.execute(
            "DELETE FROM sqlite_sequence WHERE name = 'observations' "
            f"AND NOT (typeof(seq) = 'integer' AND seq BETWEEN 0 AND {LARGEST_ROW})"
        )


def _refuse_foreign_schema(connection: sqlite3.Connection, path: str) -> None:
    defects = schema_defects(connection)
    if defects:
        raise HomeRefused(
            f"{path} was left as it is: {'; '.join(map(str, defects[:_TOLD]))}: that could make "
            "anything of what is stored: look at it with sqlite3 and drop it, or move the file "
            "away: the memory file alone is a complete memory"
        )


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _damaged(
    connection: sqlite3.Connection, name: str, table: CheckedTable
) -> dict[object, Exception]:
    """Return what is wrong with the damaged rows of a table, by what identifies them."""
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
            value.encode()  # half a character cannot be written again
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
