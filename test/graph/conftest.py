"""Laws are checked however busy the machine is."""

from __future__ import annotations

import pytest
from hypothesis import settings

from robot_memory.graph import FactGraph

settings.register_profile("robot_memory", deadline=None)
settings.load_profile("robot_memory")


@pytest.fixture
def graph(home) -> FactGraph:
    return FactGraph(home)
