"""What tests of governance share."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from governance_builders import House, make_house


@pytest.fixture
def home() -> Iterator[Path]:
    """A memory home that does not exist yet, in memory: hundreds of runs wait for no disk."""
    shared = Path("/dev/shm")
    folder = tempfile.mkdtemp(dir=shared if shared.is_dir() else None)
    yield Path(folder) / "home"
    shutil.rmtree(folder)


@pytest.fixture
def house(home: Path) -> House:
    """A home with a ledger of thirty rows, an operator, and all gates passed."""
    return make_house(home, {"peak": 3.5}, {"importance": {"label": "nice_to_have", "score": 0.6}})
