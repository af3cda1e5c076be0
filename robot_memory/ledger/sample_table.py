"""The operating samples (table ``moments``): the older a day, the fewer samples are kept."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger.observation import stamp_from_text, stamp_text

#: Samples kept of the newest day; of a day n days earlier, 1/(1 + n) as many.
_MOST_A_DAY = 2000
_LEAST_A_DAY = 16
_DAYS = 400
_DIGITS = 6  # significant digits

#: A sample's position in the table: its stamp and its row id.
Place = tuple[str, int]
START: Place = ("", 0)


def add(
    connection: sqlite3.Connection, moments: Iterable[OperatingSample], *, may_drop: bool
) -> None:
    """Store samples, and thin out the days that have too many.

    Without ``may_drop``, because the clock may be wrong, other days lose none.
    """
    rows = [_row(moment) for moment in moments]
    if not rows:
        return
    before = _newest_day(connection)
    connection.executemany("INSERT INTO moments VALUES (?, ?, ?, ?, ?, ?)", rows)
    newest = _newest_day(connection) or date.min
    days = {row[0][:10] for row in rows}
    if may_drop and newest != before:
        oldest = (newest - timedelta(days=_DAYS)).isoformat()
        connection.execute("DELETE FROM moments WHERE ts < ?", (oldest,))
        days |= {
            day for (day,) in connection.execute("SELECT DISTINCT substr(ts, 1, 10) FROM moments")
        }
    for day in map(date.fromisoformat, days):
        _thin(connection, day, newest if may_drop else day)


def read(
    connection: sqlite3.Connection, after: Place, most: int
) -> list[tuple[Place, OperatingSample]]:
    """Return the next samples after a position in the table, oldest first, with their positions."""
    sql = (
        "SELECT ts, rowid, boot_id, uptime, trusted, seconds, values_json FROM moments "
        "WHERE (ts, rowid) > (?, ?) ORDER BY ts, rowid LIMIT ?"
    )
    return [
        (
            (ts, row),
            OperatingSample(
                Instant(stamp_from_text(ts), at, boot, bool(ok)), seconds, json.loads(values)
            ),
        )
        for ts, row, boot, at, ok, seconds, values in connection.execute(sql, (*after, most))
    ]


def _newest_day(connection: sqlite3.Connection) -> date | None:
    newest = connection.execute("SELECT max(ts) FROM moments").fetchone()[0]
    return None if newest is None else stamp_from_text(newest).date()


def _thin(connection: sqlite3.Connection, day: date, newest: date) -> None:
    """Delete every second sample of a day with too many; the next sample stands for both."""
    most = max(_LEAST_A_DAY, _MOST_A_DAY // (1 + (newest - day).days))
    rows = connection.execute(
        "SELECT rowid, seconds FROM moments WHERE ts >= ? AND ts < ? ORDER BY ts, rowid",
        (day.isoformat(), (day + timedelta(days=1)).isoformat()),
    ).fetchall()
    kept = rows
    while len(kept) > most:
        kept = _halved(kept)
    if len(kept) == len(rows):
        return
    ids = {number for number, _ in kept}
    gone = [(number,) for number, _ in rows if number not in ids]
    connection.executemany("DELETE FROM moments WHERE rowid = ?", gone)
    changed = [(seconds, number) for number, seconds in kept]
    connection.executemany("UPDATE moments SET seconds = ? WHERE rowid = ?", changed)


def _halved(rows: list[tuple[int, float]]) -> list[tuple[int, float]]:
    pairs = zip(rows[0::2], rows[1::2], strict=False)
    return [(later[0], earlier[1] + later[1]) for earlier, later in pairs] + rows[len(rows) & ~1 :]


def _row(moment: OperatingSample) -> tuple[str, str, float, int, float, str]:
    at = moment.instant
    values = {name: _plain(value) for name, value in sorted(moment.values.items())}
    known = {name: value for name, value in values.items() if value is not None}
    text = json.dumps(known, ensure_ascii=False, allow_nan=False)
    return stamp_text(at.time), at.boot, at.uptime, int(at.trusted), moment.seconds, text


def _plain(value: float | str) -> float | str | None:
    if isinstance(value, str):
        return value
    return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else None


@dataclass(frozen=True)
class OperatingSample:
    """The operating conditions of the robot at one moment.

    Attributes:
        seconds: the running time until then that the sample stands for.
        values: operating conditions by name: numbers, or words such as a mode.
    """

    instant: Instant
    seconds: float
    values: Mapping[str, float | str] = field(default_factory=dict)

    @property
    def time(self) -> datetime:
        """The time of the sample, UTC."""
        return self.instant.time
