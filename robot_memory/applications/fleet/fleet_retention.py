"""Deletes silent robots, old weeks, and lessons that robots tell no more.

What a robot deletes on request is deleted at once: :mod:`.fleet_writer`.

See docs/how-to/ask-a-fleet.md, "Limits".
"""

from __future__ import annotations

from datetime import datetime, timedelta

from robot_memory.applications.fleet.database import FleetDatabase, Statements
from robot_memory.applications.fleet.fault_question import mend_fault
from robot_memory.applications.fleet.fleet_sums import (
    CountedRobot,
    add_exposure,
    read_counted_robot,
    read_weeks,
    recount,
    seconds_of,
    week_of,
)
from robot_memory.entries.pruning import HOLD, PruningGuard
from robot_memory.foundation.time.clock import Instant

#: Days that are kept of weeks, of lessons that a robot tells no more, and of silent robots.
KEPT_DAYS = 400
#: Lessons that a robot tells no more, of each robot; the oldest are deleted.
MOST_WITHDRAWN = 1000
_INTERVAL = 3600.0  # s


class FleetRetention:
    """Deletes what is old once an hour, while time can be relied on (rules.md §4.3).

    A clock that is years ahead would make all old at once: nothing is deleted for a day after the
    start of the server, nor after a step of its clock.
    """

    def __init__(self, database: FleetDatabase, now: Instant) -> None:
        self._database = database
        self._guard = PruningGuard(now, None, held_until=now.uptime + HOLD)
        self._due_at = now.uptime

    def look(self, now: Instant) -> None:
        """Delete what is old where that is due; ask every few seconds."""
        if self._guard.allows(now) and now.uptime >= self._due_at:
            delete_old(self._database, now.time)
            self._due_at = now.uptime + _INTERVAL


def delete_old(database: FleetDatabase, now: datetime) -> None:
    """Delete what is older than :data:`KEPT_DAYS`, in one transaction."""
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
    """Delete the oldest of a robot whose words change so often that they would fill the disk."""
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
    """Take a robot out of all sums, and delete its words and counts."""
    faults = statements.rows("SELECT DISTINCT fault FROM lessons WHERE rrn = ?", rrn)
    recount(statements, read_counted_robot(statements, rrn), CountedRobot(is_counted=False))
    add_exposure(statements, read_weeks(statements, rrn, 0), -1)
    statements.run("DELETE FROM exposure WHERE minutes = 0 AND failures = 0")  # who was there alone
    for table in ("lessons", "robot_weeks", "fault_weeks"):
        statements.run(f"DELETE FROM {table} WHERE rrn = ?", rrn)
    for (fault,) in faults:
        mend_fault(statements, fault)
