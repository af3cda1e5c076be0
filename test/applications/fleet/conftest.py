"""A fleet that hears robots; its database is SQLite, and PostgreSQL where that can be started."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fleet_builders import HearingFleet
from postgres_server import PostgresServer, why_no_postgres

from robot_memory.applications.fleet.database import DatabaseAddress, SqliteAddress


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this session, started by the first test that needs it."""
    if problem := why_no_postgres():
        pytest.skip(problem)
    with TemporaryDirectory(prefix="fleet-pg-") as folder:  # the path of a socket must be short
        server = PostgresServer(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseAddress:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return SqliteAddress(tmp_path / "fleet.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def fleet(tmp_path: Path, address: DatabaseAddress) -> Iterator[HearingFleet]:
    """A fleet that hears robots."""
    hearing = HearingFleet(tmp_path / "home", address)
    yield hearing
    hearing.database.close()


@pytest.fixture
def small_fleet(tmp_path: Path) -> Iterator[HearingFleet]:
    """A fleet whose database is SQLite, where the other kind would show nothing new."""
    hearing = HearingFleet(tmp_path / "home", SqliteAddress(tmp_path / "fleet.db"))
    yield hearing
    hearing.database.close()
