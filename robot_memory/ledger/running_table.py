"""How long the robot ran and drove in each hour; when it was started; when onsets came."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from robot_memory.ledger.observation import stamp_from_text

_DRIVES = 0.05  # m/s above which a robot drives
_SQL = """
SELECT substr(ts, 1, 13), SUM(seconds),
       SUM(CASE WHEN abs(json_extract(values_json, '$.speed')) > ? THEN seconds ELSE 0 END)
FROM moments GROUP BY 1 ORDER BY 1
"""
_STARTS_SQL = "SELECT MIN(ts) FROM moments GROUP BY boot_id ORDER BY 1"
_MOST = 20  # onsets that are looked at, the newest
# A fault may stop the robot before it is confirmed: the speed a little before it counts.
_ONSETS_SQL = """
SELECT COUNT(speed), IFNULL(SUM(abs(speed) > ?), 0) FROM (
    SELECT COALESCE(json_extract(detail_json, '$.before.speed'),
                    json_extract(context_json, '$.speed')) AS speed
    FROM observations WHERE entry_id = ? AND kind = 'onset' ORDER BY id DESC LIMIT ?)
"""
_MOST_TIMES = 50  # onsets whose times are looked at, the newest
_TIMES_SQL = """
SELECT ts, COALESCE(json_extract(detail_json, '$.folded.count'), 1) FROM observations
WHERE entry_id = ? AND kind = 'onset' ORDER BY id DESC LIMIT ?
"""


@dataclass(frozen=True)
class RunningHour:
    """An hour of the clock in which the robot ran.

    Attributes:
        begin: its begin, UTC.
        ran: seconds of operation in it.
        driven: seconds in it in which the robot drove.
    """

    begin: datetime
    ran: float
    driven: float


def read_hours(connection: sqlite3.Connection) -> tuple[RunningHour, ...]:
    """Return the hours in which the robot ran, oldest first."""
    return tuple(
        RunningHour(stamp_from_text(f"{hour}:00:00Z"), float(ran), float(driven))
        for hour, ran, driven in connection.execute(_SQL, (_DRIVES,))
    )


def read_starts(connection: sqlite3.Connection) -> tuple[datetime, ...]:
    """Return when the robot was started, as far as that is known, oldest first."""
    return tuple(stamp_from_text(first) for (first,) in connection.execute(_STARTS_SQL))


@dataclass(frozen=True)
class DrivenOnsets:
    """The newest onsets of an entry at which the speed was known.

    Attributes:
        known: how many there are, 20 at most.
        driven: those of them that came while the robot drove.
    """

    known: int
    driven: int


def read_driven_onsets(connection: sqlite3.Connection, entry_id: str) -> DrivenOnsets:
    """Return how many of an entry's newest onsets came while the robot drove."""
    (row,) = connection.execute(_ONSETS_SQL, (_DRIVES, entry_id, _MOST))
    return DrivenOnsets(int(row[0]), int(row[1]))


def read_onsets(connection: sqlite3.Connection, entry_id: str) -> tuple[tuple[datetime, int], ...]:
    """Return when the newest onsets of an entry came, and how many, newest first.

    Those of a day that were rolled up are one, at the last of them.
    """
    found = connection.execute(_TIMES_SQL, (entry_id, _MOST_TIMES))
    return tuple((stamp_from_text(ts), int(count)) for ts, count in found)
