"""The newest row about each peer, and the sequence number of this robot's own updates.

Specification: rules.md §6.4 and §6.12.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from robot_memory.ledger.observation import Kind, Observation, read_rows
from robot_memory.ledger.schema import meta, set_meta

_SEQUENCE, _TOLD = "peer_sequence", "peer_told"
_EVERY = 2**63 - 1


class PeerTable:
    """Needs a transaction of the ledger, except for reading."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def newest(self) -> list[Observation]:
        """Return the newest row about each robot."""
        condition = (
            "WHERE id IN (SELECT max(id) FROM observations WHERE kind = 'peer' GROUP BY component) "
            "ORDER BY id"
        )
        return read_rows(self._connection, condition, ())

    def drop_superseded(self, rrn: str) -> None:
        """Delete a robot's rows that a newer row replaces and that the memory file includes.

        Each row holds everything that the robot said: without this, a robot with many updates would
        fill the disk. A row that an operator changed stays, so that the change can be undone.
        """
        self._drop_older(rrn, int(meta(self._connection, "saved") or 0))

    def _drop_older(self, rrn: str, last: int) -> None:
        self._connection.execute(
            "DELETE FROM observations WHERE kind = 'peer' AND component = ?1 AND id <= ?2 AND id < "
            "(SELECT max(id) FROM observations WHERE kind = 'peer' AND component = ?1) "
            "AND json_extract(detail_json, '$.optimization.assist') IS NULL",
            (rrn, last),
        )

    def erase(self, rrn: str, entry_ids: Iterable[str]) -> None:
        """Delete the texts of entries that a robot deleted on request.

        All rows about the robot except the newest are deleted, even if the memory file does not
        include them yet: the newest row holds everything that the robot says. A row that an
        operator changed stays, so that receipts can be verified. A local agent's echo of the
        robot's words keeps its row, without the text. SQLite overwrites the pages.
        """
        self._connection.execute("PRAGMA secure_delete = ON")  # until this connection ends
        self._drop_older(rrn, _EVERY)
        self._connection.executemany(
            "UPDATE observations SET summary = ? WHERE kind = ? AND entry_id = ?",
            [(f"words that {rrn} deleted on request", Kind.ECHO.value, one) for one in entry_ids],
        )

    def told(self) -> str:
        """Return the last text of :meth:`note_told`; empty before the first."""
        return meta(self._connection, _TOLD) or ""

    def note_told(self, text: str) -> None:
        """Note what this robot has told other robots."""
        set_meta(self._connection, _TOLD, text)

    def next_sequence(self, least: int) -> int:
        """Return a new sequence number, and store it.

        The transaction's commit makes it durable: no crash or restart can reuse it. ``least``,
        which grows with time, keeps numbers unique even after an old backup was restored.
        """
        number = max(int(meta(self._connection, _SEQUENCE) or 0) + 1, least)
        set_meta(self._connection, _SEQUENCE, number)
        return number
