"""Stores robots' updates, forgets robots, and deletes old data, each in one transaction.

Old data are silent robots, past weeks, and withdrawn lessons. Lessons that a robot deletes on
request are deleted at once.

Specification: rules.md §6.17. See docs/how-to/ask-a-fleet.md, "Limits".
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from robot_memory.applications.fleet.database import FleetDatabase, Statements
from robot_memory.applications.fleet.fault_question import (
    FleetFault,
    fault_of,
    mend_fault,
    store_searched_words,
)
from robot_memory.applications.fleet.fleet_notes import end_notes, end_notes_of, erase_notes
from robot_memory.applications.fleet.fleet_sums import (
    CountedRobot,
    add_exposure,
    kinds_of,
    read_counted_robot,
    read_weeks,
    recount,
    seconds_of,
    store_weeks,
    time_of,
    week_of,
)
from robot_memory.applications.fleet.schema import DIMENSIONS
from robot_memory.entries.pruning import HOLD, PruningGuard
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger.observation import stamp_from_text
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.robot_update import RobotUpdate
from robot_memory.sharing.federation.update_verdict import NOT_LISTED, REVOKED

#: Days for which weeks, withdrawn lessons and silent robots are kept.
KEPT_DAYS = 400
#: Most withdrawn lessons of each robot; older ones are deleted.
MOST_WITHDRAWN = 1000
_INTERVAL = 3600.0  # s
_ROBOT = """INSERT INTO robots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (rrn) DO UPDATE SET name = excluded.name, model = excluded.model,
batch = excluded.batch, site = excluded.site, floor = excluded.floor,
software = excluded.software, kinds = excluded.kinds, issued = excluded.issued,
heard = excluded.heard, is_counted = excluded.is_counted, problem = excluded.problem,
fingerprint = excluded.fingerprint, record = excluded.record"""
_DROPPED = f"""UPDATE robots SET {" = '', ".join(DIMENSIONS)} = '', kinds = '{{}}', is_counted = 0,
problem = ?, record = ? WHERE rrn = ?"""
_FAULT = """INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (id) DO UPDATE SET
first_seen = CASE WHEN excluded.first_seen < faults.first_seen THEN excluded.first_seen
ELSE faults.first_seen END,
last_seen = CASE WHEN excluded.last_seen > faults.last_seen THEN excluded.last_seen
ELSE faults.last_seen END"""
_LESSON = """INSERT INTO lessons VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)
ON CONFLICT (rrn, entry_id) DO UPDATE SET fault = excluded.fault, type = excluded.type,
text = excluded.text, confidence = excluded.confidence, first_seen = excluded.first_seen,
last_seen = excluded.last_seen, observations = excluded.observations, withdrawn = NULL"""


class FleetWriter:
    """Writes the database of a fleet."""

    def __init__(self, database: FleetDatabase) -> None:
        self._database = database

    def record_of(self, rrn: str) -> PeerRecord | None:
        """Return the record that judges a robot's next update; None if it was never heard."""
        with self._database.reading() as statements:
            return _read_record(statements, rrn)

    def fingerprints(self) -> dict[str, str]:
        """Return the key fingerprint with which each robot was heard."""
        with self._database.reading() as statements:
            found = statements.rows("SELECT rrn, fingerprint FROM robots WHERE record <> ''")
        return dict(found)

    def take(self, update: RobotUpdate, record: PeerRecord, now: datetime) -> int:
        """Store an accepted update; it is durable on return.

        Returns the number of lessons that were deleted on the robot's request.

        Args:
            record: judges the next update.
            now: the reception time, UTC.
        """
        kinds = kinds_of(update.robot)
        components = {one.id: one.component for one in update.robot.faults} if update.robot else {}
        faults = {one.id: fault_of(one, components.get(one.id, "")) for one in update.entries}
        numbers = {entry_id: fault.id for entry_id, fault in faults.items()}
        with self._database.writing() as statements:
            before = read_counted_robot(statements, update.rrn)
            told: dict[str, str] = dict(
                statements.rows(
                    "SELECT entry_id, text FROM lessons WHERE rrn = ? AND withdrawn IS NULL",
                    update.rrn,
                )
            )
            spans = _store_lessons(statements, update, record, numbers, told, now)
            _store_faults(statements, {one.id: one for one in faults.values()}, spans)
            _store_robot(statements, update, record, kinds, now)
            if update.robot is not None:
                store_weeks(statements, update.rrn, update.robot, kinds, numbers)
            recount(statements, before, CountedRobot(kinds, frozenset(numbers.values())))
            said = {one.text for one in update.entries}
            _reword(statements, update.rrn, told.keys() - numbers.keys())
            gone = {one.id for one in update.deleted} - numbers.keys()
            erased = _erase_lessons(statements, update.rrn, gone, now)
            end_notes(statements, update.rrn, set(told.values()) - said, now)
            return erased

    def forget(self, record: PeerRecord, now: datetime) -> None:
        """Stop using a robot's words, and delete its words and counts.

        Fleet notes that rest on it end. The record keeps the reason, and judges the next update.
        """
        with self._database.writing() as statements:
            delete_words(statements, record.rrn)
            end_notes_of(statements, record.rrn, now)
            statements.run(_DROPPED, record.problem, _record_text(record), record.rrn)

    def note_problem(self, rrn: str, problem: str) -> None:
        """Note why a robot's newest update was refused, until one is accepted."""
        with self._database.writing() as statements:
            statements.run("UPDATE robots SET problem = ? WHERE rrn = ?", problem, rrn)

    def drop(self, rrn: str, now: datetime) -> bool:
        """Delete everything that a robot said; return whether it was known.

        Fleet notes that rest on it are deleted as if it had deleted their words on request. Its
        name, and the number and time of its last update, stay, so that resending an older update
        restores nothing.
        """
        with self._database.writing() as statements:
            record = _read_record(statements, rrn)
            said = statements.rows("SELECT text FROM lessons WHERE rrn = ?", rrn)
            delete_words(statements, rrn)
            erase_notes(statements, rrn, [text for (text,) in said], now)
            known = statements.rows("SELECT rrn FROM robots WHERE rrn = ?", rrn)
            if record is None:
                statements.run("DELETE FROM robots WHERE rrn = ?", rrn)
            else:
                left = record.forgotten("", now)
                seen = replace(left, sequence=record.sequence + 1, stories=())
                statements.run(_DROPPED, "", _record_text(seen), rrn)
        return bool(known)

    def expect(self, names: Mapping[str, str]) -> None:
        """Note the expected robots, by RRN: a robot that is never heard is reported missing."""
        with self._database.writing() as statements:
            known: dict[str, str] = dict(statements.rows("SELECT rrn, name FROM robots"))
            statements.run_many(
                _ROBOT,
                [
                    (rrn, name, *("" for _ in DIMENSIONS), "{}", None, None, 0, "", "", "")
                    for rrn, name in names.items()
                    if rrn not in known
                ],
            )
            statements.run_many(
                "UPDATE robots SET name = ? WHERE rrn = ?",
                [(name, rrn) for rrn, name in names.items() if known.get(rrn, name) != name],
            )
            doubted = statements.rows(
                "SELECT rrn FROM robots WHERE problem IN (?, ?)", REVOKED, NOT_LISTED
            )
            statements.run_many(
                "UPDATE robots SET problem = '' WHERE rrn = ?",
                [(rrn,) for (rrn,) in doubted if rrn in names],
            )


def _reword(statements: Statements, rrn: str, entry_ids: Collection[str]) -> None:
    """Describe faults that a robot no longer reports in another robot's words, if any."""
    if not entry_ids:
        return
    known = statements.rows("SELECT entry_id, fault FROM lessons WHERE rrn = ?", rrn)
    for fault in sorted({fault for entry, fault in known if entry in entry_ids}):
        mend_fault(statements, fault)


def _erase_lessons(
    statements: Statements, rrn: str, entry_ids: Collection[str], now: datetime
) -> int:
    """Delete lessons on a robot's request, with all texts derived from them; return their number.

    Call it after the sums have been updated, and not for lessons that the robot reports again.
    """
    if not entry_ids:
        return 0
    known = statements.rows(
        "SELECT entry_id, fault, text FROM lessons WHERE rrn = ? AND entry_id IN "
        f"({', '.join('?' * len(entry_ids))}) ORDER BY entry_id",
        rrn, *entry_ids,
    )  # fmt: skip
    statements.run_many(
        "DELETE FROM lessons WHERE rrn = ? AND entry_id = ?", [(rrn, one[0]) for one in known]
    )
    for fault in sorted({fault for _, fault, _ in known}):
        statements.run(
            "DELETE FROM fault_weeks WHERE fault = ? AND rrn = ? AND NOT EXISTS "
            "(SELECT 1 FROM lessons WHERE lessons.fault = fault_weeks.fault AND lessons.rrn = ?)",
            fault, rrn, rrn,
        )  # fmt: skip
        mend_fault(statements, fault)
    erase_notes(statements, rrn, [text for _, _, text in known], now)
    return len(known)


def _read_record(statements: Statements, rrn: str) -> PeerRecord | None:
    found = statements.rows("SELECT record, heard FROM robots WHERE rrn = ?", rrn)
    if not found or not found[0][0]:
        return None
    record, heard = found[0]
    return PeerRecord.of_detail(rrn, json.loads(record), time_of(heard))


def _store_faults(
    statements: Statements, faults: Mapping[int, FleetFault], spans: Iterable[tuple[int, int, int]]
) -> None:
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for number, begin, end in spans:
        first[number] = min(begin, first.get(number, begin))
        last[number] = max(end, last.get(number, end))
    statements.run_many(
        _FAULT,
        [
            (number, one.detector, one.component, one.symptom, one.text, one.words,
             first[number], last[number])
            for number, one in faults.items()
        ],
    )  # fmt: skip
    store_searched_words(statements, faults.values())


def _store_lessons(
    statements: Statements,
    update: RobotUpdate,
    record: PeerRecord,
    numbers: Mapping[str, int],
    told: Iterable[str],
    now: datetime,
) -> list[tuple[int, int, int]]:
    """Store an update's entries; withdraw earlier ones that it no longer contains.

    Returns the fault of each entry, with its first and last evidence.
    """
    statements.run_many(
        "UPDATE lessons SET withdrawn = ? WHERE rrn = ? AND entry_id = ?",
        [(seconds_of(now), update.rrn, entry) for entry in told if entry not in numbers],
    )
    delete_oldest_withdrawn(statements, update.rrn)
    rows, spans = [], []
    for entry, dated in zip(update.entries, record.entries, strict=True):  # rules.md §6.5
        fault = numbers[entry.id]
        first, last = (
            seconds_of(stamp_from_text(dated[name])) for name in ("first_seen", "last_reinforced")
        )
        rows.append((
            update.rrn, entry.id, fault, entry.type, entry.text, entry.confidence, first, last,
            entry.observation_count,
        ))  # fmt: skip
        spans.append((fault, first, last))
    statements.run_many(_LESSON, rows)
    return spans


def _store_robot(
    statements: Statements,
    update: RobotUpdate,
    record: PeerRecord,
    kinds: Mapping[str, str],
    now: datetime,
) -> None:
    versions = dict(update.robot.versions) if update.robot else {}
    all_kinds = {"kinds": dict(kinds), "versions": versions}
    statements.run(
        _ROBOT, update.rrn, record.name, *(kinds[name] for name in DIMENSIONS),
        json.dumps(all_kinds, sort_keys=True), seconds_of(min(update.issued, now)), seconds_of(now),
        1, "", record.fingerprint, _record_text(record),
    )  # fmt: skip


def _record_text(record: PeerRecord) -> str:
    """Return a robot's record in its stored form: without words that the robot took back."""
    return json.dumps(replace(record, withdrawn=(), erased=()).as_detail())


class FleetRetention:
    """Deletes old data once an hour, while time is reliable (rules.md §4.3).

    A clock that is years ahead would make everything old at once: nothing is deleted for a day
    after the server's start, nor after a step of its clock.
    """

    def __init__(self, database: FleetDatabase, now: Instant) -> None:
        self._database = database
        self._guard = PruningGuard(now, None, held_until=now.uptime + HOLD)
        self._due_at = now.uptime

    def look(self, now: Instant) -> None:
        """Delete old data if it is due; call it every few seconds."""
        if self._guard.allows(now) and now.uptime >= self._due_at:
            delete_old(self._database, now.time)
            self._due_at = now.uptime + _INTERVAL


def delete_old(database: FleetDatabase, now: datetime) -> None:
    """Delete everything older than :data:`KEPT_DAYS`, in one transaction."""
    oldest = now - timedelta(days=KEPT_DAYS)
    week, second = week_of(oldest.date()), seconds_of(oldest)
    with database.writing() as statements:
        silent = statements.rows("SELECT rrn FROM robots WHERE issued < ?", second)
        for (rrn,) in silent:
            delete_words(statements, rrn)
            statements.run("DELETE FROM robots WHERE rrn = ?", rrn)
        for table in ("robot_weeks", "fault_weeks", "exposure"):
            statements.run(f"DELETE FROM {table} WHERE week < ?", week)
        gone = statements.rows("SELECT DISTINCT fault FROM lessons WHERE withdrawn < ?", second)
        statements.run("DELETE FROM lessons WHERE withdrawn < ?", second)
        for (fault,) in gone:
            mend_fault(statements, fault)
        statements.run("DELETE FROM notes WHERE until < ?", second)
        statements.run("DELETE FROM note_speakers WHERE note NOT IN (SELECT id FROM notes)")
        statements.run("DELETE FROM fault_robots WHERE robots = 0")
        statements.run(
            "DELETE FROM faults WHERE robots = 0 AND NOT EXISTS "
            "(SELECT 1 FROM lessons WHERE lessons.fault = faults.id)"
        )


def delete_oldest_withdrawn(statements: Statements, rrn: str) -> None:
    """Delete a robot's oldest withdrawn lessons if they are too many, to protect the disk."""
    withdrawn = "FROM lessons WHERE rrn = ? AND withdrawn IS NOT NULL"
    ((count,),) = statements.rows(f"SELECT COUNT(*) {withdrawn}", rrn)
    if count > MOST_WITHDRAWN:
        oldest = (
            f"{withdrawn} AND entry_id NOT IN "
            f"(SELECT entry_id {withdrawn} ORDER BY withdrawn DESC, entry_id LIMIT ?)"
        )
        faults = statements.rows(f"SELECT DISTINCT fault {oldest}", rrn, rrn, MOST_WITHDRAWN)
        statements.run(f"DELETE {oldest}", rrn, rrn, MOST_WITHDRAWN)
        for (fault,) in faults:
            mend_fault(statements, fault)
        statements.run(
            "DELETE FROM fault_weeks WHERE rrn = ? "
            "AND fault NOT IN (SELECT fault FROM lessons WHERE rrn = ?)",
            rrn, rrn,
        )  # fmt: skip


def delete_words(statements: Statements, rrn: str) -> None:
    """Remove a robot from all sums, and delete its words and counts."""
    faults = statements.rows("SELECT DISTINCT fault FROM lessons WHERE rrn = ?", rrn)
    recount(statements, read_counted_robot(statements, rrn), CountedRobot(is_counted=False))
    add_exposure(statements, read_weeks(statements, rrn, 0), -1)
    statements.run("DELETE FROM exposure WHERE minutes = 0 AND failures = 0")  # only of this robot
    for table in ("lessons", "robot_weeks", "fault_weeks"):
        statements.run(f"DELETE FROM {table} WHERE rrn = ?", rrn)
    for (fault,) in faults:
        mend_fault(statements, fault)
