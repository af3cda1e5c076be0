"""A graph in an empty home."""

from __future__ import annotations

import pytest

from robot_memory.long_term.graph import FactGraph


@pytest.fixture
def graph(home) -> FactGraph:
    return FactGraph(home)
