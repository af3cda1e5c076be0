"""Whatever the rows of the ledger contain, a memory opens, works on and shows what it can."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import timedelta
from itertools import zip_longest

import pytest
from report_builders import ALWAYS, SETTINGS, START, full_home

from robot_memory.applications.report import gather
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.memory import RobotMemory

ODD = [
    "zzz", "{}", "[]", "[" * 100_000, "1" + "0" * 400, float("inf"), b"\xff\x00", b"", None, -1,
    2**63 - 1, "9999-12-31T23:59:59.999999Z", '{"a": 1e400}', '["a", "b", 3]', "a\0b",
]  # fmt: skip
IN_DETAIL = ['"zzz"', '""', "[]", "{}", "null", "-1", "1e300", "1" + "0" * 250, '{"a": [1]}']


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("homes") / "home"
    full_home(folder)
    return folder


def use(folder):
    clock = ManualClock(START + timedelta(days=41), kind="wall", boot="boot-2")
    memory = RobotMemory.open(folder, settings=SETTINGS, clock=clock)
    try:
        memory.tick()
        memory.save(force=True)
        memory.consolidate()
        gather(memory, ALWAYS)
    finally:
        memory.close()


def use_spoilt(home, copy, statements):
    """Use a copy of a home whose evidence was changed by these SQL statements."""
    shutil.copytree(home, copy)
    with closing(sqlite3.connect(copy / "observations.db")) as connection:
        for sql, values in statements:
            with suppress(sqlite3.IntegrityError):  # the table's own constraints refuse it
                connection.execute(sql, values)
        connection.commit()
    try:
        use(copy)
    except Exception as error:
        raise AssertionError(f"after {statements!r:.400}") from error


def spoilt_columns(home):
    """Yield for each column of the tables with rows the SQL that spoils it, in two ways."""
    chosen = random.Random(7)
    with closing(sqlite3.connect(home / "observations.db")) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            if (
                table.startswith("sqlite_")
                or not connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()
            ):
                continue
            which = "name NOT IN ('time_kind')" if table == "meta" else "1"
            yield [
                (f"UPDATE OR IGNORE {table} SET {column[1]} = ? WHERE {which}", (value,))
                for column in connection.execute(f"PRAGMA table_info({table})")
                for value in chosen.sample(ODD, 2)
            ]


@pytest.mark.timeout(400)
def test_a_report_is_made_with_any_content_in_any_column(home, tmp_path):
    for number, of_tables in enumerate(zip_longest(*spoilt_columns(home))):
        use_spoilt(home, tmp_path / str(number), [one for one in of_tables if one])


@pytest.mark.parametrize("value", IN_DETAIL)
def test_a_report_is_made_with_any_content_in_the_details_of_rows(home, tmp_path, value):
    with closing(sqlite3.connect(home / "observations.db")) as connection:
        names = connection.execute(
            "SELECT DISTINCT one.key FROM observations, json_each(detail_json) AS one ORDER BY 1"
        ).fetchall()
    chosen = random.Random(value).sample(names, len(names) // 3)  # three values each
    sql = "UPDATE observations SET detail_json = json_replace(detail_json, ?, json(?))"
    statements = [(sql, (f'$."{name}"', value)) for (name,) in chosen]
    for number in range(2):  # half of the columns in each home
        use_spoilt(home, tmp_path / str(number), statements[number::2])
