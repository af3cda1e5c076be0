"""Rows that boots with a wrong clock left get times that fit their order (rules.md §4.5)."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from robot_memory.clock import Instant
from robot_memory.ledger import sample_table
from robot_memory.ledger.boot_order import Correction, corrections, stretches
from robot_memory.ledger.observation import COLUMNS, Kind, Observation, stamp_text, to_row

_ROWS = "SELECT id, boot_id, ts, uptime FROM observations ORDER BY id"
_INSERT = (
    f"INSERT INTO observations ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
)


class RowOrder:
    """Compares stamps with the order of rows, in a transaction.

    Args:
        connection: to the ledger.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def settle(self, now: Instant, *, after: int, is_ahead: bool) -> bool:
        """Correct the times that ended boots left, now that the clock has proved steady.

        Where something is corrected, a ``retime`` row says so, for the fold: each wrong stamp
        beside the right one, and the time after which nothing can have been.

        Args:
            now: an instant that can be relied on.
            after: the last row that the memory file speaks for.
            is_ahead: the memory file has times after now.

        Returns:
            Whether all is right now; False where a newer row exists and nothing was done.
        """
        rows = self._connection.execute(_ROWS).fetchall()
        if rows and rows[-1][0] != after:
            return False
        found = corrections(stretches(rows), now)
        moves: dict[str, str] = {}
        for correction in found:
            moves |= self._correct(correction)
        sample_table.settle(self._connection, now, {one.stretch.boot: one for one in found})
        if moves or is_ahead:
            summary = "times that a wrong clock gave to earlier rows were corrected"
            detail = {"moves": moves, "latest": stamp_text(now.time)}
            row = replace(Observation(Kind.RETIME, now, summary, detail=detail), detector="clock")
            self._connection.execute(_INSERT, to_row(row))
        return True

    def _correct(self, correction: Correction) -> dict[str, str]:
        stretch = correction.stretch
        rows = self._connection.execute(
            "SELECT id, ts, uptime FROM observations WHERE id BETWEEN ? AND ?",
            (stretch.first, stretch.last),
        ).fetchall()
        right = {number: stamp_text(correction.time(uptime)) for number, _, uptime in rows}
        self._connection.executemany(
            "UPDATE observations SET ts = ? WHERE id = ?",
            [(stamp, number) for number, stamp in right.items()],
        )
        return {wrong: right[number] for number, wrong, _ in rows}
