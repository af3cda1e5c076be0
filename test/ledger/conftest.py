"""A ledger, and a builder of rows for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Ledger, Observation

MakeRow = Callable[..., Observation]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "observations.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    with_rows = Ledger(path)
    yield with_rows
    with_rows.close()


@pytest.fixture
def row() -> MakeRow:
    """Make an observation; ``uptime`` is its time since boot."""

    def make(
        summary: str = "Left encoder reports no pulses",
        *,
        uptime: float = 30.0,
        trusted: bool = True,
        boot: str = "b1",
        base: datetime = datetime(2026, 12, 1, 12, tzinfo=timezone.utc),
        **fields: Any,
    ) -> Observation:
        instant = Instant(base + timedelta(seconds=uptime), uptime, boot, trusted)
        given = {
            "kind": Kind.ONSET,
            "key": Key("diagnostics", "encoder", "no pulses"),
            "entry_type": "hardware_observation",
            "confidence": 0.6,
            **fields,
        }
        return Observation(instant=instant, summary=summary, **given)

    return make
