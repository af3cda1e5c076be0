"""The distinct statements of the ledger, each once, for search."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from robot_memory.ledger.live_database import LiveDatabase
from robot_memory.ledger.observation import (
    LASTED,
    SOURCE_KIND,
    Kind,
    Source,
    claimed_name,
    stamp_from_text,
    stamp_text,
)
from robot_memory.ledger.row_worth import RowWorths, read_worths

# Rows of a limit say what it left out (rules.md §2.13).
# SQLite takes the other columns from the row that has the max().
_SQL = """
SELECT max(id), ts, kind, CASE WHEN detector = 'quota' AND json_valid(detail_json)
        THEN summary || coalesce(': ' || json_extract(detail_json, '$.message'), '')
        ELSE summary END AS said, topic, component, entry_id, count(*),
    CASE WHEN (kind IN ('note', 'attempt', 'correct', 'repaired')
            OR source NOT IN ('detector', 'person')) AND json_valid(detail_json)
        THEN json_extract(detail_json, '$.by') END AS said_by,
    source, source IN ('detector', 'person') AS own
FROM observations
WHERE id > ? AND id <= ? GROUP BY kind, entry_id, component, topic, said, own ORDER BY 1
"""
# Each is read from the index of rows; asked for together they would read all rows.
_ENDS = "SELECT (SELECT min(id) FROM observations), (SELECT max(id) FROM observations)"
_NEAR = 200  # rows that are read in vain, at most
_NEXT = "SELECT id, ts FROM observations WHERE id >= ? ORDER BY id LIMIT 1"
_MOST_WITHIN = 2_000  # rows of detectors, of persons, and of all others
_WITHIN = f"""
SELECT entry_id, max(ts) FROM (
    SELECT entry_id, ts, row_number() OVER (PARTITION BY {SOURCE_KIND} ORDER BY id DESC) AS place
    FROM observations WHERE id >= ? AND id < ? AND entry_id <> ''
        AND kind IN ('onset', 'present', 'note', 'place', 'limit'))
WHERE place <= ? AND ts >= ? AND ts < ? GROUP BY entry_id
"""
_FURTHER = 50_000  # rows after a time, among which the ends of what was there then are looked for
#: What began before the end of a time, and ended after its begin.
_THROUGH = f"""
SELECT DISTINCT entry_id FROM observations
WHERE id >= ?1 AND id < ?1 + {_FURTHER} AND kind = 'end' AND entry_id <> '' AND ts >= ?2
    AND CASE WHEN json_valid(detail_json) THEN
        julianday(ts) - json_extract(detail_json, '$.{LASTED}') / 86400.0 < julianday(?3) END
"""


@dataclass(frozen=True)
class DistinctStatement:
    """Rows that state the same about the same component.

    Attributes:
        time: when that was seen or said, UTC.
        kind, summary, topic, component, entry_id: as in all of them; of a limit, with what it left
            out.
        by: who said it, of a note, an attempt, a correction, a repair, and all that agents did: a
            person by name alone, an agent and who is only said to be a person with that; empty
            where nobody gave a name.
        is_own: whether a detector or a person of this robot says so.
    """

    row: int
    time: datetime
    kind: Kind
    summary: str
    topic: str
    component: str
    entry_id: str
    count: int
    by: str = ""
    is_own: bool = True


class StatementReader:
    """Reads a ledger while others may write to it. One thread at a time may use it.

    Args:
        path: ``observations.db``; it must exist.
    """

    def __init__(self, path: Path) -> None:
        self._database = LiveDatabase(path, None)
        self._worths: tuple[sqlite3.Connection, int, RowWorths] | None = None

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def after(self, number: int) -> tuple[int, list[DistinctStatement]]:
        """Return the newest row, and what the rows after row ``number`` say, oldest first."""
        connection = self._current()
        (last,) = connection.execute("SELECT max(id) FROM observations").fetchone()
        rows = connection.execute(_SQL, (number, last or 0)).fetchall()
        return int(last or 0), [_saying(row) for row in rows]

    def seen_within(self, start: datetime, end: datetime) -> dict[str, datetime]:
        """Return the entries that were seen, noted or there in a time, with the last time in it.

        Of a time with very many rows the newest ones are read.
        """
        connection = self._current()
        times = (stamp_text(start), stamp_text(end))
        first, last = (_row_before(connection, time) for time in times)
        after = last + _NEAR + 1
        rows = connection.execute(_WITHIN, (first, after, _MOST_WITHIN, *times)).fetchall()
        there = connection.execute(_THROUGH, (first, *times)).fetchall()
        seen = {entry_id: stamp_from_text(time) for entry_id, time in rows}
        return {**dict.fromkeys((entry_id for (entry_id,) in there), start), **seen}

    def worths(self) -> RowWorths:
        """Return what operators said of the rows; read again only where something has changed."""
        connection = self._current()
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if self._worths is None or self._worths[:2] != (connection, version):
            self._worths = (connection, version, read_worths(connection))
        return self._worths[2]

    def _current(self) -> sqlite3.Connection:
        self._database.follow()
        return self._database.connection


def _row_before(connection: sqlite3.Connection, time: str) -> int:
    """Return a row shortly before the first one of a time: rows are stored in the order of time."""
    low, high = connection.execute(_ENDS).fetchone()
    low, high = low or 0, (high or 0) + 1
    while high - low > _NEAR:
        middle = (low + high) // 2
        row = connection.execute(_NEXT, (middle,)).fetchone()
        if row is None or row[1] >= time:
            high = middle
        else:
            low = row[0] + 1
    return int(low)


def _saying(
    row: tuple[int, str, str, str, str, str, str, int, str | None, str, int],
) -> DistinctStatement:
    number, time, kind, summary, topic, component, entry_id, count, by, source, own = row
    return DistinctStatement(
        number, stamp_from_text(time), Kind(kind), summary, topic, component, entry_id, count,
        _named(by or "", source), bool(own),
    )  # fmt: skip


def _named(by: str, source: str) -> str:
    """Return the name of who said it, with what tells it from that of a person."""
    if source == Source.CLAIMED.value:
        return claimed_name(by)
    return f"{source} {by}" if by and source == Source.AGENT.value else by
