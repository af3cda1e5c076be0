"""What tests of the levels share."""

from __future__ import annotations

from datetime import timezone

import pytest

from robot_memory.levels import Levels


@pytest.fixture
def levels(home, clock) -> Levels:
    """The levels of a home that has just been made."""
    made = Levels(home, clock, zone=timezone.utc)
    made.prepare()
    return made
