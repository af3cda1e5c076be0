"""Fixtures shared by the tests of the levels."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timezone

import pytest
from levels_builders import recall_over

from robot_memory.long_term.levels import Levels
from robot_memory.long_term.recall.recall import MemorySearch


@pytest.fixture
def levels(home, clock) -> Levels:
    """The levels of a new home."""
    made = Levels(home, clock, zone=timezone.utc)
    made.prepare()
    return made


@pytest.fixture
def recall(levels, clock) -> Iterator[MemorySearch]:
    made = recall_over(levels, clock)
    yield made
    made.close()
