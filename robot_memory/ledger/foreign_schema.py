"""What in ``observations.db`` is not as this package makes it, and could change what is stored.

A trigger, a view, or a table or unique index with a definition of its own can drop, replace or
refuse rows that were acknowledged. Tables and plain indexes that others add beside ours do nothing
to our rows.

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from robot_memory.foundation.errors import Defect, NewerSchema
from robot_memory.ledger import schema

_COMMENT = re.compile(r"--[^\n]*")
_SPACE = re.compile(r"\s+")
_WITH_SQL = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"


def schema_defects(connection: sqlite3.Connection) -> list[Defect]:
    """Return what is defined otherwise than by this package, or beside it with an effect on it."""
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
    """Return what keeps a ledger that nobody uses from being opened: its version, or a definition.

    Args:
        path: of the file, which is only read.
    """
    uri = f"{path.as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            schema.check_version(connection, Path(path.name))
            return schema_defects(connection)
    except (NewerSchema, sqlite3.DatabaseError) as error:
        return [Defect(path.name, str(error))]


@cache
def _definitions() -> dict[tuple[str, str], tuple[str, str]]:
    """Return the plain definition and the table of each table and index, by type and name."""
    connection = sqlite3.connect(":memory:")
    try:
        schema.make_tables(connection, None)
        rows = connection.execute(_WITH_SQL).fetchall()
    finally:
        connection.close()
    return {(kind, name): (_plain(sql), table) for kind, name, table, sql in rows}


def _is_unique(index: str) -> bool:
    return "unique" in _plain(index).casefold().split(" ")[:2]


def _plain(sql: str) -> str:
    """Return SQL without comments and with single spaces.

    Whatever hides behind two dashes in a string or a name leaves the mark that began it.
    """
    return _SPACE.sub(" ", _COMMENT.sub(" ", sql)).strip()
