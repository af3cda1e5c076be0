"""Whatever stands in the rows of the ledger, a memory opens, works on and tells what it can."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta

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


def columns_of(home):
    with closing(sqlite3.connect(home / "observations.db")) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [name for (name,) in tables if not name.startswith("sqlite_")]
        return [
            (name, column[1])
            for name in names
            for column in connection.execute(f"PRAGMA table_info({name})")
        ]


@pytest.mark.timeout(400)  # several hundred homes are read
def test_a_column_of_any_table_may_hold_anything(home, tmp_path):
    chosen = random.Random(7)
    for number, (table, column) in enumerate(columns_of(home)):
        for value in chosen.sample(ODD, 3):
            copy = tmp_path / f"{number}-{ODD.index(value)}"
            shutil.copytree(home, copy)
            with closing(sqlite3.connect(copy / "observations.db")) as connection:
                which = "name NOT IN ('time_kind')" if table == "meta" else "1"
                sql = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {which}"
                try:
                    connection.execute(sql, (value,))
                except sqlite3.IntegrityError:
                    continue  # the table itself refuses it
                connection.commit()
            try:
                use(copy)
            except Exception as error:
                raise AssertionError(f"{table}.{column} = {value!r:.60}") from error


@pytest.mark.parametrize("value", IN_DETAIL)
def test_what_a_row_says_in_detail_may_be_anything(home, tmp_path, value):
    with closing(sqlite3.connect(home / "observations.db")) as connection:
        names = connection.execute(
            "SELECT DISTINCT one.key FROM observations, json_each(detail_json) AS one ORDER BY 1"
        ).fetchall()
    chosen = random.Random(value).sample(names, len(names) // 3)  # each gets three values
    for (name,) in chosen:
        copy = tmp_path / name.replace("/", "-")
        shutil.copytree(home, copy)
        with closing(sqlite3.connect(copy / "observations.db")) as connection:
            connection.execute(
                "UPDATE observations SET detail_json = json_replace(detail_json, ?, json(?))",
                (f'$."{name}"', value),
            )
            connection.commit()
        try:
            use(copy)
        except Exception as error:
            raise AssertionError(f"detail.{name} = {value:.60}") from error
