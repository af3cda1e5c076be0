"""Reading and appending observations, and the clock for reading a home (rules.md §4.2)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.time.clock import PRETENDED, Clock, Instant, ManualClock, SystemClock
from robot_memory.ledger import database_connection, row_order, sample_table, schema
from robot_memory.ledger.attempt import AttemptSpots
from robot_memory.ledger.day_rollup import DayRollup
from robot_memory.ledger.key import Key
from robot_memory.ledger.observation import (
    INSERT,
    SOURCE_KIND,
    Kind,
    Observation,
    Source,
    stamp_from_text,
    stamp_text,
    to_row,
)
from robot_memory.ledger.peer_table import PeerTable
from robot_memory.ledger.place import Place, PlaceTransaction, read_places
from robot_memory.ledger.recent_rows import MOMENTARY, SEEN, RecentRows, each
from robot_memory.ledger.row_order import RowOrder
from robot_memory.ledger.row_worth import EVIDENCE_KINDS
from robot_memory.ledger.sample_table import OperatingSample

_EVIDENCE = tuple(kind.value for kind in EVIDENCE_KINDS)  # kinds that can make an entry
_EVIDENCE_MARKS = ", ".join("?" * len(_EVIDENCE))
_PAGE = 500  # rows that are read at a time
_MOMENTS = 50  # the same; a moment with a hundred values takes 17 kB
# All rows of a kind with its own index. The kind is part of the query text, here and below: SQLite
# does not use such an index for a bound value.
_ALL_OF = "WHERE id IN (SELECT id FROM observations WHERE kind = '{}') ORDER BY id"
_NEWEST_ATTEMPTS = f"""
WHERE id IN (SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY {SOURCE_KIND} ORDER BY id DESC) AS place
    FROM observations WHERE kind = 'attempt' AND component = ? AND id > ?
) WHERE place <= ?) ORDER BY id
"""


class Ledger(RecentRows):
    """The evidence of one robot. Threads may share it; processes may share the file.

    Args:
        path: ``observations.db``; made if it is missing.
        time_kind: the required kind of time of this home; None: any kind, for reading only.

    Raises:
        NewerSchema, WrongTimeKind: a newer version, or another kind of time, wrote the file.
    """

    def __init__(self, path: Path, *, time_kind: str | None = "wall") -> None:
        super().__init__(path, time_kind=time_kind)
        self._spots = AttemptSpots()

    # -- writing ---------------------------------------------------------------------------

    def append(self, observations: Sequence[Observation]) -> list[int]:
        """Store observations in one transaction, and return their row ids, in order.

        On return they survive a power cut.
        """
        with self._current() as connection:
            if self._is_at_once:
                return [self._insert(connection, item) for item in observations]
            with database_connection.transaction(connection):
                stored = [self._insert(connection, item) for item in observations]
            numbers = self._database.follow()
        return [numbers.get(number, number) for number in stored]

    def _insert(self, connection: sqlite3.Connection, item: Observation) -> int:
        row = self._spots.placed(connection, item) if item.kind is Kind.ATTEMPT else item
        return int(connection.execute(INSERT, to_row(row)).lastrowid or 0)

    def retime(self, now: Instant, *, after: int) -> int | None:
        """Correct the times of this boot's rows, now that the clock is trusted or was set.

        A ``retime`` row holds each wrong stamp with the right one, for the fold. Return its id, or
        None without a change if rows exist after ``after``, the last row in the memory file.
        """
        with self._transaction() as connection:
            if self._last(connection) != after:
                return None
            return self._insert(connection, row_order.retime(connection, now))

    def add_exposure(
        self,
        amounts: Mapping[tuple[str, str], float],
        now: Instant,
        ran: Sequence[OperatingSample] = (),
        *,
        may_drop: bool = True,
    ) -> None:
        """Add to the exposure (operating time), and store a heartbeat of the node.

        Args:
            amounts: the increase of today's exposure, by (variable, bin).
            now: the current time; ``amounts`` are added to its date.
            may_drop: the clock is trusted, so old samples may be deleted.
        """
        day = now.time.date().isoformat()
        with self._transaction() as connection:
            connection.executemany(
                "INSERT INTO exposure VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET seconds = seconds + excluded.seconds",
                [(day, *place, amount) for place, amount in sorted(amounts.items())],
            )
            sample_table.add(connection, ran, may_drop=may_drop)
            alive = json.dumps({"boot": now.boot, "uptime": now.uptime})
            schema.set_meta(connection, "alive", alive)

    def keep_baselines(self, states: Mapping[str, Mapping[str, Any]], up_to: int) -> None:
        """Replace the stored baselines, which are what the detectors have learned.

        Args:
            up_to: the id of the last ``repaired`` row that they take into account.
        """
        rows = [(signal, json.dumps(state)) for signal, state in sorted(states.items())]
        with self._transaction() as connection:
            connection.execute("DELETE FROM baselines")
            connection.executemany("INSERT INTO baselines VALUES (?, ?)", rows)
            schema.set_meta(connection, "baselines", up_to)

    @contextmanager
    def place_transaction(self) -> Iterator[PlaceTransaction]:
        """Open a transaction on the tables of places."""
        with self._transaction() as connection:
            yield PlaceTransaction(connection)

    @contextmanager
    def peer_transaction(self) -> Iterator[PeerTable]:
        """Open a transaction on the table of other robots."""
        with self._transaction() as connection:
            yield PeerTable(connection)

    @contextmanager
    def order_transaction(self) -> Iterator[RowOrder]:
        """Open a transaction that compares stamps with the order of rows."""
        with self._transaction() as connection:
            yield RowOrder(connection)

    @contextmanager
    def days(self) -> Iterator[DayRollup]:
        """Open the folding of old rows to one a day; only the folding itself uses a transaction."""
        with self._current() as connection:
            yield DayRollup(connection)
            self._database.follow()

    # -- reading ---------------------------------------------------------------------------

    def after(self, number: int, limit: int | None = None) -> list[Observation]:
        """Return the rows after row ``number``, in order, at most ``limit``."""
        most = -1 if limit is None else limit
        return self._rows("WHERE id > ? ORDER BY id LIMIT ?", number, most)

    def of_entry(self, entry_id: str, limit: int | None = None) -> list[Observation]:
        """Return an entry's evidence, newest first, including the events of its place."""
        return self._rows(
            "WHERE entry_id = ?1 OR id IN (SELECT e.row FROM place_events e "
            "JOIN places p ON p.id = e.place WHERE p.entry_id = ?1) ORDER BY id DESC LIMIT ?2",
            entry_id, -1 if limit is None else limit,
        )  # fmt: skip

    def entry_ids(self, up_to: int) -> set[str]:
        """Return the ids of all entries that rows up to ``up_to`` may have created."""
        sql = (
            f"{each('entry_id')} SELECT value FROM each_value WHERE EXISTS (SELECT 1 FROM "
            f"observations WHERE entry_id = value AND kind IN ({_EVIDENCE_MARKS}) AND id <= ?)"
        )
        return {str(row[0]) for row in self._query(sql, (*_EVIDENCE, up_to))}

    def has_evidence(self, entry_id: str, *, after: int, up_to: int) -> bool:
        """Whether rows after ``after`` and up to ``up_to`` may have created an entry."""
        sql = (
            "SELECT 1 FROM observations "
            f"WHERE entry_id = ? AND kind IN ({_EVIDENCE_MARKS}) AND id > ? AND id <= ? LIMIT 1"
        )
        values = (entry_id, *_EVIDENCE, after, up_to)
        return bool(self._query(sql, values))

    def with_onsets(self, after: int) -> list[str]:
        """Return the ids of entries with onsets after row ``after``."""
        sql = "SELECT DISTINCT entry_id FROM observations WHERE id > ? AND kind = ? ORDER BY 1"
        return [str(row[0]) for row in self._query(sql, (after, Kind.ONSET.value))]

    def occurrences(self, entry_id: str, component: str) -> list[Observation]:
        """Return the occurrences of a fault, its resolutions and its part's repairs, oldest first.

        Only persons' repairs count: those of agents wait in review (rules.md §2.12).
        """
        kinds = (Kind.ONSET, Kind.PRESENT, Kind.END, Kind.RESOLVE)
        return self._rows(
            "WHERE (entry_id = ? AND kind IN (?, ?, ?, ?)) "
            "OR (kind = 'repaired' AND component = ? AND component <> '' AND source = ?) "
            "ORDER BY id",
            entry_id, *(kind.value for kind in kinds), component, Source.PERSON.value,
        )  # fmt: skip

    def fault_rows(self, since: datetime) -> Iterator[Observation]:
        """Yield the rows of detectors' occurrences from a time on, in order, page by page."""
        kinds = (Kind.ONSET.value, Kind.PRESENT.value, Kind.END.value)
        last = 0
        while page := self._rows(
            "WHERE id > ? AND ts >= ? AND kind IN (?, ?, ?) AND source = ? ORDER BY id LIMIT ?",
            last, stamp_text(since), *kinds, Source.DETECTOR.value, _PAGE,
        ):  # fmt: skip
            last = page[-1].id
            yield from page

    def repair_rows(self, component: str = "") -> list[Observation]:
        """Return the rows of a component's repairs, oldest first; with "", of all repairs."""
        if not component:
            return self._rows(_ALL_OF.format("repaired"))
        return self._rows("WHERE kind = 'repaired' AND component = ? ORDER BY id", component)

    def correction_rows(self) -> list[Observation]:
        """Return the rows of persons' corrections of texts, oldest first."""
        return [row for row in self._rows(_ALL_OF.format("correct")) if row.source is Source.PERSON]

    def version_rows(self) -> list[Observation]:
        """Return the rows of reported versions, oldest first."""
        return self._rows(_ALL_OF.format("version"))

    def limits(self) -> list[Observation]:
        """Return the newest row of each limit, oldest first."""
        return self._rows(
            "WHERE id IN (SELECT max(id) FROM observations WHERE kind = 'limit' GROUP BY entry_id) "
            "ORDER BY id"
        )

    def attempts(self, task: str, *, after: int = 0, most: int = 5000) -> list[Observation]:
        """Return the newest attempts at a task after row ``after``, oldest first.

        Args:
            most: the limit for detectors, for persons, and for all others each.
        """
        return self._rows(_NEWEST_ATTEMPTS, task, after, most)

    def tasks(self, *, after: int = 0) -> list[str]:
        """Return the tasks that were attempted after row ``after``."""
        sql = (
            "SELECT DISTINCT component FROM observations "
            "WHERE kind = 'attempt' AND id > ? ORDER BY 1"
        )
        return [str(row[0]) for row in self._query(sql, (after,))]

    def newest_limit(self, entry_id: str) -> Observation | None:
        """Return the newest row of an entry's limit; None if the entry is no limit."""
        return self._first("entry_id = ? AND kind = 'limit'", entry_id)

    def has_events(self, after: int) -> bool:
        """Whether there are positioned events after row ``after``."""
        sql = "SELECT 1 FROM observations WHERE id > ? AND kind = ? LIMIT 1"
        return bool(self._query(sql, (after, Kind.EVENT.value)))

    def places(self) -> list[Place]:
        """Return all places, including those without an entry."""
        with self._current() as connection:
            return read_places(connection)

    def peers(self) -> list[Observation]:
        """Return the newest row about each other robot, oldest first."""
        with self._current() as connection:
            return PeerTable(connection).newest()

    def newest_of(self, boot: str) -> Instant | None:
        """Return the instant of a boot's newest row."""
        row = self._first("boot_id = ?", boot)
        return None if row is None else row.instant

    def newest_time(self, *, but_not_of: str = "") -> datetime | None:
        """Return the newest stamp of all boots but ``but_not_of``; pretended times do not count."""
        sql = (
            f"{each('boot_id')} SELECT max((SELECT max(ts) FROM observations WHERE boot_id = "
            "value)) FROM each_value WHERE value NOT IN (?, ?)"
        )
        newest = self._query(sql, (but_not_of, PRETENDED))[0][0]
        return None if newest is None else stamp_from_text(str(newest))

    def newest_running(self) -> datetime | None:
        """Return the last time at which the robot is known to have run, with or without rows."""
        newest = self._query("SELECT max(ts) FROM moments", ())[0][0]
        return None if newest is None else stamp_from_text(str(newest))

    def has_stepped(self, now: Instant) -> bool:
        """Whether the wall clock was set after rows of this boot were stamped."""
        with self._lock:
            return row_order.has_stepped(self._connection, now)

    def has_provisional(self, boot: str) -> bool:
        """Whether rows of ``boot`` still have provisional times."""
        return any(
            self._query(f"SELECT 1 FROM {table} WHERE boot_id = ? AND trusted = 0 LIMIT 1", (boot,))
            for table in ("observations", "moments")
        )

    def newest_about(self, key: Key, until: int) -> Observation | None:
        """Return the newest row of a key, up to row ``until``.

        No index helps: for a new or an old key this reads the whole ledger.
        """
        return self._first("key = ? AND id <= ?", key.to_text(), until)

    def newest_version(self, key: Key, until: int) -> Observation | None:
        """Return the newest row of a version's key, up to row ``until``.

        After a start, the thread that receives messages calls this for each version. So these rows
        have an index: without it, each call would read the whole ledger.
        """
        return self._first("kind = 'version' AND key = ? AND id <= ?", key.to_text(), until)

    def newest_outcome(self, key: Key) -> Observation | None:
        """Return the newest finding about a task, by its key; these rows have an index.

        A caller who reports the result of a task waits for this answer.
        """
        return self._first("kind = 'outcome' AND key = ?", key.to_text())

    def _first(self, condition: str, *values: object) -> Observation | None:
        rows = self._rows(f"WHERE {condition} ORDER BY id DESC LIMIT 1", *values)
        return rows[0] if rows else None

    def open_occurrences(self, boot: str) -> list[Observation]:
        """Return the onsets of ``boot`` without an end, oldest first.

        After them comes, for each key, the newest row which says that momentary occurrences came
        again, or that a fault is no longer seen.
        """
        rows = self._rows(
            "WHERE boot_id = ? AND kind IN (?, ?) AND key IS NOT NULL ORDER BY id",
            boot, Kind.ONSET.value, Kind.END.value,
        )  # fmt: skip
        latest = {row.key: row for row in rows}
        onsets = [row for row in latest.values() if row.kind is Kind.ONSET]
        later = self._rows(
            "WHERE boot_id = ? AND kind = ? AND key IS NOT NULL "
            f"AND (json_extract(detail_json, '$.{MOMENTARY}') "
            f"OR json_type(detail_json, '$.{SEEN}') IS NOT NULL) ORDER BY id",
            boot, Kind.PRESENT.value,
        )  # fmt: skip
        newest = {row.key: row for row in later}
        since = {row.key: row.id for row in onsets}
        return [*onsets, *(
            row for key, row in newest.items()
            if row.id > since.get(key, row.id) and row.detail.get(SEEN) is not True
        )]  # fmt: skip

    def operating_samples(self) -> Iterator[OperatingSample]:
        """Yield the samples of normal operation, oldest first, with few in memory at once."""
        place = sample_table.START
        while True:
            with self._current() as connection:
                found = sample_table.read(connection, place, _MOMENTS)
            yield from (moment for _, moment in found)
            if len(found) < _MOMENTS:
                return
            place = found[-1][0]

    def baselines(self) -> dict[str, dict[str, Any]]:
        """Return what the detectors have learned, by signal."""
        rows = self._query("SELECT signal, state FROM baselines")
        return {signal: json.loads(state) for signal, state in rows}

    def baseline(self, signal: str) -> dict[str, Any]:
        """Return what was learned about one signal; empty if nothing."""
        rows = self._query("SELECT state FROM baselines WHERE signal = ?", (signal,))
        return next((dict(json.loads(state)) for (state,) in rows), {})

    def repairs(self, *, after: int) -> tuple[list[tuple[int, str]], int]:
        """Return the components replaced after row ``after``, and the newest row's id.

        Only persons' rows count: a wrong claim of an agent would make present faults normal. All
        rows after ``after`` are read: pass the id from the previous call.
        """
        sql = (
            "SELECT id, component FROM observations WHERE id > ? AND id <= ? AND kind = ? "
            f"AND source = '{Source.PERSON.value}' ORDER BY id"
        )
        with self._current() as connection:
            last = self._last(connection)
            if last <= after:
                return [], last
            found = connection.execute(sql, (after, last, Kind.REPAIRED.value)).fetchall()
        return [(number, component) for number, component in found], last


def clock_for(ledger: Ledger) -> Clock:
    """Return a clock for reading a home; for a recording it stands at the recording's end."""
    if ledger.time_kind == "wall":
        return SystemClock()
    newest = max(filter(None, (ledger.newest_time(), ledger.newest_running())), default=None)
    if newest is None:
        return SystemClock()
    return ManualClock(newest, kind=ledger.time_kind, boot="reading")


def newest_before(
    boot: str, ledger: Ledger | None, last_updated: datetime | None
) -> datetime | None:
    """Return the newest stamp of a home from before a boot.

    Args:
        boot: its own stamps do not count, because they may be provisional.
        ledger: the evidence; if it is empty, only the file's own time is left.
    """
    if ledger is None or ledger.last() == 0:
        return last_updated
    return ledger.newest_time(but_not_of=boot)
