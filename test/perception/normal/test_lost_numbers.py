"""Numbers that become NaN: which are reported, for how long, and where NaN is legitimate."""

from __future__ import annotations

import math

import pytest

from robot_memory.foundation.settings import Settings
from robot_memory.perception.normal.columns import TEXT, Signal
from robot_memory.perception.normal.signal_monitor import SignalMonitor
from robot_memory.perception.occurrences.detection import Detection

LEARNED, TICK = 1300.0, 0.5  # s
MASS = Signal("/crane", "mass_kg", "/crane", "/crane")


def watch(
    monitor: SignalMonitor,
    *nan: tuple[float, float],
    until: float = LEARNED + 600.0,
    signals: tuple[Signal, ...] = (MASS,),
    silent: tuple[float, float] = (0.0, 0.0),
) -> list[Detection]:
    """Return the NaN detections of signals that are NaN in these spans (seconds)."""
    told = []
    places = [monitor.grid.place(signal) for signal in signals]
    for step in range(int(until / TICK)):
        stamp = step * TICK
        value = math.nan if any(first <= stamp < last for first, last in nan) else 300.0 + step % 7
        if not silent[0] <= stamp < silent[1]:
            monitor.grid.put(stamp, places, [value] * len(places))
        told += [detection for _, detection in monitor.advance(stamp)]
    return [one for one in told if one.key.symptom == "is NaN"]


def told_of(*nan: tuple[float, float], signal: Signal = MASS) -> list[Detection]:
    return watch(SignalMonitor(Settings()), *nan, signals=(signal,))


def test_a_number_that_becomes_nan_is_reported_with_its_begin_and_end():
    told = told_of((LEARNED, LEARNED + 120.0))
    assert {one.text for one in told} == {"/crane mass_kg is NaN"}
    assert told[0].at == pytest.approx(LEARNED, abs=10.0)
    assert [one.present for one in told].count(False) == 1
    assert not told[-1].present
    assert told[-1].at == pytest.approx(LEARNED + 120.0, abs=10.0)


@pytest.mark.parametrize(
    "nan",
    [
        [(LEARNED, LEARNED + 25.0)],
        [(900.0, 1000.0)],
        [(first, first + 15.0) for first in range(0, 1800, 30)],
        [(first, first + 20.0) for first in range(100, 1300, 300)] + [(LEARNED, LEARNED + 100.0)],
    ],
    ids=["it is back in half a minute", "the robot is not known yet", "it often is",
         "it was in one of a hundred windows"],
)  # fmt: skip
def test_a_brief_early_or_frequent_nan_is_not_reported(nan: list[tuple[float, float]]):
    assert told_of(*nan) == []


def test_a_nan_gap_no_longer_than_an_earlier_one_is_not_reported():
    monitor = SignalMonitor(Settings())
    gaps = [(100.0, 140.0), (9000.0, 9040.0), (9200.0, 9290.0)]
    told = watch(monitor, *gaps, until=9500.0)
    assert told[0].at == pytest.approx(9200.0, abs=10.0)


@pytest.mark.parametrize(
    "signal",
    [
        Signal("/front", "range", "/front", "/front", "m"),
        Signal("/lidar", "ranges sector 3 of 8", "/lidar", "/lidar"),
        Signal("/obstacle", "distance_m", "/obstacle", "/obstacle"),
        Signal("/gnss", "latitude", "/gnss", "/gnss"),
        Signal("/fmu/trajectory_setpoint", "yaw", "/fmu/trajectory_setpoint"),
        Signal("/label", "data", "/label", "/label", TEXT),
    ],
    ids=lambda signal: signal.text,
)
def test_a_signal_that_uses_nan_for_no_value_is_not_reported(signal: Signal):
    assert told_of((LEARNED, LEARNED + 120.0), signal=signal) == []


def test_all_nan_numbers_of_a_topic_are_reported_as_one_fault():
    axes = tuple(Signal("/imu", f"gyro.{axis}", "/imu", "/imu") for axis in "xyz")
    told = watch(SignalMonitor(Settings()), (LEARNED, LEARNED + 120.0), signals=axes)
    assert len({one.key for one in told}) == 1
    assert told[0].text == "/imu gyro.x and others are NaN"


def test_nan_is_not_reported_further_while_its_topic_is_silent():
    silent = (LEARNED + 100.0, LEARNED + 500.0)
    told = watch(SignalMonitor(Settings()), (LEARNED, LEARNED + 600.0), silent=silent)
    during = [one for one in told if silent[0] + 50.0 < (one.at or 0.0) < silent[1]]
    assert told
    assert during == []


def test_nan_is_reported_after_a_restart_if_the_number_was_learned_before():
    monitor = SignalMonitor(Settings())
    watch(monitor)
    again = SignalMonitor(Settings())
    again.restore(monitor.state())
    assert watch(again, (100.0, 200.0), until=300.0)


def test_a_part_that_was_replaced_is_learned_anew():
    monitor = SignalMonitor(Settings())
    watch(monitor)
    again = SignalMonitor(Settings())
    again.restore(monitor.state())
    again.renew("/crane")
    assert watch(again, (100.0, 200.0), until=300.0) == []
