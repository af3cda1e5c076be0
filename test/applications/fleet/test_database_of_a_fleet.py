"""The location of a fleet's memory, and the error if it cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest
from fleet_builders import HearingFleet

from robot_memory.applications.fleet.database import (
    DatabaseAddress,
    PostgresAddress,
    SqliteAddress,
    find_address,
    open_database,
    read_address,
)
from robot_memory.applications.fleet.fleet_questions import FleetQuestions
from robot_memory.applications.fleet.schema import prepare
from robot_memory.foundation.errors import FleetRefused, InvalidInput
from robot_memory.foundation.home import Home


def test_without_an_address_the_database_is_a_file_in_the_home(tmp_path: Path) -> None:
    home = Home(tmp_path, tmp_path / "robot-memory.md")

    assert find_address("", home, {}) == SqliteAddress(tmp_path / "fleet.db")
    named = {"ROBOT_MEMORY_FLEET_DATABASE": "sqlite:////srv/fleet.db"}
    assert find_address("", home, named) == SqliteAddress(Path("/srv/fleet.db"))


def test_a_remote_database_needs_tls_and_its_password_is_not_shown() -> None:
    address = read_address("postgresql://fleet@db.example.org/robots", {"PGPASSWORD": "secret"})

    assert address == PostgresAddress("db.example.org", 5432, "robots", "fleet", "secret", True)
    assert str(address) == "postgresql://fleet@db.example.org:5432/robots"


def test_a_local_database_may_use_a_socket() -> None:
    address = read_address("postgresql:///robots?host=/run/postgresql", {"PGUSER": "ada"})

    assert address == PostgresAddress("/run/postgresql", 5432, "robots", "ada", "", False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mysql://h/d", "begins with neither"),
        ("secret.db", "begins with neither"),
        ("secret:fleet", "begins with neither"),
        ("host=h password=secret", "begins with neither"),
        ("postgresql:fleet:secret@h/f", "begins with neither"),
        ("sqlite:secret", "names no file"),
        ("sqlite://", "names no file"),
        ("sqlite://host/x", "names no file"),
        ("postgresql://u:secret@h", "names no database"),
        ("postgresql://u:secret@h:port/d", "cannot be read"),
        ("postgresql://u:secret/x@h/d", "cannot be read"),
        ("postgresql://u:secret#x@h/d", "cannot be read"),
        ("postgresql://u:secret?x@h/d", "cannot be read"),
        ("postgresql://u:[secret@h/d", "cannot be read"),
        ("postgresql://u:12/secret@h/d", "names a database with"),
        ("postgresql://u:12#secret@h/d", "names no database"),
        ("postgresql://u:12/d#secret@h", "names a database with"),
        ("postgresql://u:12/d?secret=@h", "has an option that is not known"),
        ("postgresql://u:x@h/d?sslmode=secret", "has a sslmode that is not known"),
        ("postgresql://u:secret@h/d?sslmode=prefer", "has a sslmode that is not known"),
        ("postgresql://u:secret@h/d?timeout=3", "has an option that is not known"),
    ],
)
def test_an_invalid_address_is_refused_without_showing_its_password(
    text: str, problem: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_address(text, {})

    assert problem in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_question_without_a_database_names_the_command_that_creates_one(tmp_path: Path) -> None:
    with pytest.raises(FleetRefused, match="`robot-memory fleet serve` makes it"):
        FleetQuestions(SqliteAddress(tmp_path / "fleet.db"))

    assert list(tmp_path.iterdir()) == []


def test_a_database_of_a_newer_version_is_refused(fleet: HearingFleet) -> None:
    with fleet.database.writing() as statements:
        statements.run("UPDATE meta SET value = '99' WHERE name = 'schema'")

    with pytest.raises(FleetRefused, match="has schema 99, this version reads 1"):
        prepare(fleet.database)


def test_a_second_server_of_a_database_is_refused_until_the_first_one_ends(
    fleet: HearingFleet, address: DatabaseAddress
) -> None:
    fleet.database.claim()
    second = open_database(address, write=True)

    with pytest.raises(FleetRefused, match="another `robot-memory fleet serve`"):
        second.claim()
    fleet.database.close()
    second.claim()

    second.close()


def test_a_failed_transaction_changes_nothing(fleet: HearingFleet) -> None:
    with pytest.raises(FleetRefused), fleet.database.writing() as statements:
        statements.run("INSERT INTO meta VALUES ('one', 'kept?')")
        statements.run("INSERT INTO nowhere VALUES (1)")

    assert fleet.rows("SELECT * FROM meta WHERE name = 'one'") == []


def test_an_unreachable_database_is_reported(tmp_path: Path) -> None:
    pytest.importorskip("pg8000", reason="no pg8000: run make test")
    nobody = PostgresAddress(str(tmp_path), 5432, "fleet", "robot", is_encrypted=False)

    with pytest.raises(FleetRefused, match="what was committed before is kept"):
        open_database(nobody, write=True)
