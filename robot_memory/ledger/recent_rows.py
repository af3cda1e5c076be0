"""Summaries of the newest rows, in bounded time for a ledger of any size.

Whether a fault goes on, or how it ended: rules.md §1.15.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from robot_memory.ledger.day_row import FOLDED
from robot_memory.ledger.ledger_notes import LedgerNotes
from robot_memory.ledger.observation import (
    HELD,
    LASTED,
    SOURCE_KIND,
    Kind,
    Observation,
    Source,
    stamp_from_text,
    stamp_text,
)
from robot_memory.ledger.position import (
    DISTANCE,
    GOALS,
    REPORTED_TASKS,
    Position,
    passes_variable,
)

#: In a row's detail: seen only at moments, such as a logged line; it goes on if it came again.
MOMENTARY = "momentary"
#: In the detail of an onset: it comes and goes, and each row says how long it was present.
INTERMITTENT = "intermittent"
#: In the detail of a row: whether it is seen; false if nothing more was heard of it, true if it is
#: seen again.
SEEN = "seen"
#: Rows that begin or end an occurrence, and repeats of momentary ones. The hourly rows of a lasting
#: fault say nothing beyond its onset.
_COURSE = f"""(kind IN ('onset', 'end', 'place')
    OR (kind = 'present' AND json_extract(detail_json, '$.{MOMENTARY}')))"""
#: The number of newest rows that are searched for positions.
_NEWEST = 20_000
_NEWEST_OF = f"""
WHERE id IN (SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY {SOURCE_KIND} ORDER BY id DESC) AS place
    FROM observations WHERE (entry_id IN (SELECT value FROM json_each(?1)) OR id IN (
        SELECT e.row FROM place_events e JOIN places p ON p.id = e.place
        WHERE p.entry_id IN (SELECT value FROM json_each(?1))))
    AND kind IN (SELECT value FROM json_each(?2))
) WHERE place <= ?3) ORDER BY id DESC
"""


def each(column: str) -> str:
    """Return the start of a query on ``each_value (value)``: a column's distinct values.

    It needs one seek per value; DISTINCT would read every row.

    Args:
        column: the first column of an index of ``observations``, never NULL.
    """
    return (
        "WITH RECURSIVE each_value (value) AS ("
        f"SELECT min({column}) FROM observations UNION ALL "
        f"SELECT (SELECT min({column}) FROM observations WHERE {column} > value) FROM each_value "
        "WHERE value IS NOT NULL) "
    )


_SINCE = (
    f"{each('boot_id')} SELECT o.id FROM each_value JOIN observations o "
    f"ON o.boot_id = value AND o.ts >= ? WHERE o.entry_id <> '' AND {_COURSE}"
)
_OF_ENTRIES = f"SELECT id FROM observations WHERE ts >= ? AND {_COURSE} AND entry_id IN ({{}})"
_DRIVES = 0.05  # m/s; a faster robot is driving
_HOURS = """
SELECT substr(ts, 1, 13), SUM(seconds),
       SUM(CASE WHEN abs(json_extract(values_json, '$.speed')) > ? THEN seconds ELSE 0 END)
FROM moments GROUP BY 1 ORDER BY 1
"""
# A fault may stop the robot before it is confirmed, so the speed shortly before counts.
_DRIVEN = """
SELECT COUNT(speed), IFNULL(SUM(abs(speed) > ?), 0) FROM (
    SELECT COALESCE(json_extract(detail_json, '$.before.speed'),
                    json_extract(context_json, '$.speed')) AS speed
    FROM observations WHERE entry_id = ? AND kind = 'onset' ORDER BY id DESC LIMIT 20)
"""
_TIMES = """
SELECT ts, COALESCE(json_extract(detail_json, '$.folded.count'), 1) FROM observations
WHERE entry_id = ? AND kind = 'onset' ORDER BY id DESC LIMIT 50
"""
# Kinds that only a watching node stores; any process may store conclusions from rows.
_BOOT = """
SELECT boot_id FROM (
    SELECT * FROM (
        SELECT boot_id, ts FROM observations WHERE source = 'detector' AND kind IN
            ('onset', 'present', 'end', 'follows', 'event', 'version') ORDER BY id DESC LIMIT 1)
    UNION ALL SELECT boot_id, max(ts) FROM moments
) WHERE ts IS NOT NULL ORDER BY ts DESC LIMIT 1
"""
_LAST = f"""
SELECT ts, kind, key, boot_id, detail_json FROM observations
WHERE entry_id = ? AND key IS NOT NULL AND kind <> 'place'
    AND ({_COURSE} OR (kind = 'present' AND json_type(detail_json, '$.{SEEN}') IS NOT NULL))
ORDER BY id DESC LIMIT 20
"""


@dataclass(frozen=True)
class RunningHour:
    """An hour in which the robot ran: its start, UTC; the seconds it ran, and drove, in it."""

    begin: datetime
    ran: float
    driven: float


@dataclass(frozen=True)
class DrivenOnsets:
    """Of an entry's newest 20 onsets: those with a known speed, and those while driving."""

    known: int
    driven: int


@dataclass(frozen=True)
class LastOccurrence:
    """The last occurrence of an entry's fault.

    Attributes:
        time: the onset if it goes on, of several the first; else the time of the newest row. UTC.
        boot: the boot of ``time``.
        goes_on: whether it has not ended in that boot; a momentary one goes on only if repeated.
        seconds: how long it lasted; None while it goes on, or if unknown.
        is_seen: False: nothing more was heard of it, so nobody knows whether it has ended.
        is_intermittent: whether it comes and goes while it goes on.
        newest: the last known moment of a momentary one that goes on; None: continuous, or over.
        heard: when one that goes on was last reported as present, UTC; None: only its onset was.
    """

    time: datetime
    boot: str
    goes_on: bool
    seconds: float | None = None
    is_seen: bool = True
    is_intermittent: bool = False
    newest: datetime | None = None
    heard: datetime | None = None


@dataclass(frozen=True)
class TrackPoint:
    """The robot's position at the time of an observation, UTC."""

    time: datetime
    position: Position


class RecentRows(LedgerNotes):
    """The part of a :class:`Ledger` about the robot's positions, running times and occurrences."""

    def rows_about(
        self, entry_ids: Sequence[str], most: int, kinds: Collection[Kind] = ()
    ) -> list[Observation]:
        """Return the newest rows about entries, newest first.

        ``most`` applies to detectors, to persons, and to all others each: however much agents say
        about an entry, their rows hide no others (rules.md §2.14).
        """
        names = json.dumps([kind.value for kind in kinds or Kind])
        return self._rows(_NEWEST_OF, json.dumps(entry_ids), names, most)

    def recent_occurrences(
        self, since: datetime, *, entry_ids: Sequence[str] = (), most: int = -1
    ) -> list[Observation]:
        """Return onsets and ends since a time, in order; of more than ``most``, the newest.

        Repeats of momentary occurrences are included.

        Args:
            since: UTC.
            entry_ids: only these entries; empty: all.
        """
        found = _OF_ENTRIES.format(", ".join("?" * len(entry_ids))) if entry_ids else _SINCE
        # Ordered by time: ordering by id would make SQLite scan the whole table.
        condition = f"WHERE id IN ({found} ORDER BY ts DESC LIMIT ?) ORDER BY id"
        return self._rows(condition, stamp_text(since), *entry_ids, most)

    def track(self, most: int) -> list[TrackPoint]:
        """Return the newest positions among detectors' newest rows, oldest first."""
        sql = (
            "SELECT ts, json_extract(detail_json, '$.at') FROM ("
            "SELECT ts, id, detail_json FROM observations WHERE source = 'detector' "
            "ORDER BY id DESC LIMIT ?) "
            "WHERE json_type(detail_json, '$.at') = 'object' ORDER BY id DESC LIMIT ?"
        )
        return [
            TrackPoint(stamp_from_text(ts), Position.from_dict(json.loads(at)))
            for ts, at in reversed(self._query(sql, (_NEWEST, most)))
        ]

    def passes(self, frame: str, most: int) -> dict[str, float]:
        """Return the robot's passes by cell; of more than ``most`` cells, the busiest."""
        sql = (
            "SELECT bin, sum(seconds) FROM exposure WHERE variable = ? "
            "GROUP BY bin ORDER BY 2 DESC LIMIT ?"
        )
        return dict(self._query(sql, (passes_variable(frame), most)))

    def metres(self) -> dict[date, float]:
        """Return the distance travelled, metres, by day (UTC), for days with any."""
        sql = "SELECT day, seconds FROM exposure WHERE variable = ? AND bin = ? ORDER BY day"
        return {date.fromisoformat(day): metres for day, metres in self._query(sql, DISTANCE)}

    def reported_tasks(self) -> dict[date, float]:
        """Return the number of attempts that people and agents reported, by day (UTC).

        Attempts whose rows the night shift has deleted count, too.
        """
        sql = (
            "SELECT day, sum(amount) FROM ("
            "SELECT day, seconds AS amount FROM exposure WHERE variable = ? AND bin = ? "
            "UNION ALL SELECT substr(ts, 1, 10), 1.0 FROM observations "
            "WHERE kind = 'attempt' AND source <> ?"
            ") GROUP BY 1 ORDER BY 1"
        )
        rows = self._query(sql, (*REPORTED_TASKS, Source.DETECTOR.value))
        return {date.fromisoformat(day): count for day, count in rows}

    def goals(self) -> dict[str, dict[date, float]]:
        """Return the number of ended goals by action and day (UTC), for days with any."""
        sql = "SELECT bin, day, seconds FROM exposure WHERE variable = ? ORDER BY bin, day"
        found: dict[str, dict[date, float]] = {}
        for action, day, count in self._query(sql, (GOALS,)):
            found.setdefault(action, {})[date.fromisoformat(day)] = count
        return found

    def running_hours(self) -> tuple[RunningHour, ...]:
        """Return how long the robot ran in each known hour, oldest first."""
        return tuple(
            RunningHour(stamp_from_text(f"{hour}:00:00Z"), float(ran), float(driven))
            for hour, ran, driven in self._query(_HOURS, (_DRIVES,))
        )

    def starts(self) -> tuple[datetime, ...]:
        """Return the known start times of the robot, oldest first."""
        sql = "SELECT MIN(ts) FROM moments GROUP BY boot_id ORDER BY 1"
        return tuple(stamp_from_text(first) for (first,) in self._query(sql))

    def last_occurrence(self, entry_id: str) -> LastOccurrence | None:
        """Return the last occurrence of an entry; None if no detector saw one."""
        found = _last_of(self._query(_LAST, (entry_id,)))
        if found is None or not found.goes_on:
            return found
        sql = (
            "SELECT max(ts) FROM observations "
            "WHERE entry_id = ? AND boot_id = ? AND kind = 'present'"
        )
        ((seen,),) = self._query(sql, (entry_id, found.boot))
        return found if seen is None else replace(found, heard=stamp_from_text(str(seen)))

    def newest_boot(self) -> str:
        """Return the newest boot in which the robot is known to have run; empty if none is."""
        found = self._query(_BOOT)
        return str(found[0][0]) if found else ""

    def driven_onsets(self, entry_id: str) -> DrivenOnsets:
        """Return how many of an entry's newest onsets came while the robot was driving."""
        ((known, driven),) = self._query(_DRIVEN, (_DRIVES, entry_id))
        return DrivenOnsets(int(known), int(driven))

    def newest_onsets(self, entry_id: str) -> tuple[tuple[datetime, int], ...]:
        """Return the times of an entry's newest onsets with their counts, newest first.

        Folded onsets of a day are one item, at the time of the last of them.
        """
        return tuple((stamp_from_text(ts), int(n)) for ts, n in self._query(_TIMES, (entry_id,)))


def _last_of(found: Iterable[tuple[str, str, str, str, str]]) -> LastOccurrence | None:
    """Return the last occurrence of an entry; None if no detector saw one.

    An entry may have several keys: it goes on while one of them does.
    """
    newest: dict[str, tuple[datetime, str, str, dict[str, object]]] = {}
    for ts, kind, key, boot, text in found:
        newest.setdefault(key, (stamp_from_text(ts), kind, boot, json.loads(text)))
    if not newest:
        return None
    rows = list(newest.values())
    boot = rows[0][2]
    on = [(time, one) for time, kind, of, one in rows if of == boot and _goes_on(kind, one)]
    if on:
        since = min(time - timedelta(seconds=lasted_of(one) or 0.0) for time, one in on)
        is_moments = all(MOMENTARY in one for _, one in on)
        return LastOccurrence(
            since, boot, goes_on=True, newest=max(time for time, _ in on) if is_moments else None,
            is_intermittent=all(one.keys() & {INTERMITTENT, HELD} for _, one in on),
        )  # fmt: skip
    time, kind, _, detail = rows[0]
    seconds = lasted_of(detail) if kind == Kind.END.value else None
    return LastOccurrence(
        time, boot, goes_on=False, seconds=seconds, is_seen=detail.get(SEEN) is not False
    )


def _goes_on(kind: str, detail: Mapping[str, object]) -> bool:
    """Whether the occurrence of a row goes on; a momentary one does after a repeat."""
    is_open = kind == Kind.ONSET.value and MOMENTARY not in detail
    is_seen = detail.get(SEEN) is not False
    return (is_open or kind == Kind.PRESENT.value) and is_seen and FOLDED not in detail


def lasted_of(detail: Mapping[str, object]) -> float | None:
    """Return the seconds that an occurrence had lasted by then; None if its row does not say."""
    lasted = detail.get(LASTED)
    if isinstance(lasted, bool) or not isinstance(lasted, (int, float)):
        return None
    return float(lasted)
