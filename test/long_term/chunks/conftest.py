"""A chunk store with a clock set by the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.chunks import ChunkStore


@pytest.fixture
def store(home: Path, clock: ManualClock) -> Iterator[ChunkStore]:
    with ChunkStore(home, clock=clock) as opened:
        yield opened
