"""What tests of entries share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(home: Path) -> Path:
    """Its memory file, which need not exist yet."""
    return home / "robot-memory.md"
