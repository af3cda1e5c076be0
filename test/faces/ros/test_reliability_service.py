"""~/get_reliability: typed figures, NaN for unknown ones."""

from __future__ import annotations

import math

import pytest
from builtin_interfaces.msg import Time
from local_services import LocalServices
from robot_memory.msg import ComponentReliability

from robot_memory.faces.ros.slow_services import ReliabilityService
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity

pytestmark = pytest.mark.ros


@pytest.fixture
def ask(memory):
    services = LocalServices()
    ReliabilityService(services.server, memory)
    return lambda **fields: services.call("get_reliability", **fields)


def run_an_hour(memory, clock) -> None:
    now = clock.now().time
    row = Observation(
        Kind.ONSET, clock.now(), "Arm fails", key=Key("diagnostics", "arm", "fails"),
        component="arm", severity=Severity.ERROR, entry_type="hardware_observation", confidence=0.6,
    )  # fmt: skip
    memory.observe(row)
    memory.flush()
    end = Instant(now.replace(hour=now.hour + 1), clock.now().uptime + 3600.0, "test", True)
    memory.add_exposure({}, [OperatingSample(end, 3600.0, {})])
    clock.set(end.time)


def test_get_reliability_returns_typed_figures_with_the_robot_first(ask, memory, clock):
    run_an_hour(memory, clock)

    answer = ask()

    robot, arm = answer.figures
    assert isinstance(arm, ComponentReliability)
    assert (robot.component, arm.component) == ("", "arm")
    assert arm.failures_per_hour.value == pytest.approx(1.0)
    assert arm.mtbf_low == pytest.approx(1.0 / 5.5716, rel=1e-4)
    assert answer.faults[0].last_checked == Time()


def test_get_reliability_reports_no_data_without_operating_time(ask):
    answer = ask()

    assert answer.message.startswith("no data")
    assert math.isnan(answer.operating_hours)
    assert answer.takeovers.exposure == 0.0
