"""Right times for rows whose times are wrong: their uptime tells (rules.md §4.2)."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from robot_memory.clock import Instant
from robot_memory.ledger import sample_table
from robot_memory.ledger.boot_order import STEP
from robot_memory.ledger.observation import (
    Kind,
    Observation,
    Source,
    stamp_from_text,
    stamp_text,
)

_SELECT = "SELECT id, ts, uptime FROM observations WHERE boot_id = ? AND trusted = ?"
_UPDATE = "UPDATE observations SET ts = ?, trusted = 1 WHERE id = ?"

#: A row's number, its stamp, and the uptime at which it was made.
Row = tuple[int, str, float]


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
