"""Corrects wrong times of rows.

In the present boot the uptime gives the right time (rules.md §4.2 and §4.6). For earlier boots the
order of rows helps (rules.md §4.5): it is right whatever the stamps say, and within a boot the
uptime is right. Times are corrected once :mod:`robot_memory.entries.pruning` allows it.

See docs/explanation/time.md, "Clocks that were wrong in earlier boots".
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from operator import itemgetter

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger.observation import (
    INSERT,
    Kind,
    Observation,
    Source,
    stamp_from_text,
    stamp_text,
    to_row,
)

#: A clock with a smaller error is not wrong.
STEP = timedelta(hours=1)

#: A row's number, boot, stamp and uptime.
Dated = tuple[int, str, str, float]


@dataclass(frozen=True)
class Stretch:
    """Consecutive rows of one boot.

    Attributes:
        first, last: their row ids.
        begin, end: the earliest and the latest stamp.
        booted: the start of the boot, computed from the last row.
        uptime: the highest uptime, s.
    """

    boot: str
    first: int
    last: int
    begin: datetime
    end: datetime
    booted: datetime
    uptime: float


@dataclass(frozen=True)
class Correction:
    """The right times of a stretch with a wrong clock.

    Attributes:
        booted: the latest possible start of its boot.
        floor: the time of the last trustworthy rows before it; None if there are none.
    """

    stretch: Stretch
    booted: datetime
    floor: datetime | None

    def time(self, uptime: float) -> datetime:
        """Return the latest possible time of an uptime in this boot."""
        latest = self.booted + timedelta(seconds=uptime)
        return latest if self.floor is None else max(self.floor, latest)


def stretches(rows: Iterable[Dated]) -> list[Stretch]:
    """Return the stretches of rows, which must be sorted by id."""
    return [_stretch(list(group)) for _, group in groupby(rows, key=itemgetter(1))]


def _stretch(rows: Sequence[Dated]) -> Stretch:
    first, last = rows[0], rows[-1]
    stamps = [stamp for _, _, stamp, _ in rows]  # of fixed width: they sort like times
    return Stretch(
        boot=first[1],
        first=first[0],
        last=last[0],
        begin=stamp_from_text(min(stamps)),
        end=stamp_from_text(max(stamps)),
        booted=stamp_from_text(last[2]) - timedelta(seconds=last[3]),
        uptime=max(uptime for _, _, _, uptime in rows),
    )


def corrections(found: Sequence[Stretch], now: Instant) -> list[Correction]:
    """Return the right times of other boots' stretches with impossible stamps.

    Earlier boots ended before this one began, and boots begin in the order of their rows. A wrong
    stretch gets the latest possible times: it ended when the next one began. So nothing looks
    unused for longer than it was.

    Args:
        found: all stretches, in the order of row ids.
        now: a reliable instant.
    """
    begun = now.earlier(0.0).time
    own = [number for number, stretch in enumerate(found) if stretch.boot == now.boot]
    since = min(own, default=len(found))
    floors: dict[int, datetime | None] = {}
    newest: datetime | None = None
    for number, stretch in enumerate(found):
        limit = begun if number < since else now.time
        is_ahead = stretch.end > limit + STEP
        is_behind = newest is not None and stretch.begin < newest - STEP
        if stretch.boot != now.boot and (is_ahead or is_behind):
            floors[number] = newest
        else:
            newest = max(filter(None, (newest, min(stretch.end, now.time))))
    fixed = []
    following = now.time if own else begun
    for number in range(len(found) - 1, -1, -1):
        stretch = found[number]
        if number in floors:
            following -= timedelta(seconds=stretch.uptime)
            fixed.append(Correction(stretch, following, floors[number]))
        else:
            following = begun if stretch.boot == now.boot else stretch.booted
    return fixed[::-1]


_ROWS = "SELECT id, boot_id, ts, uptime FROM observations ORDER BY id"
#: The tables with stamps: rows, and samples of normal operation.
_STAMPED = ("observations", "moments")
#: A row's id, its stamp, and the uptime at which it was made.
_Row = tuple[int, str, float]


class RowOrder:
    """Compares stamps with the order of rows, in a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def settle(self, now: Instant, *, after: int, is_ahead: bool) -> bool:
        """Correct the times in rows of ended boots, now that the clock has proved steady.

        A correction is recorded in a ``retime`` row for the fold: each wrong stamp with the right
        one, and the latest possible time of all rows.

        Args:
            now: a reliable instant.
            after: the last row in the memory file.
            is_ahead: the memory file has times after ``now``.

        Returns:
            Whether all times are right now; False if a newer row exists and nothing was done.
        """
        rows = self._connection.execute(_ROWS).fetchall()
        if rows and rows[-1][0] != after:
            return False
        moves: dict[str, str] = {}
        booted: dict[str, Correction] = {}
        for one in corrections(stretches(rows), now):
            booted[one.stretch.boot] = one
            span = (one.stretch.first, one.stretch.last)
            wrong = _read(self._connection, "observations", "id BETWEEN ? AND ?", *span)
            moves |= _move(self._connection, "observations", wrong, one.time)
        self._settle_moments(now, booted)
        if moves or is_ahead:
            summary = "times that a wrong clock gave to earlier rows were corrected"
            detail = {"moves": moves, "latest": stamp_text(now.time)}
            row = Observation(Kind.RETIME, now, summary, detector="clock", detail=detail)
            self._connection.execute(INSERT, to_row(row))
        return True

    def _settle_moments(self, now: Instant, known: Mapping[str, Correction]) -> None:
        """Give the samples of ended boots with a wrong clock their latest possible times.

        Args:
            known: by boot, the right times known from rows. Other samples after ``now`` belong to a
                boot without rows, which ended before this one began.
        """
        ahead = self._connection.execute(
            "SELECT boot_id, max(uptime) FROM moments WHERE ts > ? AND boot_id <> ? "
            "GROUP BY boot_id",
            (stamp_text(now.time + STEP), now.boot),
        )
        right: dict[str, Callable[[float], datetime]]
        right = {boot: partial(_ended, now, last) for boot, last in ahead.fetchall()}
        right |= {boot: one.time for boot, one in known.items()}
        for boot, time in right.items():
            moments = _read(self._connection, "moments", "boot_id = ?", boot)
            _move(self._connection, "moments", moments, time)


def _ended(now: Instant, last: float, uptime: float) -> datetime:
    """Return the time of an uptime in a boot that ended, at uptime ``last``, as this one began."""
    return now.earlier(0.0).time - timedelta(seconds=last) + timedelta(seconds=uptime)


def _read(connection: sqlite3.Connection, table: str, which: str, *values: object) -> list[_Row]:
    sql = f"SELECT rowid, ts, uptime FROM {table} WHERE {which}"
    return connection.execute(sql, values).fetchall()


def _move(
    connection: sqlite3.Connection, table: str, rows: list[_Row], right: Callable[[float], datetime]
) -> dict[str, str]:
    """Give rows of a table the right times for their uptimes; return the right stamps."""
    moved = [(stamp_text(right(uptime)), number) for number, _, uptime in rows]
    connection.executemany(f"UPDATE {table} SET ts = ? WHERE rowid = ?", moved)
    return {wrong: stamp for (_, wrong, _), (stamp, _) in zip(rows, moved, strict=True)}


def retime(connection: sqlite3.Connection, now: Instant) -> Observation:
    """Give the rows of this boot their right times, and return a row that records it.

    Args:
        now: a trusted instant; the times follow from it by uptime.
    """
    moves: dict[str, dict[str, str]] = {}
    for table in _STAMPED:
        rows = _read(connection, table, "boot_id = ? AND trusted = 0", now.boot)
        rows += _stepped(connection, table, now)
        moves[table] = _move(connection, table, rows, lambda uptime: now.earlier(uptime).time)
        connection.execute(f"UPDATE {table} SET trusted = 1 WHERE boot_id = ?", (now.boot,))
    summary = "the clock became trusted; times of this boot were corrected"
    detail = {"moves": moves["observations"]}
    return Observation(Kind.RETIME, now, summary, Source.DETECTOR, detector="clock", detail=detail)


def _stepped(connection: sqlite3.Connection, table: str, now: Instant) -> list[_Row]:
    """Return the trusted rows of this boot whose stamps are wrong by more than an hour."""
    rows = _read(connection, table, "boot_id = ? AND trusted = 1", now.boot)
    return [row for row in rows if abs(now.earlier(row[2]).time - stamp_from_text(row[1])) > STEP]


def has_stepped(connection: sqlite3.Connection, now: Instant) -> bool:
    """Whether the clock was set after rows or samples of this boot were stamped."""
    return any(_stepped(connection, table, now) for table in _STAMPED)
