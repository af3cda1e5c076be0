"""Fixtures shared by the tests of perception."""

from __future__ import annotations

import pytest
from watching import Watching


@pytest.fixture
def robot() -> Watching:
    """A robot watched with the shipped rules."""
    return Watching()
