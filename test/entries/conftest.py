"""Fixtures shared by the tests of entries."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(home: Path) -> Path:
    """The path of the memory file, which need not exist yet."""
    return home / "robot-memory.md"
