"""Restores a ledger that was moved, deleted or replaced while in use.

A process that has the ledger open still has all acknowledged rows: Linux keeps deleted files while
they are open. The protocol, in the order in which a power cut does the least harm:

1. The first process that notices keeps others from opening the ledger, and copies its content into
   a new file beside it. The copy says which files it was made from.
2. Rows that others have meanwhile stored at the path are added to the copy. A different ledger, or
   a file that somebody put there, is kept under another name.
3. The journal at the path belongs to neither and is deleted; the copy is moved to the path.
4. Other processes with the old files open find the copy, add the rows that only the old files
   hold, and continue with it.

The copy is a new file, so SQLite never confuses it with the old one: closing a connection to a
moved file writes and deletes nothing.

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

import itertools
import json
import logging
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.scratch_folder import scratch_folder
from robot_memory.ledger import database_connection, database_file, schema
from robot_memory.ledger.database_file import DatabaseFiles
from robot_memory.ledger.observation import COLUMNS, INSERT, SELECT


def copy_database(source: Path, target: Path) -> None:
    """Copy a database through SQLite, so that nobody loses a lock.

    If SQLite cannot make its journal files there, as on a read-only disk, a file copy is used as
    the source, with the journal that a crash left.

    Args:
        source: may be in use.
        target: must not exist yet.

    Raises:
        OSError, sqlite3.Error: the source cannot be read, or the disk is full.
    """
    with ExitStack() as stack:
        try:
            original = stack.enter_context(closing(_open(source, "ro")))
        except sqlite3.OperationalError:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=target.parent)))
            has_journal = database_file.beside(source, "-wal").exists()
            copied = database_file.copy(source, folder, journal=has_journal)
            original = stack.enter_context(closing(_open(copied, "rw")))
        copy = stack.enter_context(closing(sqlite3.connect(target)))
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a journal


def _open(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


_LOG = logging.getLogger(__name__)
_MADE_FROM = "made_from"  # in meta: the files from which a ledger was restored
_CHANGING = ("ts", "trusted", "detail_json")
_LASTING = [at for at, name in enumerate(COLUMNS) if name not in _CHANGING]
_GENERATIONS = 20  # restorations that the ledger remembers

_Row = tuple[object, ...]


@dataclass(frozen=True)
class Recovered:
    """A ledger that was restored.

    Attributes:
        numbers: new row ids by old ones, for rows whose ids may have changed.
    """

    connection: sqlite3.Connection
    words: str
    numbers: Mapping[int, int] = field(default_factory=dict)


def recover(path: Path, held: sqlite3.Connection, opened: DatabaseFiles) -> Recovered:
    """Restore the ledger of an open connection at its path, and return a new connection.

    Args:
        held: a connection to the lost files; it is left open and unchanged.

    Raises:
        OSError, sqlite3.Error: the disk refused; nothing was lost, and a retry is possible.
    """
    files.make_private_folder(path.parent)
    with database_file.opening(path):
        found = database_file.find_files(path)
        if _is_made_from(path, opened, found):
            connection = database_connection.connect(path)
            numbers = add_missing(held, connection)
            return Recovered(connection, f"{path} was put back by another process", numbers)
        words = _put_back(path, held, opened, found)
        return Recovered(database_connection.connect(path), words)


def _is_made_from(path: Path, opened: DatabaseFiles, found: DatabaseFiles) -> bool:
    """Whether the ledger at the path was restored from the files that were opened.

    The old journal is not beside a restored ledger. A database with the old journal beside it must
    not be opened: SQLite would mix the two.
    """
    if found.main in (None, opened.main):
        return False
    beside = {found.journal, found.index} - {None}
    if beside & {opened.journal, opened.index}:
        return False
    try:
        with closing(database_connection.connect(path)) as connection:
            return str(opened) in _origins(connection)
    except (sqlite3.DatabaseError, ValueError):
        return False


def _origins(connection: sqlite3.Connection) -> list[str]:
    """Return the files from which a ledger was restored, oldest first."""
    origins: list[str] = json.loads(schema.meta(connection, _MADE_FROM) or "[]")
    return origins


def _put_back(
    path: Path, held: sqlite3.Connection, opened: DatabaseFiles, found: DatabaseFiles
) -> str:
    is_other_file = found.main not in (None, opened.main)
    has_journal = found.journal is not None and found.journal != opened.journal
    with scratch_folder(path.parent, "restore") as scratch:
        restored, copies = scratch / path.name, scratch / "found"
        copies.mkdir()
        database_file.make_private(restored)
        with closing(database_connection.connect(restored)) as copy:
            held.backup(copy)
            origins = [*_origins(copy)[-_GENERATIONS:], str(opened), str(found)]
            with database_connection.transaction(copy):
                schema.set_meta(copy, _MADE_FROM, json.dumps(origins))
            added = None
            if found.main is not None:
                added = _add_found(database_file.copy(path, copies, journal=has_journal), copy)
        kept = _keep_aside(path, has_journal) if is_other_file else None
        for suffix in ("-wal", "-shm"):
            database_file.beside(path, suffix).unlink(missing_ok=True)
        restored.rename(path)
        files.sync_folder(path.parent)
    return _words(path, found, is_other_file=is_other_file, added=added, kept=kept)


def _add_found(source: Path, copy: sqlite3.Connection) -> int | None:
    """Add the rows of the file at the path; None if it is not this ledger."""
    try:
        with closing(database_connection.connect(source)) as found:
            tables = found.execute("SELECT name FROM sqlite_master WHERE name = 'meta'").fetchall()
            if not tables or schema.meta(found, "ledger_id") != schema.meta(copy, "ledger_id"):
                return None
            return len(add_missing(found, copy))
    except sqlite3.DatabaseError as error:
        _LOG.warning("%s: what stood there cannot be read: %s", source.name, error)
        return None


def _keep_aside(path: Path, has_journal: bool) -> Path:
    """Move the file at the path and its journal away, and return its new path."""
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    marks = itertools.chain([stamp], (f"{stamp}-{number}" for number in itertools.count(2)))
    names = (path.with_name(f"{path.stem}.replaced-{mark}{path.suffix}") for mark in marks)
    aside = next(name for name in names if not name.exists())
    if has_journal:
        database_file.beside(path, "-wal").rename(database_file.beside(aside, "-wal"))
    path.rename(aside)
    return aside


def _words(
    path: Path, found: DatabaseFiles, *, is_other_file: bool, added: int | None, kept: Path | None
) -> str:
    how = "lost its journal (-wal, -shm)"
    if found.main is None:
        how = "was moved or deleted"
    elif is_other_file:
        how = "was replaced"
    return (
        f"{path} {how} while it was in use; all its rows were put back"
        + (f", and {added} that others stored meanwhile" if added else "")
        + (f"; what stood there is {kept} now" if kept else "")
        + ": stop the node before its files are moved, deleted or restored"
    )


def add_missing(source: sqlite3.Connection, target: sqlite3.Connection) -> dict[int, int]:
    """Add the rows of one ledger that another lacks; up to some row both are equal.

    Returns:
        The ids in the target, by those in the source, for all rows after the last common row.
    """
    with database_connection.transaction(target):
        common = _last_common(source, target)
        known: dict[_Row, list[int]] = defaultdict(list)
        for number, *values in target.execute(f"{SELECT} WHERE id > ? ORDER BY id", (common,)):
            known[_lasting(values)].append(int(number))
        numbers: dict[int, int] = {}
        for number, *values in source.execute(f"{SELECT} WHERE id > ? ORDER BY id", (common,)):
            same = known[_lasting(values)]
            if same:
                numbers[number] = same.pop(0)
            else:
                numbers[number] = int(target.execute(INSERT, values).lastrowid or 0)
        return numbers


def _last_common(source: sqlite3.Connection, target: sqlite3.Connection) -> int:
    """Return the id of the last row that is equal in both, or 0."""
    for number, *values in source.execute(f"{SELECT} ORDER BY id DESC"):
        row = target.execute(f"{SELECT} WHERE id = ?", (number,)).fetchone()
        if row is not None and _lasting(row[1:]) == _lasting(values):
            return int(number)
    return 0


def _lasting(values: Sequence[object]) -> _Row:
    """Return the constant values of a row: times are corrected, and details are updated."""
    return tuple(values[column] for column in _LASTING)
