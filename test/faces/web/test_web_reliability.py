"""Reliability figures over HTTP."""

from __future__ import annotations

from datetime import timedelta

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity

FAULT = {
    "summary": "Left wheel encoder: no pulses",
    "key": Key("diagnostics", "left wheel encoder", "no pulses"),
    "component": "left wheel encoder",
    "severity": Severity.ERROR,
    "entry_type": "hardware_observation",
    "confidence": 0.6,
}


@pytest.fixture
def ran(site, clock: ManualClock):
    """A home with two hours of operation and an open fault."""
    with RobotMemory.open(site.home, clock=clock) as memory:
        memory.observe(Observation(Kind.ONSET, clock.now(), **FAULT))
        clock.set(clock.now().time + timedelta(hours=2))
        memory.add_exposure({}, [OperatingSample(clock.now(), 7200.0, {})])
    site.source._open = lambda write: RobotMemory.open(site.home, clock=clock, read_only=not write)


def test_reliability_returns_failure_rates_and_open_failures(site, ran):
    answer = site.client().get("/api/memory/reliability").json()

    robot, encoder = answer["figures"]
    assert encoder["component"] == "left wheel encoder"
    assert robot["failures_per_hour"]["value"] == pytest.approx(0.5)
    assert (robot["open_failures"], robot["repair_seconds"]) == (1, None)
