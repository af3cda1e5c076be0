"""The tables of a fleet's database, in SQL that SQLite and PostgreSQL share.

Times are whole seconds since 1970; weeks count from the Monday 1969-12-29. The writer keeps the
sums that questions need, in the same transaction as the rows they sum up.
"""

from __future__ import annotations

import secrets

from robot_memory.applications.fleet.database import FleetDatabase, Statements
from robot_memory.foundation.errors import FleetRefused

VERSION = 1
#: The properties that distinguish robots: parts of their description, and columns of ``robots``.
DIMENSIONS = ("model", "batch", "site", "floor", "software")

_TABLES = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    # One row per robot. kinds: all its properties; record: the data that judge its next update
    # (PeerRecord); both as JSON. issued, heard: NULL until it is heard. is_counted: whether its
    # words are in the other tables.
    """CREATE TABLE IF NOT EXISTS robots (
        rrn TEXT PRIMARY KEY, name TEXT NOT NULL, model TEXT NOT NULL, batch TEXT NOT NULL,
        site TEXT NOT NULL, floor TEXT NOT NULL, software TEXT NOT NULL, kinds TEXT NOT NULL,
        issued BIGINT, heard BIGINT, is_counted INTEGER NOT NULL, problem TEXT NOT NULL,
        fingerprint TEXT NOT NULL, record TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS robots_issued ON robots (issued)",
    # The reported faults; words: searchable text. Sums: robots, over current lessons; first_seen
    # and last_seen, over all lessons.
    """CREATE TABLE IF NOT EXISTS faults (
        id BIGINT PRIMARY KEY, detector TEXT NOT NULL, component TEXT NOT NULL,
        symptom TEXT NOT NULL, text TEXT NOT NULL, words TEXT NOT NULL, robots INTEGER NOT NULL,
        first_seen BIGINT NOT NULL, last_seen BIGINT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS faults_robots ON faults (robots)",
    # One row for each entry of each robot; withdrawn: NULL while the robot reports it.
    """CREATE TABLE IF NOT EXISTS lessons (
        rrn TEXT NOT NULL, entry_id TEXT NOT NULL, fault BIGINT NOT NULL, type TEXT NOT NULL,
        text TEXT NOT NULL, confidence DOUBLE PRECISION NOT NULL, first_seen BIGINT NOT NULL,
        last_seen BIGINT NOT NULL, observations BIGINT NOT NULL, withdrawn BIGINT,
        PRIMARY KEY (rrn, entry_id))""",
    "CREATE INDEX IF NOT EXISTS lessons_fault ON lessons (fault, first_seen)",
    "CREATE INDEX IF NOT EXISTS lessons_told ON lessons (fault, rrn) WHERE withdrawn IS NULL",
    "CREATE INDEX IF NOT EXISTS lessons_withdrawn ON lessons (withdrawn)",
    # Sum: robots that report a fault now, by property; for fault 0: all robots.
    """CREATE TABLE IF NOT EXISTS fault_robots (
        fault BIGINT NOT NULL, dimension TEXT NOT NULL, value TEXT NOT NULL,
        robots INTEGER NOT NULL, PRIMARY KEY (fault, dimension, value)) {options}""",
    # Each robot's running time in each week, and its properties then.
    """CREATE TABLE IF NOT EXISTS robot_weeks (
        rrn TEXT NOT NULL, week INTEGER NOT NULL, minutes BIGINT NOT NULL,
        failures BIGINT NOT NULL, model TEXT NOT NULL, batch TEXT NOT NULL, site TEXT NOT NULL,
        floor TEXT NOT NULL, software TEXT NOT NULL, PRIMARY KEY (rrn, week)) {options}""",
    "CREATE INDEX IF NOT EXISTS robot_weeks_week ON robot_weeks (week)",
    # Sum of robot_weeks; dimension and value are empty for all robots.
    """CREATE TABLE IF NOT EXISTS exposure (
        dimension TEXT NOT NULL, value TEXT NOT NULL, week INTEGER NOT NULL,
        minutes BIGINT NOT NULL, failures BIGINT NOT NULL,
        PRIMARY KEY (dimension, value, week)) {options}""",
    # Occurrences of a fault that began on a robot in a week.
    """CREATE TABLE IF NOT EXISTS fault_weeks (
        fault BIGINT NOT NULL, week INTEGER NOT NULL, rrn TEXT NOT NULL, onsets BIGINT NOT NULL,
        PRIMARY KEY (fault, week, rrn) {onsets_too}) {options}""",
    "CREATE INDEX IF NOT EXISTS fault_weeks_rrn ON fault_weeks (rrn, week)",
    "CREATE INDEX IF NOT EXISTS fault_weeks_week ON fault_weeks (week)",
    # The fleet's notes to its robots.
    """CREATE TABLE IF NOT EXISTS notes (
        id TEXT PRIMARY KEY, type TEXT NOT NULL, text TEXT NOT NULL, sources TEXT NOT NULL,
        written BIGINT NOT NULL, until BIGINT NOT NULL, withdrawn BIGINT)""",
    # The robots that had said a note's words when it was written.
    """CREATE TABLE IF NOT EXISTS note_speakers (
        note TEXT NOT NULL, rrn TEXT NOT NULL, PRIMARY KEY (note, rrn)) {options}""",
)


def prepare(database: FleetDatabase) -> None:
    """Create the missing tables.

    Raises:
        FleetRefused: a newer version created them; nothing was changed.
    """
    with database.writing() as statements:
        statements.run(_TABLES[0])
        known = _read_meta(statements)
        if known:
            _check(known.get("schema"))
        for table in _TABLES:
            onsets_too = database.includes.format("onsets")
            statements.run(table.format(options=database.table_options, onsets_too=onsets_too))
        if not known:
            statements.run("INSERT INTO meta VALUES ('schema', ?)", str(VERSION))
            statements.run("INSERT INTO meta VALUES ('fleet', ?)", secrets.token_hex(8))


def check_version(database: FleetDatabase) -> None:
    """Check that a database is readable.

    Raises:
        FleetRefused: it is no fleet database, or has another version.
    """
    with database.reading() as statements:
        _check(_read_meta(statements).get("schema"))


def _read_meta(statements: Statements) -> dict[str, str]:
    return dict(statements.rows("SELECT name, value FROM meta"))


def _check(version: str | None) -> None:
    if version != str(VERSION):
        raise FleetRefused(
            f"the memory of the fleet has schema {version or 'none'}, this version reads "
            f"{VERSION}; nothing was changed: use the version of robot_memory that wrote it"
        )
