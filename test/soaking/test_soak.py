"""The soak test: a fast calendar, equally frequent failures each month, a measure of growth."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

import pytest
from soaking.calendar_clock import START, CalendarClock
from soaking.failures import FAILURES
from soaking.usage import growth, usage_of

LEARNING = 10


def test_calendar_days_pass_in_seconds_while_uptime_is_real() -> None:
    clock = CalendarClock(1000.0, day=10.0, read=lambda: 1025.0)

    assert clock.now().time == START + timedelta(days=2.5)
    assert clock.now().uptime == 1025.0


@pytest.mark.parametrize("failure", FAILURES)
def test_failures_occur_at_a_fixed_interval_and_not_while_the_robot_learns(failure) -> None:
    days = [day for day in range(90) if failure.holds(day + 0.35)]

    assert min(days) >= 6
    assert {later - sooner for sooner, later in pairwise(days)} == {failure.every}


def test_a_fluctuating_series_is_flat() -> None:
    grown = growth([100.0 + 2.0 * math.sin(day) for day in range(90)], LEARNING)

    assert grown.is_flat(0.05, 60)


def test_a_series_that_grows_by_a_tenth_in_two_months_is_not_flat() -> None:
    grown = growth([100.0 + max(0, day - 30) / 6.0 for day in range(90)], LEARNING)

    assert not grown.is_flat(0.05, 60)
    assert grown.later == pytest.approx(1.0 / 6.0, rel=0.05)


def test_growth_in_the_first_days_does_not_count() -> None:
    grown = growth([min(day, LEARNING) * 10.0 for day in range(90)], LEARNING)

    assert grown.first == pytest.approx(0.0, abs=1e-6)
    assert grown.is_flat(0.05, 60)


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has started, and waits."""
    pipe = subprocess.PIPE
    with subprocess.Popen(["cat"], stdin=pipe, stdout=pipe, bufsize=0) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        started.stdin.write(b".")
        started.stdout.read(1)
        yield started
        started.kill()


def test_the_usage_of_a_process_has_its_memory_handles_and_threads(process) -> None:
    usage = usage_of(process)

    assert usage.megabytes > 0.1
    assert usage.handles >= 3
    assert usage.threads == 1


def test_the_usage_of_an_ended_process_raises(process) -> None:
    process.kill()
    process.wait()

    with pytest.raises(OSError, match="No such file"):
        usage_of(process)
