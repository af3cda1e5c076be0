"""What tests of entries share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from entry_builders import open_memory

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.memory import RobotMemory


@pytest.fixture
def memory(home: Path, clock: ManualClock) -> Iterator[RobotMemory]:
    """A memory that knows nothing yet."""
    with open_memory(home, clock) as opened:
        yield opened


@pytest.fixture
def file(home: Path) -> Path:
    """Its memory file, which need not exist yet."""
    return home / "robot-memory.md"
