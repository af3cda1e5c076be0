"""What tests of perception share."""

from __future__ import annotations

import pytest
from watching import Watching


@pytest.fixture
def robot() -> Watching:
    """A robot that is watched by the rules shipped."""
    return Watching()
