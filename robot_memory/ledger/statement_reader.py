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

# Rows of a quota include what it left out (rules.md §2.13).
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
# As two subqueries each uses the index; one query with both would read all rows.
_ENDS = "SELECT (SELECT min(id) FROM observations), (SELECT max(id) FROM observations)"
_NEAR = 200  # rows that may be read in vain
_NEXT = "SELECT id, ts FROM observations WHERE id >= ? ORDER BY id LIMIT 1"
_MOST_WITHIN = 2_000  # rows of detectors, of persons, and of all others
_WITHIN = f"""
SELECT entry_id, max(ts) FROM (
    SELECT entry_id, ts, row_number() OVER (PARTITION BY {SOURCE_KIND} ORDER BY id DESC) AS place
    FROM observations WHERE id >= ? AND id < ? AND entry_id <> ''
        AND kind IN ('onset', 'present', 'note', 'place', 'limit'))
WHERE place <= ? AND ts >= ? AND ts < ? GROUP BY entry_id
"""
_FURTHER = 50_000  # rows after a period in which the ends of its faults are searched
#: Faults that began before the end of a period and ended after its start.
_THROUGH = f"""
SELECT DISTINCT entry_id FROM observations
WHERE id >= ?1 AND id < ?1 + {_FURTHER} AND kind = 'end' AND entry_id <> '' AND ts >= ?2
    AND CASE WHEN json_valid(detail_json) THEN
        julianday(ts) - json_extract(detail_json, '$.{LASTED}') / 86400.0 < julianday(?3) END
"""


@dataclass(frozen=True)
class DistinctStatement:
    """Rows with the same statement about the same component.

    Attributes:
        time: the newest time of the statement, UTC.
        kind, summary, topic, component, entry_id: equal in all rows; the summary of a quota's row
            includes what it left out.
        by: the speaker of a note, an attempt, a correction or a repair, and of all that agents did;
            a person by name only, an agent or a claimed person with that mark; empty if unnamed.
        is_own: whether the source is a detector or a person of this robot.
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
    """Reads a ledger while others may write it. One thread at a time may use it.

    Args:
        path: ``observations.db``; it must exist.
    """

    def __init__(self, path: Path) -> None:
        self._database = LiveDatabase(path, None)
        self._worths: tuple[sqlite3.Connection, int, RowWorths] | None = None

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def after(self, number: int) -> tuple[int, list[DistinctStatement]]:
        """Return the newest row's id, and the statements after row ``number``, oldest first."""
        connection = self._current()
        (last,) = connection.execute("SELECT max(id) FROM observations").fetchone()
        rows = connection.execute(_SQL, (number, last or 0)).fetchall()
        return int(last or 0), [_saying(row) for row in rows]

    def seen_within(self, start: datetime, end: datetime) -> dict[str, datetime]:
        """Return the entries seen, noted or present in a period, with their last time in it.

        Of very many rows only the newest are read.
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
        """Return the operators' judgements of the rows, cached until the database changes."""
        connection = self._current()
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if self._worths is None or self._worths[:2] != (connection, version):
            self._worths = (connection, version, read_worths(connection))
        return self._worths[2]

    def _current(self) -> sqlite3.Connection:
        self._database.follow()
        return self._database.connection


def _row_before(connection: sqlite3.Connection, time: str) -> int:
    """Return the id of a row shortly before a time; rows are stored in the order of time."""
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
    """Return the speaker's name, marked unless the speaker is a person."""
    if source == Source.CLAIMED.value:
        return claimed_name(by)
    return f"{source} {by}" if by and source == Source.AGENT.value else by
