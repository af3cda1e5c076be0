"""Right times for rows that were stored before the clock was trusted (rules.md §4.2)."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta

from robot_memory.clock import Instant
from robot_memory.ledger import moments
from robot_memory.ledger.observation import Kind, Observation, Source, stamp_text

_SELECT = "SELECT id, ts, uptime FROM observations WHERE boot_id = ? AND trusted = 0"
_UPDATE = "UPDATE observations SET ts = ?, trusted = 1 WHERE id = ?"


def retime(connection: sqlite3.Connection, now: Instant) -> Observation:
    """Give the rows of this boot their right times, and return the row that tells of it.

    Args:
        connection: to the ledger, in a transaction.
        now: a trusted instant; row and boot times are related to it by uptime.
    """
    moves: dict[str, str] = {}
    for number, wrong, uptime in connection.execute(_SELECT, (now.boot,)).fetchall():
        moves[wrong] = stamp_text(now.time - timedelta(seconds=now.uptime - uptime))
        connection.execute(_UPDATE, (moves[wrong], number))
    moments.retime(connection, now)
    summary = "the clock became trusted; times of this boot were corrected"
    row = Observation(Kind.RETIME, now, summary, Source.DETECTOR, detail={"moves": moves})
    return replace(row, detector="clock")
