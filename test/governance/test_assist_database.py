"""The assist path's connection may change ``observations.detail_json`` and nothing else."""

from __future__ import annotations

import sqlite3

import pytest
from governance_builders import all_rows

from robot_memory.foundation.errors import AssistRefused, NewerSchema
from robot_memory.governance.assist_database import AssistDatabase

FORBIDDEN = [
    "INSERT INTO observations SELECT * FROM observations",
    "DELETE FROM observations WHERE id = 1",
    "DELETE FROM observations",
    *(
        f"UPDATE observations SET {column} = '1' WHERE id = 1"
        for column in ("id", "ts", "kind", "summary", "summary_en", "source", "key", "entry_id",
                       "confidence", "tags", "context_json", "trusted")
    ),
    "UPDATE observations SET detail_json = '{}', summary = 'x' WHERE id = 1",
    "UPDATE meta SET value = 'x'",
    "INSERT OR REPLACE INTO meta VALUES ('ledger_id', 'x')",
    "REPLACE INTO observations (id, detail_json) VALUES (1, '{}')",
    "DROP TABLE observations",
    "ALTER TABLE observations RENAME TO old",
    "CREATE TABLE other (x)",
    "CREATE TRIGGER t AFTER UPDATE ON observations BEGIN DELETE FROM meta; END",
    "ATTACH ':memory:' AS other",
    "PRAGMA synchronous = OFF",
    "PRAGMA writable_schema = ON",
    "SELECT summary FROM observations",
    "SELECT load_extension('x')",
    "VACUUM",
    "UPDATE observations SET detail_json = '{}' WHERE id = 1 RETURNING summary",
]  # fmt: skip


@pytest.fixture
def database(house):
    with AssistDatabase(house.home.ledger) as opened:
        yield opened


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_every_sql_statement_but_the_permitted_ones_is_refused(house, database, statement):
    before = all_rows(house.folder)
    with pytest.raises(sqlite3.DatabaseError):
        database._connection.execute(statement)

    assert all_rows(house.folder) == before


def test_a_trigger_added_to_the_ledger_does_not_run(house):
    with sqlite3.connect(house.home.ledger) as connection:
        connection.execute(
            "CREATE TRIGGER t AFTER UPDATE ON observations BEGIN DELETE FROM meta; END"
        )
    connection.close()
    before = all_rows(house.folder)
    with AssistDatabase(house.home.ledger) as database, pytest.raises(sqlite3.DatabaseError):
        database.replace(1, '{"peak": 3.5}', "{}")

    assert all_rows(house.folder) == before


def test_no_other_connection_writes_during_a_transaction(house, database):
    other = sqlite3.connect(house.home.ledger, timeout=0)
    with database.transaction():
        assert database.texts([1]) == {1: '{"peak": 3.5}'}
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("UPDATE observations SET detail_json = '{}' WHERE id = 1")
    other.close()


def test_a_row_is_changed_only_if_it_has_the_expected_content(database):
    with database.transaction():
        database.replace(1, '{"peak": 3.5}', '{"peak": 4.0}')
    with pytest.raises(AssistRefused, match="row 1"), database.transaction():
        database.replace(1, '{"peak": 3.5}', "{}")

    assert database.texts([1, 99]) == {1: '{"peak": 4.0}'}


def test_a_failed_statement_undoes_the_whole_transaction(database):
    with pytest.raises(AssistRefused), database.transaction():
        database.replace(1, '{"peak": 3.5}', '{"peak": 4.0}')
        database.replace(3, "{}", '{"peak": 4.0}')

    assert database.texts([1]) == {1: '{"peak": 3.5}'}


def test_a_missing_ledger_is_not_created(home):
    with pytest.raises(AssistRefused, match="no ledger"):
        AssistDatabase(home / "observations.db")
    assert not home.exists()


def test_a_ledger_with_a_newer_schema_is_refused(house):
    with sqlite3.connect(house.home.ledger) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(NewerSchema, match="schema 99"):
        AssistDatabase(house.home.ledger)
