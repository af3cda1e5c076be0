"""The tables of a fleet's memory, in SQL that SQLite and PostgreSQL share.

Times are whole seconds since 1970, weeks count from the Monday 1969-12-29. Sums that questions need
are kept by the writer, in the transaction that changes what they are sums of.
"""

from __future__ import annotations

import secrets

from robot_memory.applications.fleet.database import FleetDatabase, Statements
from robot_memory.foundation.errors import FleetRefused

VERSION = 1
#: What robots are told apart by: parts of their description, and columns of ``robots``.
DIMENSIONS = ("model", "batch", "site", "floor", "software")

_TABLES = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    # One row a robot. kinds: all that it is; record: what its last update was judged by
    # (PeerRecord); both as JSON. issued, heard: NULL until it is heard. is_counted: whether its
    # words are in the other tables.
    """CREATE TABLE IF NOT EXISTS robots (
        rrn TEXT PRIMARY KEY, name TEXT NOT NULL, model TEXT NOT NULL, batch TEXT NOT NULL,
        site TEXT NOT NULL, floor TEXT NOT NULL, software TEXT NOT NULL, kinds TEXT NOT NULL,
        issued BIGINT, heard BIGINT, is_counted INTEGER NOT NULL, problem TEXT NOT NULL,
        fingerprint TEXT NOT NULL, record TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS robots_issued ON robots (issued)",
    # What robots tell of; words: what is searched. Sums: robots, of lessons that stand; first_seen
    # and last_seen, of all.
    """CREATE TABLE IF NOT EXISTS faults (
        id BIGINT PRIMARY KEY, detector TEXT NOT NULL, component TEXT NOT NULL,
        symptom TEXT NOT NULL, text TEXT NOT NULL, words TEXT NOT NULL, robots INTEGER NOT NULL,
        first_seen BIGINT NOT NULL, last_seen BIGINT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS faults_robots ON faults (robots)",
    # One row for each entry of each robot; withdrawn: NULL while the robot tells it.
    """CREATE TABLE IF NOT EXISTS lessons (
        rrn TEXT NOT NULL, entry_id TEXT NOT NULL, fault BIGINT NOT NULL, type TEXT NOT NULL,
        text TEXT NOT NULL, confidence DOUBLE PRECISION NOT NULL, first_seen BIGINT NOT NULL,
        last_seen BIGINT NOT NULL, observations BIGINT NOT NULL, withdrawn BIGINT,
        PRIMARY KEY (rrn, entry_id))""",
    "CREATE INDEX IF NOT EXISTS lessons_fault ON lessons (fault, first_seen)",
    "CREATE INDEX IF NOT EXISTS lessons_told ON lessons (fault, rrn) WHERE withdrawn IS NULL",
    "CREATE INDEX IF NOT EXISTS lessons_withdrawn ON lessons (withdrawn)",
    # Sum: robots that tell of a fault now, by what they are; of fault 0: all robots.
    """CREATE TABLE IF NOT EXISTS fault_robots (
        fault BIGINT NOT NULL, dimension TEXT NOT NULL, value TEXT NOT NULL,
        robots INTEGER NOT NULL, PRIMARY KEY (fault, dimension, value)) {options}""",
    # How long each robot ran in each week, and what it was then.
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
    # What the fleet tells its robots.
    """CREATE TABLE IF NOT EXISTS notes (
        id TEXT PRIMARY KEY, type TEXT NOT NULL, text TEXT NOT NULL, sources TEXT NOT NULL,
        written BIGINT NOT NULL, until BIGINT NOT NULL, withdrawn BIGINT)""",
    # The robots that had said the words of a note when it was written.
    """CREATE TABLE IF NOT EXISTS note_speakers (
        note TEXT NOT NULL, rrn TEXT NOT NULL, PRIMARY KEY (note, rrn)) {options}""",
)


def prepare(database: FleetDatabase) -> None:
    """Make the tables that are not there yet.

    Raises:
        FleetRefused: a newer version made them; nothing was changed.
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
    """Check that a database can be read.

    Raises:
        FleetRefused: it holds no memory of a fleet, or one of another version.
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
