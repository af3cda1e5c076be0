"""The numbers of all topics are sampled in windows of ten seconds."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.signal_grid import SignalGrid, Window


def signal(name: str) -> Signal:
    return Signal("/topic", name, "/topic", "/topic")


def fill(grid: SignalGrid, begin: float, end: float, value: float = 1.0) -> None:
    place = grid.place(signal("current"))
    for stamp in np.arange(begin, end, 0.5):
        grid.put(float(stamp), [place], [value])


def windows(grid: SignalGrid, stamp: float) -> list[Window]:
    grid.advance(stamp)
    return grid.take_windows()


def test_a_waiting_window_includes_signals_and_topics_added_since():
    grid = SignalGrid()
    assert grid.topic("/first") is not None
    fill(grid, 0.0, 10.5)
    grid.place(signal("voltage"))
    assert grid.topic("/second") is not None

    (window,) = grid.take_windows()
    assert window.samples.shape == (50, 2)
    assert np.isnan(window.samples[:, 1]).all()
    assert window.timing.shape == (2, 3)


def test_a_forgotten_signal_has_no_sample_in_the_current_window():
    grid = SignalGrid()
    fill(grid, 0.0, 4.0)
    grid.put(4.0, [grid.place(signal("voltage"))], [2.0])
    fill(grid, 4.5, 6.0)
    grid.forget([0])

    (window,) = windows(grid, 10.0)
    assert np.isnan(window.samples[:, 0]).all()
    assert np.nanmax(window.samples[:, 1]) == 2.0


def test_a_number_missing_for_five_intervals_becomes_unknown():
    grid = SignalGrid()
    kept, left_out = grid.place(signal("kept")), grid.place(signal("left out"))
    for stamp in range(60):
        grid.put(float(stamp), [kept], [1.0])
        if stamp < 30:
            grid.put(float(stamp), [left_out], [2.0])

    _, _, before, then, later, *_ = windows(grid, 60.0)
    assert np.isfinite(before.samples).all()
    assert np.isfinite(then.samples[:, 0]).all()
    assert np.isfinite(then.samples[:20, 1]).all()
    assert np.isnan(then.samples[25:, 1]).all()
    assert np.isnan(later.samples[:, 1]).all()


def test_a_number_that_comes_in_bursts_is_known_between_them():
    grid = SignalGrid()
    place = grid.place(signal("burst"))
    for stamp in np.arange(0.0, 300.0, 0.1):
        grid.put(float(stamp), *(([place], [1.0]) if stamp % 25.0 < 1.0 else ([], [])))

    assert all(np.isfinite(one.samples).all() for one in windows(grid, 300.0)[5:])


def test_a_session_begins_after_two_minutes_without_a_message():
    grid = SignalGrid()
    fill(grid, 0.0, 30.0)
    fill(grid, 5000.0, 5030.0)

    found = windows(grid, 5031.0)
    begins = [window.end for window in found if window.begins_session]
    assert begins == pytest.approx([10.0, 5010.0])
    assert len(found) < 20


def test_a_pause_of_the_robot_does_not_count_as_a_topic_interval():
    grid = SignalGrid()
    timing = grid.topic("/topic")
    assert timing is not None
    fill(grid, 0.0, 10.0)
    for stamp in (1.0, 2.0, 3.0, 4.0, 5.0):
        timing.note_reception(stamp)
    grid.advance(200.0)
    grid.take_windows()
    for stamp in (5000.0, 5001.0, 5002.0, 5003.0, 5004.0):
        timing.note_reception(stamp)
    fill(grid, 5000.0, 5010.0)

    (window,) = windows(grid, 5010.0)
    assert window.timing[0, :2].tolist() == [1.0, 1.0]


def test_at_most_a_thousand_signals_are_followed_which_is_logged_once(
    caplog: pytest.LogCaptureFixture,
):
    grid = SignalGrid()
    with caplog.at_level(logging.WARNING):
        places = [grid.place(signal(f"value {number}")) for number in range(1010)]

    assert places[999:] == [999, *[-1] * 10]
    (record,) = caplog.records
    assert "more than 1000 numbers" in record.getMessage()
