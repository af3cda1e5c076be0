"""The one source of time (rules.md §4.1 and §4.2)."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from robot_memory.foundation.time.clock import BUILD_DATE, ClockReading, SystemClock

UTC = timezone.utc
NEWEST = datetime(2026, 12, 1, 12, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now_of(wall, *, newest=NEWEST, uptime=30.0, synchronised=False):
    clock = SystemClock(
        newest=newest, boot="b1", read=lambda: ClockReading(wall, uptime, synchronised)
    )
    return clock.now()


@pytest.mark.parametrize("wall", [NEWEST, EPOCH, NEWEST + timedelta(days=3650)])
def test_wall_time_is_trusted_when_the_kernel_says_that_it_is_synchronised(wall):
    now = now_of(wall, synchronised=True)

    assert now.trusted
    assert now.time == wall
    assert now.synchronised


@pytest.mark.parametrize(
    ("offset", "trusted"),
    [
        (timedelta(hours=-1), True),
        (timedelta(hours=-1, seconds=-1), False),
        (timedelta(0), True),
        (timedelta(days=90), True),
        (timedelta(days=90, seconds=1), False),
        (timedelta(days=3650), False),
    ],
)
def test_else_it_is_trusted_from_an_hour_before_the_newest_stamp_to_90_days_after(offset, trusted):
    assert now_of(NEWEST + offset).trusted is trusted


@pytest.mark.parametrize(
    ("wall", "trusted"),
    [
        (BUILD_DATE - timedelta(seconds=1), False),
        (BUILD_DATE, True),
        (BUILD_DATE + timedelta(days=4 * 365), True),
        (BUILD_DATE + timedelta(days=6 * 365), False),
        (EPOCH, False),
    ],
)
def test_in_an_empty_home_it_is_trusted_from_the_build_date_to_five_years_on(wall, trusted):
    assert now_of(wall, newest=None).trusted is trusted


def test_until_wall_time_is_trusted_time_reads_newest_stamp_plus_uptime():
    now = now_of(EPOCH + timedelta(seconds=30), uptime=30.0)

    assert now.time == NEWEST + timedelta(seconds=30)
    assert not now.trusted


def test_this_machines_clock_tells_this_machines_time_and_boot():
    before = datetime.now(UTC)
    clock = SystemClock(newest=before)
    first, second = clock.now(), clock.now()

    assert first.trusted
    assert before <= first.time <= second.time <= datetime.now(UTC)
    assert abs(first.uptime - time.clock_gettime(time.CLOCK_BOOTTIME)) < 5.0
    assert first.boot == Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    assert clock.kind == "wall"
