"""Summaries of the newest rows, read in bounded time from a ledger of any size.

Whether what was seen goes on, or how it ended: rules.md §1.15.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
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

#: In the detail of a row: it was seen in moments, as a logged line is; it goes on if it came again.
MOMENTARY = "momentary"
#: In the detail of an onset: it comes and goes, and each row says for how long it was there.
INTERMITTENT = "intermittent"
#: In the detail of a row: whether it is seen; false where nothing more was heard of it, true where
#: it is seen again.
SEEN = "seen"
#: Rows that begin or end something; of moments those too that say that they came again. What stays
#: says so every hour, which tells nothing beside its onset.
_COURSE = f"""(kind IN ('onset', 'end', 'place')
    OR (kind = 'present' AND json_extract(detail_json, '$.{MOMENTARY}')))"""
#: Rows that are looked through for positions.
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
    """Return the start of a query on ``each_value (value)``: the distinct values of a column.

    It takes one seek for each value; DISTINCT would read every row.

    Args:
        column: the first one of an index of ``observations``, never NULL.
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
_DRIVES = 0.05  # m/s above which a robot drives
_HOURS = """
SELECT substr(ts, 1, 13), SUM(seconds),
       SUM(CASE WHEN abs(json_extract(values_json, '$.speed')) > ? THEN seconds ELSE 0 END)
FROM moments GROUP BY 1 ORDER BY 1
"""
# A fault may stop the robot before it is confirmed: the speed a little before it counts.
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
# What only a node that watches stores; what is concluded of rows, any process may store.
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
    """An hour in which the robot ran: its begin, UTC; seconds that it ran, and drove, in it."""

    begin: datetime
    ran: float
    driven: float


@dataclass(frozen=True)
class DrivenOnsets:
    """How many of the newest 20 onsets of an entry have a known speed, and in how many it drove."""

    known: int
    driven: int


@dataclass(frozen=True)
class LastOccurrence:
    """The last occurrence of what an entry is about.

    Attributes:
        time: of one that goes on its onset, of several the first; else of the newest row. UTC.
        boot: in which boot that was.
        goes_on: whether no row of that boot says that it ended; never of what is seen in moments.
        seconds: how long it lasted; None while it goes on, or where no row says so.
        is_seen: False: nothing more was heard of it, so that nobody saw whether it was over.
        is_intermittent: whether it comes and goes while it goes on.
        newest: of moments that go on the newest one that a row tells; None: it goes on without
            a break, or is over.
    """

    time: datetime
    boot: str
    goes_on: bool
    seconds: float | None = None
    is_seen: bool = True
    is_intermittent: bool = False
    newest: datetime | None = None


@dataclass(frozen=True)
class TrackPoint:
    """Where the robot was when something was seen, UTC."""

    time: datetime
    position: Position


class RecentRows(LedgerNotes):
    """The part of a :class:`Ledger` that tells where the robot was, what it did and when."""

    def rows_about(
        self, entry_ids: Sequence[str], most: int, kinds: Collection[Kind] = ()
    ) -> list[Observation]:
        """Return the newest rows about entries, newest first.

        So many of detectors, of persons, and of all others each: however much agents say about an
        entry, it hides nothing of the others (rules.md §2.14).
        """
        names = json.dumps([kind.value for kind in kinds or Kind])
        return self._rows(_NEWEST_OF, json.dumps(entry_ids), names, most)

    def recent_occurrences(
        self, since: datetime, *, entry_ids: Sequence[str] = (), most: int = -1
    ) -> list[Observation]:
        """Return onsets and ends from a time on, in order; of more than ``most`` the newest.

        Moments that came again say so in a row between.

        Args:
            since: UTC.
            entry_ids: only of these entries; empty: of all.
        """
        found = _OF_ENTRIES.format(", ".join("?" * len(entry_ids))) if entry_ids else _SINCE
        # By time, as the order by number would have SQLite walk through the whole table.
        condition = f"WHERE id IN ({found} ORDER BY ts DESC LIMIT ?) ORDER BY id"
        return self._rows(condition, stamp_text(since), *entry_ids, most)

    def track(self, most: int) -> list[TrackPoint]:
        """Return the newest positions among the newest rows of detectors, oldest first."""
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
        """Return how often the robot came by, by cell; of more than ``most`` the busiest."""
        sql = (
            "SELECT bin, sum(seconds) FROM exposure WHERE variable = ? "
            "GROUP BY bin ORDER BY 2 DESC LIMIT ?"
        )
        return dict(self._query(sql, (passes_variable(frame), most)))

    def metres(self) -> dict[date, float]:
        """Return how far the robot went, metres, by day (UTC); only days with any."""
        sql = "SELECT day, seconds FROM exposure WHERE variable = ? AND bin = ? ORDER BY day"
        return {date.fromisoformat(day): metres for day, metres in self._query(sql, DISTANCE)}

    def reported_tasks(self) -> dict[date, float]:
        """Return how many attempts at tasks people and agents reported, by day (UTC).

        Those whose rows the night shift has deleted count, too.
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
        """Return how many goals ended, by action and day (UTC); only days with any."""
        sql = "SELECT bin, day, seconds FROM exposure WHERE variable = ? ORDER BY bin, day"
        found: dict[str, dict[date, float]] = {}
        for action, day, count in self._query(sql, (GOALS,)):
            found.setdefault(action, {})[date.fromisoformat(day)] = count
        return found

    def running_hours(self) -> tuple[RunningHour, ...]:
        """Return how long the robot ran in each hour of which that is known, oldest first."""
        return tuple(
            RunningHour(stamp_from_text(f"{hour}:00:00Z"), float(ran), float(driven))
            for hour, ran, driven in self._query(_HOURS, (_DRIVES,))
        )

    def starts(self) -> tuple[datetime, ...]:
        """Return when the robot was started, as far as that is known, oldest first."""
        sql = "SELECT MIN(ts) FROM moments GROUP BY boot_id ORDER BY 1"
        return tuple(stamp_from_text(first) for (first,) in self._query(sql))

    def last_occurrence(self, entry_id: str) -> LastOccurrence | None:
        """Return the last occurrence of an entry; None where no detector saw one."""
        return _last_of(self._query(_LAST, (entry_id,)))

    def newest_boot(self) -> str:
        """Return the newest boot in which the robot is known to have run; empty where none is."""
        found = self._query(_BOOT)
        return str(found[0][0]) if found else ""

    def driven_onsets(self, entry_id: str) -> DrivenOnsets:
        """Return how many of an entry's newest onsets came while the robot drove."""
        ((known, driven),) = self._query(_DRIVEN, (_DRIVES, entry_id))
        return DrivenOnsets(int(known), int(driven))

    def newest_onsets(self, entry_id: str) -> tuple[tuple[datetime, int], ...]:
        """Return when the newest onsets of an entry came, and how many, newest first.

        Those of a day that were rolled up are one, at the last of them.
        """
        return tuple((stamp_from_text(ts), int(n)) for ts, n in self._query(_TIMES, (entry_id,)))


def _last_of(found: Iterable[tuple[str, str, str, str, str]]) -> LastOccurrence | None:
    """Return the last occurrence of an entry; None where no detector saw one.

    An entry may be about several keys: it goes on while one of them does.
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
    """Tell whether what a row says goes on; a moment does once it came again."""
    is_open = kind == Kind.ONSET.value and MOMENTARY not in detail
    is_seen = detail.get(SEEN) is not False
    return (is_open or kind == Kind.PRESENT.value) and is_seen and FOLDED not in detail


def lasted_of(detail: Mapping[str, object]) -> float | None:
    """Return how many seconds an occurrence lasted by then; None where its row does not say so."""
    lasted = detail.get(LASTED)
    if isinstance(lasted, bool) or not isinstance(lasted, (int, float)):
        return None
    return float(lasted)
