"""A ledger that was moved, deleted or replaced while it was in use is put back where it was.

A process that has the ledger open still has all rows that were acknowledged: Linux keeps deleted
files while somebody has them open. The protocol, in the order in which a power cut does the least:

1. Whoever notices first keeps others from opening the ledger, and copies all that it holds into a
   new file beside it. The copy says which files it was made from.
2. Rows that others stored in the meantime, in what stands at the path now, follow in the copy. A
   database that is another ledger, or was put there by somebody, is kept under another name.
3. The journal that stands there belongs to none of it and goes; the copy takes the path's place.
4. Whoever else had the old files open finds the copy, adds what only the old files hold, and goes
   on with it.

The copy is a new file, so that SQLite never confuses it with the old one: closing a connection to
a file that has moved writes and deletes nothing.

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
    """Copy a database through SQLite, so that nobody who has it open loses a lock.

    Where SQLite cannot make the files of the journal beside it, as on a disk that is mounted
    read-only, it is copied from a copy, with the journal that a crash left.

    Args:
        source: need not be idle.
        target: must not exist yet.

    Raises:
        OSError, sqlite3.Error: it cannot be read, or the disk is full.
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
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a journal beside it


def _open(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


_LOG = logging.getLogger(__name__)
_MADE_FROM = "made_from"  # in meta: which files a ledger was put back from
_CHANGING = ("ts", "trusted", "detail_json")
_LASTING = [at for at, name in enumerate(COLUMNS) if name not in _CHANGING]
_GENERATIONS = 20  # times that a ledger was put back that it remembers

_Row = tuple[object, ...]


@dataclass(frozen=True)
class Recovered:
    """What became of a ledger that was not where it was any more.

    Attributes:
        numbers: the numbers that some of the rows have now, by those that they had.
    """

    connection: sqlite3.Connection
    words: str
    numbers: Mapping[int, int] = field(default_factory=dict)


def recover(path: Path, held: sqlite3.Connection, opened: DatabaseFiles) -> Recovered:
    """Bring what a connection holds back to its path, and return a connection to that.

    Args:
        held: a connection to the files that stood there; it is left open, and unchanged.

    Raises:
        OSError, sqlite3.Error: the disk refused; nothing was lost, and it can be tried again.
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
    """Tell whether the ledger at the path was put back from the files that were opened.

    Beside a ledger that was put back their journal is gone. A database beside which it still
    stands must not be opened: SQLite would mix the two.
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
    """Return which files a ledger was put back from, oldest first."""
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
    """Add the rows of what stood at the path; None where it is no ledger, or another one."""
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
    """Move away what stands at the path, with its journal, and return its new path."""
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
    """Add the rows of one ledger that another lacks; up to some row both are the same.

    Returns:
        The numbers in the target, by those in the source, of rows that were added or renumbered.
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
    """Return the last row that is the same in both, 0 where there is none."""
    for number, *values in source.execute(f"{SELECT} ORDER BY id DESC"):
        row = target.execute(f"{SELECT} WHERE id = ?", (number,)).fetchone()
        if row is not None and _lasting(row[1:]) == _lasting(values):
            return int(number)
    return 0


def _lasting(values: Sequence[object]) -> _Row:
    """Return what never changes in a row: times are corrected, and details are worked over."""
    return tuple(values[column] for column in _LASTING)
