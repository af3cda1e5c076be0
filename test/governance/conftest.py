"""Fixtures shared by the tests of governance."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from governance_builders import House, make_house


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The home that is copied for each test; making a new one takes twenty times as long."""
    folder = tmp_path_factory.mktemp("prepared") / "home"
    importance = {"label": "nice_to_have", "score": 0.6}
    return make_house(folder, {"peak": 3.5}, {"importance": importance})


@pytest.fixture
def house(home: Path, prepared: House) -> House:
    """A home with a ledger of thirty rows, an operator, and all gates passed."""
    shutil.copytree(prepared.folder, home)
    return House(home)
