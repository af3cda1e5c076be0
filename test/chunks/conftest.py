"""A store whose time the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from robot_memory.chunks import ChunkStore
from robot_memory.clock import ManualClock


@pytest.fixture
def store(home: Path, clock: ManualClock) -> Iterator[ChunkStore]:
    with ChunkStore(home, clock=clock) as opened:
        yield opened
