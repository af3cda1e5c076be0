"""Recent readings of all signals: bounded, and thinned without loss of what matters."""

from __future__ import annotations

import math
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.perception.occurrences.freeze_frame import RecentReadings

ELBOW = "/joint_states elbow effort"


def fill(readings: RecentReadings, rate: float, until: float, name: str = ELBOW) -> None:
    for count in range(int(until * rate)):
        readings.note(name, count / rate, math.sin(count / rate))


def test_the_newest_value_of_each_signal_is_shown_for_five_seconds():
    readings = RecentReadings()
    readings.note(ELBOW, 10.0, 1.0)
    readings.note(ELBOW, 11.0, 2.0)
    readings.note("speed", 5.9, 0.5)

    assert readings.now(11.0) == {ELBOW: 2.0}
    assert readings.now(16.1) == {}


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_non_finite_value_is_not_stored_as_a_reading(value: float):
    readings = RecentReadings()
    readings.note(ELBOW, 10.0, value)

    assert readings.now(10.0) == {}
    assert readings.before(10.0) == {}


@pytest.mark.parametrize("rate", [0.5, 5.0, 50.0, 500.0])
def test_the_ten_seconds_before_an_onset_are_stored_at_any_rate(rate: float):
    readings = RecentReadings()
    fill(readings, rate, 60.0)

    samples = readings.before(50.0)[ELBOW]

    assert samples == sorted(samples)
    assert 40.0 <= samples[0][0] <= max(40.7, 40.0 + 1 / rate)
    assert 50.0 - max(0.7, 1 / rate) <= samples[-1][0] <= 50.0
    assert all(value == pytest.approx(math.sin(stamp)) for stamp, value in samples)
    assert 5 <= len(samples) <= 36


@pytest.mark.parametrize("onset", [85.0, 90.0, 93.0, 99.9, 100.1])
def test_the_ten_seconds_before_an_onset_are_complete_where_the_ring_wraps(onset: float):
    readings = RecentReadings()
    fill(readings, 2.0, onset + 1.0)

    stamps = [stamp for stamp, _ in readings.before(onset)[ELBOW]]

    assert stamps == [number / 2.0 for number in range(203) if onset - 10 <= number / 2.0 <= onset]


@pytest.mark.parametrize("spike", [9.0, -9.0])
def test_a_spike_of_one_message_is_kept_when_readings_are_thinned(spike: float):
    readings = RecentReadings()
    for count in range(20_000):
        readings.note(ELBOW, count * 0.002, spike if count == 17_345 else 1.0 + 0.01 * (count % 3))

    assert (17_345 * 0.002, spike) in readings.before(40.0)[ELBOW]


def test_readings_after_the_onset_are_left_out():
    readings = RecentReadings()
    fill(readings, 100.0, 45.0)

    assert max(stamp for stamp, _ in readings.before(30.0)[ELBOW]) <= 30.0


def test_many_signals_and_high_rates_use_no_more_memory():
    def room(rate: float, signals: int) -> int:
        readings = RecentReadings()
        names = [f"signal {number}" for number in range(signals)]
        tracemalloc.start()
        for count in range(int(100 * rate)):
            for name in names[:300]:
                readings.note(name, count / rate, float(count))
        for name in names[300:]:
            readings.note(name, 100.0, 1.0)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size

    few = room(1.0, 300)
    assert room(6.0, 300) < 1.2 * few
    assert room(1.0, 20_000) < 1.2 * few


def test_stopped_signals_are_replaced_by_signals_that_are_received():
    readings = RecentReadings()
    for number in range(256):
        readings.note(f"old {number}", 0.0, 1.0)
    for second in range(1, 120):
        readings.note("new", float(second), 2.0)

    assert readings.now(119.0) == {"new": 2.0}


@given(st.lists(st.tuples(st.floats(0.0, 5.0), st.floats(-1e300, 1e300)), max_size=60))
def test_only_values_that_were_read_are_returned(steps: list[tuple[float, float]]):
    readings, stamp, noted = RecentReadings(), 0.0, set()
    for step, value in steps:
        stamp += step
        noted.add((stamp, value))
        readings.note(ELBOW, stamp, value)

    assert set(readings.before(stamp).get(ELBOW, [])) <= noted
