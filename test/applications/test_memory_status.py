"""The status of a robot in words."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.applications.memory_status import watched
from robot_memory.applications.operations.context_question import GetContext
from robot_memory.foundation.time.clock import ClockReading, SystemClock
from robot_memory.memory import RobotMemory

STORED = datetime(2026, 12, 1, 8, 0, tzinfo=timezone.utc)


@pytest.mark.parametrize("is_synchronised", [True, False])
def test_status_and_context_name_an_assumed_time_after_four_months_in_storage(
    tmp_path, is_synchronised
):
    def machine(time: datetime, boot: str, *, synchronised: bool) -> SystemClock:
        return SystemClock(read=lambda: ClockReading(time, 120.0, synchronised), boot=boot)

    before = machine(STORED, "before", synchronised=True)
    with RobotMemory.open(tmp_path, clock=before) as memory:
        memory.remember("environment_note", "Dock 2 is slippery")

    later = machine(STORED + timedelta(days=120), "later", synchronised=is_synchronised)
    with RobotMemory.open(tmp_path, clock=later, read_only=True) as memory:
        words, _ = watched(memory)
        first, *_ = GetContext().ask(memory).context.splitlines() or [""]
        nothing = GetContext(tags=("ramp",)).ask(memory).context

    assumed = "clock is not trusted, so now is taken to be 2026-12-01 08:02 UTC"
    assert words.endswith(f"; the {assumed}") is not is_synchronised
    doubt = "The clock is not trusted: ages leave out how long the robot was off."
    assert (first == doubt) is not is_synchronised
    assert nothing == ""
