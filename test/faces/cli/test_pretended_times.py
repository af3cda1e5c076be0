"""A pretended time must not make memories old."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import PRETENDED, ClockReading, ManualClock, SystemClock

UTC = timezone.utc
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
FAR = datetime(2099, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("is_new", [False, True])
def test_a_write_with_a_time_far_in_the_future_is_refused(command, home, is_new):
    if not is_new:
        command("remember", "environment_note", "Kitchen doorway has a 3 cm lip")
    before = command.file.read_bytes() if command.file.exists() else b""
    done = command("remember", "environment_note", "Ramp is steep", "--now", "2099-01-01")

    assert done.status == 2
    assert "--now: 2099-01-01 is more than 90 days after" in done.err
    assert "nothing was stored" in done.err
    assert (command.file.read_bytes() if command.file.exists() else b"") == before
    assert "Ramp" not in command("show", "--all").out


def test_reading_far_ahead_and_writing_a_near_future_time_are_allowed(command):
    soon = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"
    assert command("remember", "environment_note", "Ramp is steep", "--now", soon).status == 0
    assert command("show", "--now", "2099-01-01").status == 0


def test_a_row_written_with_the_now_option_does_not_change_the_clock(home):
    def reading() -> ClockReading:
        return ClockReading(NOON, 100.0, synchronised=False)

    with RobotMemory.open(home, clock=SystemClock(read=reading, boot="one")) as memory:
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    pretended = ManualClock(FAR, kind="wall", boot=PRETENDED)  # as an earlier version stored it
    with RobotMemory.open(home, clock=pretended) as memory:
        memory.remember("environment_note", "Ramp is steep")
    with RobotMemory.open(home, clock=SystemClock(read=reading, boot="two")) as memory:
        now = memory.clock.now()

        assert (now.time, now.trusted) == (NOON, True)
        assert "3 cm lip" in memory.context().text
