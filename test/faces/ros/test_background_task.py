"""The evidence is analysed from time to time, in the background."""

from __future__ import annotations

import threading

from robot_memory.faces.ros.background_task import BackgroundTask


class Time:
    """A clock set by the test, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_analysis_starts_every_ten_minutes():
    time, started = Time(), []
    analyst = BackgroundTask("analysis", lambda: started.append(time.now), 600.0, time)
    for second in range(1900):
        time.now = float(second)
        analyst.tick()
        analyst.close()

    assert started == [600.0, 1200.0, 1800.0]


def test_the_node_continues_during_a_long_analysis():
    time, gate, started = Time(), threading.Event(), []

    def analyse() -> None:
        started.append(time.now)
        gate.wait(10.0)

    analyst = BackgroundTask("analysis", analyse, 600.0, time)
    for time.now in (600.0, 1200.0, 1800.0):
        analyst.tick()
    assert started == [600.0]
    gate.set()
    analyst.close()
    time.now = 2400.0
    analyst.tick()
    analyst.close()

    assert started == [600.0, 2400.0]


def test_closing_waits_for_a_running_analysis():
    time, done = Time(), []

    def analyse() -> None:
        threading.Event().wait(0.2)
        done.append(True)

    analyst = BackgroundTask("analysis", analyse, 600.0, time)
    time.now = 600.0
    analyst.tick()
    analyst.close()

    assert done == [True]
