"""A store whose time the test sets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from robot_memory.chunks import ChunkStore
from robot_memory.clock import ManualClock


@pytest.fixture
def store(home: Path, clock: ManualClock) -> Iterator[ChunkStore]:
    with ChunkStore(home, clock=clock) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pulls the plug in a test, and what waits for the disk is slow."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
