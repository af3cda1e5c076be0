"""Connections to a ledger: one that may change stored evidence, and one for reading.

The first can change only ``observations.detail_json``: an SQLite authorizer refuses every other
statement when it is prepared: no insert, no delete, no other column, no other table, no ATTACH, no
PRAGMA, no schema change (rules.md §8.9, document 004).

See docs/reference/governance.md, "A run".
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from robot_memory.foundation.errors import AssistRefused, NewerSchema
from robot_memory.governance.mutation_contract import ASSIST, digest, read_detail, value_at
from robot_memory.ledger import database_connection, database_file, schema

_BUSY = 10.0  # seconds to wait for the recording process


class AssistDatabase:
    """``observations.db``, opened for the assist path; a context manager.

    Raises:
        AssistRefused: the ledger does not exist.
        NewerSchema: a newer robot_memory made it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise AssistRefused(f"there is no ledger {path}; nothing was done")
        database_connection.wait_until_whole(path)
        self._connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode=rw", uri=True, timeout=_BUSY, isolation_level=None
        )
        try:
            self._connection.execute("PRAGMA synchronous = FULL")
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if version != schema.VERSION:
                raise NewerSchema(
                    f"{path} has schema {version}, the assist path knows {schema.VERSION} only; "
                    "nothing was changed"
                )
            self.ledger_id = schema.meta(self._connection, "ledger_id") or ""
        except BaseException:
            self._connection.close()
            raise
        self._connection.set_authorizer(_authorize)

    def __enter__(self) -> AssistDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Lock out other writers; the changes in the block are committed at its end."""
        with database_connection.transaction(self._connection):
            yield

    def texts(self, rows: Sequence[int]) -> dict[int, str]:
        """Return ``detail_json`` of the rows that exist."""
        return read_texts(self._connection, rows)

    def of_peers(self, rows: Iterable[int]) -> list[int]:
        """Return the rows of other robots' words, which their next update replaces."""
        sql = "SELECT 1 FROM observations WHERE id = ? AND kind = 'peer'"
        return [row for row in rows if self._connection.execute(sql, (row,)).fetchone()]

    def replace(self, row: int, before: str, after: str) -> None:
        """Change a row from an expected state.

        Raises:
            AssistRefused: the row is not in the expected state.
        """
        sql = "UPDATE observations SET detail_json = ? WHERE id = ? AND detail_json = ?"
        if self._connection.execute(sql, (after, row, before)).rowcount != 1:
            raise AssistRefused(f"row {row} of {self.path} is not {digest(before)[:12]} any more")

    def marks(self) -> dict[int, str]:
        """Return the ``rollback_ref`` of each row that has one: the runs in the rows."""
        return read_marks(self._connection)


def read_texts(connection: sqlite3.Connection, rows: Iterable[int]) -> dict[int, str]:
    """Return ``detail_json`` of the rows that exist, from any connection to a ledger."""
    found = {}
    for row in rows:
        sql = "SELECT detail_json FROM observations WHERE id = ?"
        for (text,) in connection.execute(sql, (row,)):
            found[row] = str(text)
    return found


def read_marks(connection: sqlite3.Connection) -> dict[int, str]:
    """Return the ``rollback_ref`` of each row that has one, from any connection to a ledger."""
    sql = (
        "SELECT id, detail_json FROM observations "
        "WHERE instr(detail_json, '\"rollback_ref\"') > 0 ORDER BY id"
    )
    found = {}
    for row, text in connection.execute(sql):
        assist = value_at(read_detail(text) or {}, ASSIST)
        if isinstance(assist, dict) and isinstance(assist.get("rollback_ref"), str):
            found[int(row)] = str(assist["rollback_ref"])
    return found


def _authorize(
    action: int, first: str | None, second: str | None, _schema: str | None, _by: str | None
) -> int:
    is_allowed = (
        action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION)
        or (action == sqlite3.SQLITE_READ and (first, second) in _READABLE)
        or (action == sqlite3.SQLITE_UPDATE and (first, second) == ("observations", "detail_json"))
        or (action == sqlite3.SQLITE_FUNCTION and second == "instr")
    )
    return sqlite3.SQLITE_OK if is_allowed else sqlite3.SQLITE_DENY


_READABLE = (
    ("observations", "id"), ("observations", "kind"), ("observations", "detail_json"),
)  # fmt: skip


@contextmanager
def reading(ledger: Path) -> Iterator[sqlite3.Connection]:
    """Open a ledger for reading, perhaps without write access, and leave no files beside it.

    SQLite reads a journal only if it can write beside it, or while the journal's process still
    runs. In other cases a copy is read: without the journal, the rows would be old.
    """
    database_file.require_access(ledger, write=False)
    database_connection.wait_until_whole(ledger)
    with ExitStack() as stack:
        try:
            connection = _open(ledger, "mode=rw")
        except sqlite3.OperationalError:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            connection = _open_elsewhere(ledger, Path(folder))
        yield stack.enter_context(closing(connection))


def _open_elsewhere(ledger: Path, folder: Path) -> sqlite3.Connection:
    journal = database_file.beside(ledger, "-wal")
    if not journal.exists() or not journal.stat().st_size:
        return _open(ledger, "immutable=1")
    return _open(database_file.copy(ledger, folder, journal=True), "mode=rw")


def _open(ledger: Path, options: str) -> sqlite3.Connection:
    where = f"{ledger.absolute().as_uri()}?{options}"
    connection = sqlite3.connect(where, uri=True, timeout=_BUSY, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > schema.VERSION:
            raise NewerSchema(
                f"{ledger} has schema {version}, this robot_memory knows up to {schema.VERSION}; "
                "its rows were not compared: upgrade robot_memory"
            )
    except BaseException:
        connection.close()
        raise
    return connection
