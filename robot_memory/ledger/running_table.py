"""How long the robot ran, and drove, in each hour of the clock."""

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
