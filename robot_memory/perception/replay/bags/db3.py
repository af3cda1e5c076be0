"""sqlite3 storage of rosbag2."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from robot_memory.perception.replay.bags.block import Channel, RawMessage, date_of
from robot_memory.perception.replay.recording import Defects, RecordingError

_T = TypeVar("_T")

LANGUAGES = {"ros2msg": "msg", "ros2idl": "idl"}
TABLES = ("messages", "topics", "message_definitions", "schema")
FURTHEST_JUMP = 1 << 40
"""Rows that are skipped at most to find a readable one."""


class Db3File:
    """One .db3 file."""

    def __init__(self, path: Path, defects: Defects) -> None:
        self._path = path
        self._defects = defects
        if _holds_something(path, "-journal"):
            reason = "the recording was not closed; its last rows may be damaged"
            defects.add(f"{path}-journal", reason)
        try:
            with closing(self._connect()) as database:
                if computed := _computed(database):
                    reason = f"its table {computed} is computed, and may have no end; not read"
                    raise RecordingError(path, reason)
                self.channels: Sequence[Channel] = list(self._read_channels(database))
                self.start, self.end = _span(database)
                if not self.channels and self.start is not None:
                    defects.add(str(path), "it lists no topic; its messages can't be read")
        except sqlite3.Error as error:
            raise RecordingError(path, f"the database can't be read ({error})") from error

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """Yield the messages on `channels`, in time order."""
        wanted = {channel.id: channel for channel in channels}
        latest = -1
        with closing(self._connect()) as database:
            self._note_strays(database)
            try:
                _check_index(database)
                for number, time, data in database.execute(
                    "SELECT topic_id, timestamp, data FROM messages "
                    f"WHERE topic_id IN ({_numbers(wanted)}) ORDER BY timestamp"
                ):
                    if not isinstance(time, int) or time < latest or not isinstance(data, bytes):
                        raise sqlite3.DatabaseError("rows are overwritten")
                    latest = time
                    yield RawMessage(time, wanted[number], data)
                return
            except sqlite3.Error as error:
                where = f"after {date_of(latest)} UTC" if latest >= 0 else "from the start"
                reason = f"damaged, read row by row instead ({error})"
                self._defects.add(f"{self._path}, {where}", reason)
            yield from self._salvage(database, wanted, latest)

    def _note_strays(self, database: sqlite3.Connection) -> None:
        """Report messages whose topic is not listed in the file; they are on no channel."""
        known = _numbers(channel.id for channel in self.channels)
        # A damaged row may hold NULL, which SQLite rules out because of the table's definition.
        listed = f"count(CASE WHEN topic_id IN ({known}) THEN 1 END)"
        try:
            query = f"SELECT count(*) - {listed} FROM messages NOT INDEXED"
            (count,) = database.execute(query).fetchone()
        except sqlite3.Error:  # `read` reports it
            return
        if count:
            reason = "messages of topics that it does not list, they are left out"
            self._defects.add(f"{self._path}, {count} rows", reason)

    def _salvage(
        self, database: sqlite3.Connection, wanted: Mapping[int, Channel], latest: int
    ) -> Iterator[RawMessage]:
        """Yield the readable messages after `latest`. Only their times and ids are in memory."""
        times, ids = array("q"), array("q")
        for row, time in self._rows(database, wanted):
            if isinstance(time, int) and time > latest:
                times.append(time)
                ids.append(row)
        for at in sorted(range(len(times)), key=times.__getitem__):
            number, data = _row(database, ids[at])
            if number in wanted and isinstance(data, bytes):
                yield RawMessage(times[at], wanted[number], data)
            else:
                self._defects.add(f"{self._path}, row {ids[at]}", "its data can't be read")

    def _rows(
        self, database: sqlite3.Connection, wanted: Collection[int]
    ) -> Iterator[tuple[int, Any]]:
        """Yield the id and time of each row; skip pages that cannot be read."""
        last, last_time, jump = 0, 0, 0
        while jump < FURTHEST_JUMP:
            query = (
                "SELECT id, timestamp FROM messages NOT INDEXED "
                f"WHERE topic_id IN ({_numbers(wanted)}) AND id > {last + jump} ORDER BY id"
            )
            try:
                for row, time in database.execute(query):
                    if row <= last + jump:  # SQLite trusts the order of a page
                        raise sqlite3.DatabaseError("rows are out of order")
                    if jump:
                        self._note_rows(f"{last + 1} to {row - 1}", f"{date_of(last_time)} UTC on")
                    last, last_time, jump = row, time if isinstance(time, int) else last_time, 0
                    yield row, time
                break
            except sqlite3.Error:
                jump = jump * 2 or 1
        if jump:
            self._note_rows(f"{last + 1} on", f"{date_of(last_time)} UTC on")

    def _note_rows(self, rows: str, times: str) -> None:
        self._defects.add(f"{self._path}, rows {rows}, {times}", "their pages can't be read")

    def _read_channels(self, database: sqlite3.Connection) -> Iterator[Channel]:
        distro = self._if_readable(_distro, database) or ""
        definitions = self._if_readable(_definitions, database) or {}
        for row in database.execute(
            "SELECT id, name, type, serialization_format FROM topics ORDER BY id"
        ):
            number, topic, type_name, encoding = row
            if [type(value) for value in row] != [int, str, str, str]:
                self._defects.add(f"{self._path}, topic {number!r:.40}", "its row is damaged")
                continue
            text, language = definitions.get(type_name, ("", ""))
            yield Channel(number, topic, type_name, encoding, text, language, distro)

    def _if_readable(
        self, read: Callable[[sqlite3.Connection], _T], database: sqlite3.Connection
    ) -> _T | None:
        """Read useful data without which messages can still be read."""
        try:
            return read(database)
        except sqlite3.Error as error:
            self._defects.note(str(self._path), f"read without its definitions of types ({error})")
            return None

    def _connect(self) -> sqlite3.Connection:
        """Open it without writing a byte, or with its write-ahead log if that still exists.

        With writable_schema SQLite also opens a file that was cut off; the file stays unchanged.
        """
        log_is_left = _holds_something(self._path, "-wal")
        mode = "mode=ro" if log_is_left else "mode=ro&immutable=1"
        database = sqlite3.connect(f"{self._path.absolute().as_uri()}?{mode}", uri=True)
        database.execute("PRAGMA writable_schema = ON")
        database.text_factory = lambda data: str(data, "utf-8", "replace")
        return database


def _holds_something(path: Path, suffix: str) -> bool:
    beside = path.with_name(path.name + suffix)
    return beside.exists() and beside.stat().st_size > 0


def _computed(database: sqlite3.Connection) -> str:
    """Return the table with computed rows, '' if none; rosbag2 writes no such table."""
    query = "SELECT lower(name), rootpage FROM sqlite_master WHERE type IN ('table', 'view')"
    for name, page in database.execute(query):
        if name not in TABLES:
            continue
        columns = database.execute(f"PRAGMA table_xinfo({name})")
        if not page or any(hidden for *_, hidden in columns):  # a view; a generated column
            return str(name)
    return ""


def _span(database: sqlite3.Connection) -> tuple[int | None, int | None]:
    """Return the time of the first and last message; a first time of 0: damaged, but readable."""
    try:
        first, last = database.execute(
            "SELECT min(timestamp), max(timestamp) FROM messages"
        ).fetchone()
    except sqlite3.Error:  # `read` reports it
        return 0, None
    if first is None and _count(database, "NOT INDEXED"):  # its index has lost them
        return 0, None
    if not isinstance(first, int | None) or not isinstance(last, int | None):
        return 0, None
    return first, last


def _check_index(database: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError if the index lacks rows, which SQLite would silently omit."""
    try:
        listed = _count(database, "INDEXED BY timestamp_idx")
    except sqlite3.OperationalError:  # without an index SQLite sorts the rows
        return
    if missing := _count(database, "NOT INDEXED") - listed:
        raise sqlite3.DatabaseError(f"the index of times lacks {missing} rows")


def _count(database: sqlite3.Connection, how: str) -> int:
    (count,) = database.execute(f"SELECT count(*) FROM messages {how}").fetchone()
    return int(count)


def _row(database: sqlite3.Connection, row: int) -> tuple[int, Any]:
    """Return the topic and data of a row; None for data that cannot be read."""
    try:
        found = database.execute(
            "SELECT topic_id, data FROM messages WHERE id = ?", (row,)
        ).fetchone()
    except sqlite3.Error:  # its pages are damaged or cut off
        found = None
    return found or (0, None)


def _numbers(wanted: Iterable[int]) -> str:
    return ",".join(str(int(number)) for number in sorted(wanted))


def _definitions(database: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return (definition, language) by type; rosbag2 stores them since Iron."""
    if not _has(database, "message_definitions"):
        return {}
    return {
        name: (text, LANGUAGES.get(encoding, ""))
        for name, encoding, text in database.execute(
            "SELECT topic_type, encoding, encoded_message_definition FROM message_definitions"
        )
        if isinstance(text, str)
    }


def _distro(database: sqlite3.Connection) -> str:
    if not _has(database, "schema"):
        return ""
    row = database.execute("SELECT ros_distro FROM schema").fetchone()
    return str(row[0]) if row else ""


def _has(database: sqlite3.Connection, table: str) -> bool:
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    return bool(database.execute(query, (table,)).fetchone()[0])
