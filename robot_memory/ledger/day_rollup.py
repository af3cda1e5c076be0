"""Folds old rows of the ledger and deletes old attempts (rules.md §7.1 and §13.6).

:mod:`.day_row` decides which rows become one,
:mod:`robot_memory.long_term.night_shift.ledger_maintenance` which rows stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from datetime import datetime

from robot_memory.ledger import database_connection, schema
from robot_memory.ledger.day_row import FOLDED, DayRow
from robot_memory.ledger.observation import (
    SOURCE_KIND,
    Kind,
    Observation,
    json_text,
    read_rows,
    stamp_text,
)
from robot_memory.ledger.position import REPORTED_TASKS
from robot_memory.ledger.row_worth import EVIDENCE_KINDS, RowWorths, read_worths

_OCCURRENCE = (Kind.ONSET.value, Kind.PRESENT.value, Kind.END.value)
_RAW = """
SELECT entry_id, max(component) FROM observations
WHERE kind IN (?, ?, ?) AND ts < ? AND trusted = 1 AND instr(detail_json, ?) = 0 AND entry_id <> ''
GROUP BY entry_id ORDER BY min(id)
"""
_EVIDENCE_SQL = f"WHERE kind IN ({', '.join('?' * len(EVIDENCE_KINDS))}) ORDER BY id DESC LIMIT ?"
_OLD_ATTEMPTS = f"""
SELECT * FROM observations WHERE id IN (SELECT id FROM (
    SELECT id, ts, {SOURCE_KIND} AS told_by,
        row_number() OVER (PARTITION BY component, {SOURCE_KIND} ORDER BY id DESC) AS of_task,
        row_number() OVER (PARTITION BY {SOURCE_KIND} ORDER BY id DESC) AS of_all
    FROM observations WHERE kind = 'attempt' AND trusted = 1
) WHERE (of_task > ? OR (told_by = '' AND of_all > ?)) AND ts < ?) ORDER BY id
"""
_KEEP_COUNT = """
INSERT INTO exposure SELECT substr(ts, 1, 10), ?, ?, 1.0 FROM observations
WHERE id = ? AND source <> 'detector'
ON CONFLICT DO UPDATE SET seconds = seconds + excluded.seconds
"""
_OF_ENTRIES = """
SELECT entry_id, max(id) AS last, min(
    source = 'detector' AND trusted = 1 AND kind IN (?, ?, ?)
    AND ts < ? AND id <= ? AND id NOT IN (SELECT row FROM place_events)
) FROM observations WHERE entry_id <> '' GROUP BY entry_id ORDER BY last DESC
"""
#: In the table of metadata: the last row whose evidence was archived.
ARCHIVED = "evidence_archived"
_NEWEST = f"""
SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY {SOURCE_KIND} ORDER BY id DESC) AS place
    FROM observations WHERE entry_id = ?
) WHERE place <= ?
"""


class DayRollup:
    """Works on the ledger's connection, which nobody else may use meanwhile."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def raw(self, before: datetime) -> dict[str, str]:
        """Return the entries with unfolded evidence from before a time, with their parts."""
        values = (*_OCCURRENCE, stamp_text(before), f'"{FOLDED}"')
        return {str(entry): str(part) for entry, part in self._connection.execute(_RAW, values)}

    def newest(self, entry_id: str, count: int) -> frozenset[int]:
        """Return the newest rows about an entry: of detectors, of persons, and of all others."""
        rows = self._connection.execute(_NEWEST, (entry_id, count))
        return frozenset(int(row) for (row,) in rows)

    def newest_evidence(self, newest: int) -> list[Observation]:
        """Return the newest rows of evidence kinds, oldest first."""
        values = (*(kind.value for kind in EVIDENCE_KINDS), newest)
        return read_rows(self._connection, _EVIDENCE_SQL, values)[::-1]

    def worths(self) -> RowWorths:
        """Return the operators' judgements of the rows (document 004)."""
        return read_worths(self._connection)

    def old_attempts(
        self, before: datetime, newest: int, of_agents: int, named: Collection[int]
    ) -> list[dict[str, object]]:
        """Return old attempts before a time as JSON data by column, oldest first.

        Args:
            before: UTC.
            newest: so many attempts of each task stay, of detectors, of persons, and of all others.
            of_agents: so many attempts at all tasks stay from the latter, who could invent any
                number of tasks.
            named: rows named in packets and receipts, which stay.
        """
        found = self._records(_OLD_ATTEMPTS, (newest, of_agents, stamp_text(before)))
        return [row for row in found if row["id"] not in named]

    def drop_attempts(self, rows: Collection[int]) -> None:
        """Delete attempts; reported ones stay counted per day, as exposure (rules.md §11.8)."""
        with database_connection.transaction(self._connection):
            counted = ((*REPORTED_TASKS, row) for row in rows)
            self._connection.executemany(_KEEP_COUNT, counted)
            self._delete(rows)

    def departed(
        self, kept: Collection[str], most: int, before: datetime, up_to: int
    ) -> list[tuple[str, int]]:
        """Return entries whose evidence may be archived, each with its newest row, oldest first.

        These entries have left the memory; the newest of them keep their evidence. Only the
        detectors' evidence is archived, and nothing that a place counts.

        Args:
            kept: entries that have not left.
            most: the number of newest departed detector entries that keep their evidence.
            before: UTC; newer evidence stays.
            up_to: rows with a greater id are not saved yet.
        """
        values = (*_OCCURRENCE, stamp_text(before), up_to)
        found = self._connection.execute(_OF_ENTRIES, values).fetchall()
        gone = [(str(entry), int(last)) for entry, last, leaves in found
                if leaves and entry not in kept]  # fmt: skip
        return gone[most:][::-1]

    def records(self, entry_id: str) -> list[dict[str, object]]:
        """Return the rows of an entry as JSON data by column, oldest first."""
        sql = "SELECT * FROM observations WHERE entry_id = ? ORDER BY id"
        return self._records(sql, (entry_id,))

    def _records(self, sql: str, values: tuple[object, ...]) -> list[dict[str, object]]:
        cursor = self._connection.execute(sql, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def remove(self, rows: Collection[int]) -> None:
        """Delete archived rows; readers that cache the rows then read all of them again."""
        with database_connection.transaction(self._connection):
            self._delete(rows)
            schema.set_meta(self._connection, ARCHIVED, str(max(rows)))

    def _delete(self, rows: Iterable[int]) -> None:
        sql = "DELETE FROM observations WHERE id = ?"
        self._connection.executemany(sql, ((row,) for row in rows))

    def fold(self, days: Iterable[DayRow]) -> int:
        """Replace rows by one folded row per day, in one transaction; return the number removed.

        If a row was changed since it was read, for example by an operator, all rows of that day
        stay.
        """
        with database_connection.transaction(self._connection):
            return sum(map(self._fold, days))

    def _fold(self, day: DayRow) -> int:
        if not all(map(self._is_as_read, (day.kept, *day.removed))):
            return 0
        self._connection.execute(
            "UPDATE observations SET detail_json = ? WHERE id = ?",
            (json_text(day.detail), day.kept.id),
        )
        self._delete(row.id for row in day.removed)
        return len(day.removed)

    def _is_as_read(self, row: Observation) -> bool:
        sql = "SELECT 1 FROM observations WHERE id = ? AND detail_json = ?"
        return bool(self._connection.execute(sql, (row.id, json_text(row.detail))).fetchone())
