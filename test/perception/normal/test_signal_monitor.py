"""The monitor of all numbers reports a deviation once, and its end once."""

from __future__ import annotations

import numpy as np

from robot_memory.foundation.settings import Settings
from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.signal_monitor import SignalMonitor
from robot_memory.perception.occurrences.detection import Detection

LEARNED, TICK = 1200.0, 0.5  # s


def told_of_a_leak(*spans: tuple[float, float]) -> list[Detection]:
    """Return the detections of a pressure that is low in these spans (seconds after learning)."""
    monitor, chance, told = SignalMonitor(Settings()), np.random.default_rng(1), []
    place = monitor.grid.place(Signal("/air", "pressure", "/air", "/air"))
    for stamp in np.arange(0.0, LEARNED + 900.0, TICK).tolist():
        leaks = any(first <= stamp - LEARNED < last for first, last in spans)
        monitor.grid.put(stamp, [place], [6.0 + 0.05 * chance.standard_normal() - 1.5 * leaks])
        told += [detection for _, detection in monitor.advance(stamp)]
    return [one for one in told if one.key.symptom.endswith("low")]


def test_the_end_of_a_deviation_is_reported_once():
    told = told_of_a_leak((100.0, 300.0))
    assert told[0].present
    assert [one.present for one in told].count(False) == 1


def test_the_end_of_a_deviation_does_not_end_its_recurrence():
    told = told_of_a_leak((100.0, 300.0), (340.0, 540.0))
    again = next(
        at for at, one in enumerate(told) if one.present and (one.at or 0.0) > LEARNED + 320.0
    )
    ends = [one.at or 0.0 for one in told[again:] if not one.present]
    assert ends
    assert min(ends) > LEARNED + 500.0
