"""Finds boots with a wrong clock, and the latest possible times of their rows (rules.md §4.5).

Row numbers are the true order, whatever the stamps say, and within a boot the uptime is right.
Pure: rows and the time in, right times out. The times are corrected once
:mod:`robot_memory.entries.pruning` allows it.

See docs/explanation/time.md, "Clocks that were wrong in earlier boots".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger.observation import stamp_from_text

#: A clock that is off by less is not wrong.
STEP = timedelta(hours=1)

#: A row's number, boot, stamp and uptime.
Dated = tuple[int, str, str, float]


@dataclass(frozen=True)
class Stretch:
    """Rows of one boot that follow each other.

    Attributes:
        first, last: their row numbers.
        begin, end: the earliest and the latest stamp.
        booted: when the boot began, by the last row.
        uptime: the highest uptime.
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
    """Right times for a stretch whose clock was wrong.

    Attributes:
        booted: the latest time at which its boot can have begun.
        floor: the time of trustworthy rows before it; None where there are none.
    """

    stretch: Stretch
    booted: datetime
    floor: datetime | None

    def time(self, uptime: float) -> datetime:
        """Return the latest time that an uptime of this boot can have been."""
        latest = self.booted + timedelta(seconds=uptime)
        return latest if self.floor is None else max(self.floor, latest)


def stretches(rows: Iterable[Dated]) -> list[Stretch]:
    """Return the stretches of rows that are in the order of their numbers."""
    return [_stretch(list(group)) for _, group in groupby(rows, key=itemgetter(1))]


def _stretch(rows: Sequence[Dated]) -> Stretch:
    first, last = rows[0], rows[-1]
    stamps = [stamp for _, _, stamp, _ in rows]  # of one width: they sort as times do
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
    """Return the right times of the stretches of other boots whose stamps cannot be right.

    Earlier boots ended before this one began, and none began before what came before it. Each
    wrong one is dated as late as it can have been: it ended when the next one began. So nothing
    looks unused for longer than it was.

    Args:
        found: all stretches, in the order of row numbers.
        now: an instant that can be relied on.
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
