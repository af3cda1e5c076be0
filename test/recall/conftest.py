"""A memory home with everything that can be found in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from remembered import Remembered

from robot_memory.clock import ManualClock


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pulls the plug in a test, and what waits for the disk is slow."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture
def robot(home: Path, clock: ManualClock) -> Iterator[Remembered]:
    with Remembered(home, clock) as opened:
        yield opened
