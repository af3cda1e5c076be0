"""What tests of all rooms share."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest

from robot_memory.clock import SetClock

#: A moment for tests that need one.
NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A memory home that does not exist yet."""
    return tmp_path / "home"


@pytest.fixture
def clock() -> SetClock:
    """Wall time that the test sets."""
    return SetClock(NOON, kind="wall", boot="test")


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROBOT_MEMORY_HOME", "CASTOR_ROBOT_MEMORY_FILE"):
        monkeypatch.delenv(name, raising=False)
