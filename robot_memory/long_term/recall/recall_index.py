"""The index of all passages: its tables, its content and its updates.

``index.db`` can be deleted at any time: it is rebuilt.

See docs/reference/recall.md, "Files".
"""

from __future__ import annotations

import hashlib
import logging
import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from typing import Any

from robot_memory.ledger import database_file
from robot_memory.long_term.recall.passage import IndexedPassage, Passage, kind_of
from robot_memory.long_term.recall.robot_words import root_of

_LOG = logging.getLogger(__name__)
#: The selected columns of the table ``passages``, named p.
_COLUMNS = ", ".join(
    "p.count" if name == "times" else f"p.{name}" for name in IndexedPassage._fields
)
_OF = "passages of "
_MANY = 2_000  # changed documents after which the full-text index is optimized
_MOST_COUNTS = 20_000  # words whose counts are kept in memory
_SHORTEST_PART, _MOST_COMPOUNDS = 3, 16  # letters of a compound's other part; most compounds
_BATCH = 500  # documents to write in one transaction
_BESIDE = ("", "-wal", "-shm")  # suffixes of the files of one database
VERSION = 15  # an index of another version is rebuilt
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


class RecallIndex:
    """``index.db``; an index in memory if there is no path, or the file cannot be made."""

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.RLock()  # held while writing
        self._path = path
        self._found: Counter[str] = Counter()
        self._sizes: Counter[str] = Counter()
        self._counts: dict[str, int] = {}
        self._counted: object = None
        self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            return _connect(self._path)
        except sqlite3.OperationalError as error:
            _LOG.warning("%s cannot be used, recall keeps its index in memory: %s",
                         self._path, error)  # fmt: skip
        except sqlite3.DatabaseError as error:
            return self._made_anew(error)
        except OSError as error:
            _LOG.warning("no index can be kept, recall has it in memory: %s", error)
        self._path = None
        return _connect(None)

    def _made_anew(self, error: sqlite3.DatabaseError) -> sqlite3.Connection:
        assert self._path is not None
        _LOG.warning("%s is made anew from what it was made from: %s", self._path, error)
        for suffix in _BESIDE:
            with suppress(FileNotFoundError):
                os.unlink(f"{self._path}{suffix}")  # noqa: PTH108
        return _connect(self._path)

    def begin_anew(self, error: sqlite3.DatabaseError) -> None:
        """Discard the index and begin a new one, because it is damaged."""
        with self._lock:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = _connect(None) if self._path is None else self._made_anew(error)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT."""
        return self._connection.execute(sql, values).fetchall()

    def passages(self, of: str, values: Sequence[object] = ()) -> list[IndexedPassage]:
        """Return passages; ``of`` is the SQL after FROM, with the table of passages named p."""
        rows = self.query(f"SELECT {_COLUMNS} FROM {of}", values)
        return list(map(IndexedPassage._make, rows))

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run the block in one write transaction."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            self._found.clear()
            self._sizes.clear()
            try:
                yield
                self._write_counts()
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    # -- notes of the feeds ----------------------------------------------------------------

    def meta(self, name: str) -> str:
        """Return the value that a feed noted; empty if there is none."""
        rows = self.query("SELECT value FROM meta WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""

    def note(self, name: str, value: str) -> None:
        """Note a value; inside :meth:`writing`."""
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def ending_in(self, root: str) -> list[str]:
        """Return the most common compound terms that end in a word with this root."""
        sql = (
            "SELECT term FROM vocabulary WHERE term LIKE ? AND found > 0 "
            "AND term NOT GLOB '*[^a-z]*' ORDER BY found DESC, term"
        )
        longest = len(root) + _SHORTEST_PART
        rows = self.query(sql, (f"{'_' * _SHORTEST_PART}%{root}%",))
        terms = (str(term) for (term,) in rows)
        ending = (t for t in terms if len(root_of(t)) >= longest and root_of(t).endswith(root))
        return list(islice(ending, _MOST_COMPOUNDS))

    # -- documents -------------------------------------------------------------------------

    def signatures(self, feed: str) -> dict[str, str]:
        """Return the documents of a feed, each with its stored signature."""
        return dict(self.query("SELECT name, signature FROM documents WHERE feed = ?", (feed,)))

    def follow(
        self,
        feed: str,
        wanted: Mapping[str, str],
        read: Callable[[str], Sequence[Passage] | None],
    ) -> int:
        """Bring the documents of a feed up to date; return how many had changed.

        Args:
            feed: the name of the feed.
            wanted: all present documents, each with a signature that changes with its content.
            read: returns the passages of a document; None if it has just gone, or is damaged.

        Raises:
            OSError: of the last document that cannot be read now. It stays unchanged, and is read
                at the next call; all other documents are up to date.
        """
        unread: OSError | None = None
        known = self.signatures(feed)
        changed = [name for name, signature in wanted.items() if known.get(name) != signature]
        gone = [name for name in known if name not in wanted]
        for names in _batches(changed):
            found: list[tuple[str, Sequence[Passage] | None]] = []
            for name in names:
                try:
                    found.append((name, read(name)))
                except OSError as error:
                    unread = error
            with self.writing():
                for name, passages in found:
                    self.put(feed, name, wanted[name], passages or ())
        for names in _batches(gone):
            with self.writing():
                for name in names:
                    self.remove(feed, name)
        if len(changed) + len(gone) > _MANY:
            with self.writing():  # merges the index segments, which makes reading faster
                self._connection.execute("INSERT INTO words (words) VALUES ('optimize')")
        if unread is not None:
            raise unread
        return len(changed) + len(gone)

    def put(self, feed: str, name: str, signature: str, passages: Sequence[Passage]) -> None:
        """Add or replace a document; inside :meth:`writing`."""
        digests = " ".join(passage.digest() for passage in passages)
        digest = hashlib.sha256(digests.encode()).hexdigest()[:16]
        rows = self.query(
            "SELECT id, digest FROM documents WHERE feed = ? AND name = ?", (feed, name)
        )
        if rows and rows[0][1] == digest:
            self._touch(rows[0][0], signature, passages)
            return
        if rows:
            self._drop_passages(rows[0][0])
        cursor = self._connection.execute(
            "INSERT INTO documents (feed, name, signature, digest) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (feed, name) DO UPDATE SET signature = excluded.signature, "
            "digest = excluded.digest RETURNING id",
            (feed, name, signature, digest),
        )
        document = int(cursor.fetchone()[0])
        for passage in passages:
            self._add(document, passage)

    def remove(self, feed: str, name: str) -> None:
        """Remove a document; inside :meth:`writing`."""
        rows = self.query("SELECT id FROM documents WHERE feed = ? AND name = ?", (feed, name))
        for (document,) in rows:
            self._drop_passages(document)
            self._connection.execute("DELETE FROM documents WHERE id = ?", (document,))

    def remove_all(self, feed: str) -> None:
        """Remove all documents of a feed; inside :meth:`writing`."""
        for name in self.signatures(feed):
            self.remove(feed, name)

    def counted(self, feed: str, name: str) -> int:
        """Return how many times a document's statement was seen; 0 if there is no document."""
        rows = self.query(
            "SELECT p.count FROM passages p JOIN documents d ON d.id = p.document "
            "WHERE d.feed = ? AND d.name = ?",
            (feed, name),
        )
        return int(rows[0][0]) if rows else 0

    def _touch(self, document: int, signature: str, passages: Sequence[Passage]) -> None:
        self._connection.execute(
            "UPDATE documents SET signature = ? WHERE id = ?", (signature, document)
        )
        ids = self.query("SELECT id FROM passages WHERE document = ? ORDER BY id", (document,))
        self._connection.executemany(
            "UPDATE passages SET ref = ?, time = ?, count = ? WHERE id = ?",
            [(passage.ref, _seconds(passage.time), passage.count, number)
             for (number,), passage in zip(ids, passages, strict=True)],
        )  # fmt: skip

    def _add(self, document: int, passage: Passage) -> None:
        terms, marks = passage.terms(), passage.marks()
        row = (
            document, passage.source, passage.ref, passage.where, passage.text,
            _seconds(passage.time), passage.conversation, passage.turn, passage.speaker,
            passage.component, passage.weight, passage.entry_id, passage.note,
            passage.is_own, passage.count, passage.asks(), " ".join(terms), " ".join(marks),
        )  # fmt: skip
        cursor = self._connection.execute(
            f"INSERT INTO passages VALUES (NULL, {', '.join('?' * len(row))})", row
        )
        self._connection.execute(
            "INSERT INTO words (rowid, terms, marks) VALUES (?, ?, ?)",
            (cursor.lastrowid, row[-2], row[-1]),
        )
        self._count(terms, marks, kind_of(passage.source, passage.turn), 1)

    def _drop_passages(self, document: int) -> None:
        for number, source, turn, terms, marks in self.query(
            "SELECT id, source, turn, terms, marks FROM passages WHERE document = ?", (document,)
        ):
            self._connection.execute(
                "INSERT INTO words (words, rowid, terms, marks) VALUES ('delete', ?, ?, ?)",
                (number, terms, marks),
            )
            self._count(terms.split(), marks.split(), kind_of(source, turn), -1)
        self._connection.execute("DELETE FROM passages WHERE document = ?", (document,))

    def _count(self, terms: Sequence[str], marks: Sequence[str], kind: str, step: int) -> None:
        for term in {*terms, *marks}:
            self._found[term] += step
        self._sizes["passages"] += step
        self._sizes[f"{_OF}{kind}"] += step
        self._sizes[f"terms of {kind}"] += step * len(terms)

    def _write_counts(self) -> None:
        """Store the number of passages with each term, and the numbers of passages and terms."""
        for table, counts in (("vocabulary", self._found), ("sizes", self._sizes)):
            value = "found" if table == "vocabulary" else "value"
            self._connection.executemany(
                f"INSERT INTO {table} VALUES (?, ?) "
                f"ON CONFLICT DO UPDATE SET {value} = {value} + excluded.{value}",
                [(name, step) for name, step in counts.items() if step],
            )
        gone = [(name,) for name, step in self._found.items() if step < 0]
        self._connection.executemany("DELETE FROM vocabulary WHERE term = ? AND found = 0", gone)

    # -- how common words are --------------------------------------------------------------

    def found(self, terms: Sequence[str]) -> dict[str, int]:
        """Return the number of passages with each of some terms or marks, without zeros."""
        with self._lock:
            self._forget_old_counts()
            unknown = [term for term in terms if term not in self._counts]
            if unknown:
                holes = ", ".join("?" * len(unknown))
                sql = f"SELECT term, found FROM vocabulary WHERE term IN ({holes}) AND found > 0"
                self._counts.update(dict.fromkeys(unknown, 0))
                self._counts.update(self.query(sql, unknown))
            return {term: count for term in terms if (count := self._counts[term])}

    def _forget_old_counts(self) -> None:
        """Clear the cached counts if this or another process has written since."""
        (version,) = self.query("PRAGMA data_version")[0]
        state = (self._connection, version, self._connection.total_changes)
        if state != self._counted or len(self._counts) > _MOST_COUNTS:
            self._counts.clear()
            self._counted = state

    def count_passages(self) -> int:
        """Return how many passages there are."""
        rows = self.query("SELECT value FROM sizes WHERE name = 'passages'")
        return int(rows[0][0]) if rows else 0

    def averages(self) -> dict[str, float]:
        """Return the average number of terms of a passage, by kind."""
        sizes = dict(self.query("SELECT name, value FROM sizes"))
        kinds = (name.removeprefix(_OF) for name in sizes if name.startswith(_OF))
        return {
            kind: max(1.0, sizes[f"terms of {kind}"] / sizes[f"{_OF}{kind}"])
            for kind in kinds
            if sizes[f"{_OF}{kind}"] > 0
        }


def _batches(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(names), _BATCH):
        yield names[at : at + _BATCH]


def _seconds(time: datetime | None) -> float | None:
    return None if time is None else time.timestamp()


def time_of(seconds: float | None) -> datetime | None:
    """Convert a time of the index to UTC."""
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc)


def _connect(path: Path | None) -> sqlite3.Connection:
    """Open the index; None for an index in memory. One thread at a time may use it.

    Raises:
        OSError: the file can neither be opened nor made.
        sqlite3.DatabaseError: the file is no index, or has another version.
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
    """Make the tables. Writes are not synced: a power cut loses the newest, which are rebuilt."""
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
