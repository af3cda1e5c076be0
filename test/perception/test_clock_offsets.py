"""Clock offsets: which are found in header stamps, and that late messages cause none."""

from __future__ import annotations

import math
import random

import pytest

from robot_memory.foundation.settings import Settings
from robot_memory.perception.ros_graph.clock_offsets import (
    HEADER,
    SENT,
    ClockOffset,
    OffsetLimits,
    OffsetTrack,
    by_computer,
)
from robot_memory.perception.ros_graph.graph_faults import different_clock, odd_headers


def follow(
    offset: float,
    *,
    limits: OffsetLimits = SENT,
    delay: float = 0.02,
    seconds: int = 60,
    drift: float = 0.0,
) -> ClockOffset | None:
    """Return the offset found for a clock that is ahead, with random message delays."""
    track, times = OffsetTrack(limits), random.Random(5)
    for now in range(seconds):
        track.observe(float(now), offset + drift * now / 3600.0 - times.expovariate(1.0 / delay))
    return track.offset(float(seconds))


@pytest.mark.parametrize("offset", [0.5, 30.0, -1.5, -86400.0])
def test_a_clock_offset_is_found_in_seconds(offset: float):
    found = follow(offset)

    assert found is not None
    assert found.seconds == pytest.approx(offset, abs=0.05)
    assert math.isnan(found.drift)


@pytest.mark.parametrize(("offset", "delay"), [(0.0, 0.02), (0.05, 0.001), (0.0, 0.5)])
def test_late_messages_of_a_correct_clock_give_no_offset(offset: float, delay: float):
    assert follow(offset, delay=delay) is None


def test_a_clock_that_was_just_corrected_has_no_offset():
    track = OffsetTrack(SENT)
    for now in range(51):
        track.observe(float(now), 5.0 if now < 40 else -0.01)

    assert track.offset(51.0) is None


def test_the_measuring_time_of_a_sensor_is_not_a_clock_offset():
    assert follow(-0.8, limits=HEADER) is None
    assert follow(-5.0, limits=HEADER) is not None


@pytest.mark.parametrize("oldest", [60, 3000])
def test_a_repeated_reading_that_gets_old_is_not_a_clock_offset(oldest: int):
    track = OffsetTrack(HEADER)
    found = []
    for now in range(oldest):
        track.observe(float(now), -float(now % oldest))
        found.append(track.offset(float(now)))

    assert set(found) == {None}


def test_stamps_of_a_played_recording_give_no_offset():
    assert follow(-86400.0, limits=HEADER) is None


def test_a_clock_offset_is_found_after_half_a_minute():
    assert follow(3.0, seconds=25) is None
    assert follow(3.0, seconds=35) is not None


def test_a_clock_drift_is_measured_after_ten_minutes():
    found = follow(1.0, delay=0.001, seconds=1200, drift=0.5)

    assert found is not None
    assert found.drift == pytest.approx(0.5, abs=0.1)


def test_a_topic_that_has_become_silent_has_no_clock_offset():
    track = OffsetTrack(SENT)
    for now in range(60):
        track.observe(float(now), 3.0)

    assert track.offset(60.0) is not None
    assert track.offset(120.0) is None


def test_nodes_with_the_same_clock_offset_are_grouped_as_one_computer():
    found = {"/scan": ClockOffset(3.00), "/image": ClockOffset(3.05), "/imu": ClockOffset(-60.0)}
    publishers = {"/scan": "/lidar", "/image": "/camera", "/imu": "/imu_driver"}

    lidar_pc, imu_pc = by_computer(found, publishers)
    assert (lidar_pc.nodes, lidar_pc.topics) == (["/camera", "/lidar"], ["/image", "/scan"])
    assert imu_pc.nodes == ["/imu_driver"]


def test_a_topic_with_several_publishers_is_ignored():
    assert by_computer({"/tf": ClockOffset(3.0)}, {}) == []


def test_a_clock_offset_is_reported_with_nodes_topics_and_seconds():
    (clock,) = by_computer({"/scan": ClockOffset(-3.0)}, {"/scan": "/lidar_4711"})
    computer, sensor = different_clock(clock, Settings()), odd_headers(clock, Settings())

    text = "The clock of /lidar is behind that of this computer, or its messages take that long"
    assert computer.text == text
    assert computer.readings == {"seconds": -3.0}
    assert computer.detail == {"nodes": ["/lidar_4711"], "topics": ["/scan"]}
    assert sensor.text.startswith("Header stamps of /lidar are far behind: a clock")
    assert sensor.text.endswith("differs, or readings are old")
