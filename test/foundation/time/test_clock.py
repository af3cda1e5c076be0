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
def test_synchronised_wall_time_is_trusted(wall):
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
def test_unsynchronised_time_is_trusted_only_near_the_newest_stamp(offset, trusted):
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
def test_in_an_empty_home_time_is_trusted_from_the_build_date_for_five_years(wall, trusted):
    assert now_of(wall, newest=None).trusted is trusted


def test_untrusted_wall_time_is_replaced_by_the_newest_stamp_plus_uptime():
    now = now_of(EPOCH + timedelta(seconds=30), uptime=30.0)

    assert now.time == NEWEST + timedelta(seconds=30)
    assert not now.trusted


def test_the_system_clock_reads_this_machines_time_uptime_and_boot():
    before = datetime.now(UTC)
    clock = SystemClock(newest=before)
    first, second = clock.now(), clock.now()

    assert first.trusted
    assert before <= first.time <= second.time <= datetime.now(UTC)
    assert abs(first.uptime - time.clock_gettime(time.CLOCK_BOOTTIME)) < 5.0
    assert first.boot == Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    assert clock.kind == "wall"
