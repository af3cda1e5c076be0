"""A memory and an operator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits


@pytest.fixture
def memory(home, clock) -> Iterator[RobotMemory]:
    with RobotMemory.open(home, clock=clock) as opened:
        opened.save(force=True)  # from here on the robot has a name
        yield opened


@pytest.fixture
def limits(memory) -> LearnedLimits:
    return LearnedLimits(memory)


@pytest.fixture
def ada(memory):
    """Return the keys of an operator who is enrolled."""
    pytest.importorskip("cryptography")
    from robots import keys_of

    keys = keys_of(77, "ada")
    memory.long_term.assist.enrol("ada", keys.card)
    return keys
