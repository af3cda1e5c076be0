"""A fleet that receives updates; its database is SQLite, and also PostgreSQL if available."""

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
    """The session's PostgreSQL server, started by the first test that needs it."""
    if problem := why_no_postgres():
        pytest.skip(problem)
    with TemporaryDirectory(prefix="fleet-pg-") as folder:  # a socket's path must be short
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
    """A fleet that receives updates."""
    hearing = HearingFleet(tmp_path / "home", address)
    yield hearing
    hearing.database.close()


@pytest.fixture
def small_fleet(tmp_path: Path) -> Iterator[HearingFleet]:
    """A fleet with SQLite only, for tests in which the kind of database does not matter."""
    hearing = HearingFleet(tmp_path / "home", SqliteAddress(tmp_path / "fleet.db"))
    yield hearing
    hearing.database.close()
