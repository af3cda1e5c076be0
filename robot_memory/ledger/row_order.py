"""Right times for rows whose times are wrong.

Within this boot the uptime tells them (rules.md §4.2 and §4.6), for earlier boots the order of
rows does (rules.md §4.5).
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import sample_table
from robot_memory.ledger.boot_order import STEP, Correction, corrections, stretches
from robot_memory.ledger.observation import (
    INSERT,
    Kind,
    Observation,
    Source,
    stamp_from_text,
    stamp_text,
    to_row,
)

_ROWS = "SELECT id, boot_id, ts, uptime FROM observations ORDER BY id"


_SELECT = "SELECT id, ts, uptime FROM observations WHERE boot_id = ? AND trusted = ?"
_UPDATE = "UPDATE observations SET ts = ?, trusted = 1 WHERE id = ?"
#: A row's number, its stamp, and the uptime at which it was made.
Row = tuple[int, str, float]


class RowOrder:
    """Compares stamps with the order of rows, in a transaction."""

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
            self._connection.execute(INSERT, to_row(row))
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


def retime(connection: sqlite3.Connection, now: Instant) -> Observation:
    """Give the rows of this boot their right times, and return the row that tells of it.

    Args:
        connection: to the ledger, in a transaction.
        now: a trusted instant; row and boot times are related to it by uptime.
    """
    provisional: list[Row] = connection.execute(_SELECT, (now.boot, 0)).fetchall()
    moves: dict[str, str] = {}
    for number, wrong, uptime in [*provisional, *stepped_rows(connection, now)]:
        moves[wrong] = stamp_text(now.earlier(uptime).time)
        connection.execute(_UPDATE, (moves[wrong], number))
    sample_table.retime(connection, now)
    summary = "the clock became trusted; times of this boot were corrected"
    row = Observation(Kind.RETIME, now, summary, Source.DETECTOR, detail={"moves": moves})
    return replace(row, detector="clock")


def stepped_rows(connection: sqlite3.Connection, now: Instant) -> list[Row]:
    """Return the trusted rows of this boot that are more than an hour off."""
    return [
        (number, ts, uptime)
        for number, ts, uptime in connection.execute(_SELECT, (now.boot, 1))
        if abs(now.earlier(uptime).time - stamp_from_text(ts)) > STEP
    ]


def has_stepped(connection: sqlite3.Connection, now: Instant) -> bool:
    """Tell whether rows or moments of this boot are dated by a clock that was set since."""
    return bool(stepped_rows(connection, now) or sample_table.stepped(connection, now))
