"""The status of a robot in words."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.applications.memory_status import watched
from robot_memory.foundation.time.clock import ClockReading, SystemClock
from robot_memory.memory import RobotMemory

STORED = datetime(2026, 12, 1, 8, 0, tzinfo=timezone.utc)


@pytest.mark.parametrize("is_synchronised", [True, False])
def test_the_status_names_an_assumed_time_after_four_months_in_storage(tmp_path, is_synchronised):
    def machine(time: datetime, boot: str, *, synchronised: bool) -> SystemClock:
        return SystemClock(read=lambda: ClockReading(time, 120.0, synchronised), boot=boot)

    before = machine(STORED, "before", synchronised=True)
    with RobotMemory.open(tmp_path, clock=before) as memory:
        memory.remember("environment_note", "Dock 2 is slippery")

    later = machine(STORED + timedelta(days=120), "later", synchronised=is_synchronised)
    with RobotMemory.open(tmp_path, clock=later, read_only=True) as memory:
        words, _ = watched(memory)

    assumed = "; the clock is not trusted, so now is taken to be 2026-12-01 08:02 UTC"
    assert words.endswith(assumed) is not is_synchronised
