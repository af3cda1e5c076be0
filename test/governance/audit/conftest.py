"""Fixtures shared by the tests of the audit, on top of those of governance."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from audit_builders import copied
from governance_builders import ADA, House, at, make_house


@pytest.fixture(scope="module")
def open_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def lived_in(open_folder: Path) -> House:
    """A home with a packet that was tried, applied and rolled back, and another one applied."""
    house = make_house(open_folder / "home", {"peak": 3.5}, {"peak": 3.5})
    first = house.packet(house.candidate(1), house.candidate(3))
    house.assist.dry_run(first.id, at())
    run = house.apply(first)
    house.assist.roll_back(run.receipt.run_id, at(), ADA)
    house.run(2)
    return house


@pytest.fixture
def house(lived_in: House, home: Path) -> House:
    return copied(lived_in, home)


@pytest.fixture
def home(open_folder: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=open_folder) as folder:
        yield Path(folder) / "home"
