"""A memory home, and all stores that recall searches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from remembered import Remembered

from robot_memory.foundation.time.clock import ManualClock


@pytest.fixture
def robot(home: Path, clock: ManualClock) -> Iterator[Remembered]:
    with Remembered(home, clock) as opened:
        yield opened
