"""A number that is not a reading has no effect: no fault is lost or invented because of it."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from contextlib import suppress

import pytest
import robot_messages as ros
from watching import Watching

from robot_memory.perception import operating_record
from robot_memory.perception.detectors.diagnostics_detector import DiagnosticsDetector
from robot_memory.perception.detectors.navigation_detectors import RecoveriesDetector
from robot_memory.perception.detectors.rate_detector import RateDetector
from robot_memory.perception.detectors.signal_strength_detector import SignalStrengthDetector
from robot_memory.perception.normal.signal_monitor import SignalMonitor
from robot_memory.perception.occurrences import freeze_frame
from robot_memory.perception.surroundings.motion import GravityDirection

HUGE = 1.7e308
PARTS = [f"base: Part {number}" for number in range(12)]


def imu(x: float = 0.0, z: float = 9.81, turn: float = 0.0) -> ros.Message:
    return ros.Message(
        header=ros.header(),
        linear_acceleration=ros.Message(x=x, y=0.0, z=z),
        angular_velocity=ros.Message(x=0.0, y=0.0, z=turn),
    )


def joints(position: float = 0.0, velocity: float = 0.0, effort: float = 0.0) -> ros.Message:
    return ros.Message(
        header=ros.header(), name=["elbow", "wrist"], position=[position, 0.1],
        velocity=[velocity, 0.1], effort=[effort, 0.1],
    )  # fmt: skip


JOINTS = "sensor_msgs/msg/JointState"
Send = Callable[[Watching, float], None]
SENDERS: dict[str, Send] = {
    "imu": lambda robot, value: robot.send("/imu", ros.IMU, imu(value)),
    "gyroscope": lambda robot, value: robot.send("/imu", ros.IMU, imu(turn=value)),
    "position": lambda robot, value: robot.send("/joints", JOINTS, joints(position=value)),
    "velocity": lambda robot, value: robot.send("/joints", JOINTS, joints(velocity=value)),
    "effort": lambda robot, value: robot.send("/joints", JOINTS, joints(effort=value)),
    "odometry": lambda robot, value: robot.send("/odom", ros.ODOMETRY, ros.odometry(value)),
    "battery": lambda robot, value: robot.battery(24.0, 0.8, value),
    "temperature": lambda robot, value: robot.send(
        "/temperature", ros.TEMPERATURE, ros.temperature(value)
    ),
    "diagnostics": lambda robot, value: robot.diagnose(
        ros.status("base: Load", Load=str(value), Wheel=f"{value} rpm")
    ),
}


_NAMES = {
    DiagnosticsDetector: "diagnostics",
    SignalStrengthDetector: "signal_strength",
    RecoveriesDetector: "recoveries",
}


def faults_of(robot: Watching) -> set[str]:
    return {row.component for row in robot.onsets if row.detector == "diagnostics"}


@pytest.mark.parametrize("value", [-HUGE, math.nan])
@pytest.mark.parametrize("who", SENDERS)
def test_faults_beside_an_invalid_number_are_all_reported(who: str, value: float):
    robot = Watching()
    send = SENDERS[who]
    robot.every(0.5, 60.0, lambda now: send(robot, math.sin(now)),
                lambda now: robot.diagnose(*(ros.status(part) for part in PARTS)))  # fmt: skip
    robot.every(
        0.5, 70.0,
        lambda now: send(robot, value),
        lambda now: robot.diagnose(*(ros.status(it, ros.ERROR, "no pulses") for it in PARTS)),
    )  # fmt: skip
    robot.wait(80.0)

    assert faults_of(robot) == set(PARTS)
    assert robot.lessons.keys() == {row.summary for row in robot.onsets if row.component in PARTS}


def test_an_onset_is_stored_even_if_its_freeze_frame_fails(
    robot: Watching, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(*_: object) -> None:
        raise OverflowError("intermediate overflow in fsum")

    monkeypatch.setattr(freeze_frame, "freeze", fail)
    monkeypatch.setattr(operating_record, "_average", fail)
    robot.every(0.5, 60.0, lambda now: SENDERS["imu"](robot, math.sin(now)))
    robot.every(
        0.5, 70.0,
        lambda now: SENDERS["imu"](robot, math.sin(now)),
        lambda now: robot.diagnose(*(ros.status(it, ros.ERROR, "no pulses") for it in PARTS)),
    )  # fmt: skip

    assert faults_of(robot) == set(PARTS)
    assert all("frame" not in row.detail and "before" not in row.detail for row in robot.onsets)
    told = {item.message for item in caplog.records if item.levelno == logging.ERROR}
    assert any(text.startswith("the ten seconds before: base: Part 3 reports") for text in told)


@pytest.mark.parametrize("number", range(3))
def test_a_failing_detector_does_not_affect_the_others(
    robot: Watching, monkeypatch: pytest.MonkeyPatch, number: int
):
    broken = (DiagnosticsDetector, SignalStrengthDetector, RecoveriesDetector)[number]

    def fail(*_: object) -> None:
        raise OverflowError("math range error")

    monkeypatch.setattr(broken, "process", fail)
    monkeypatch.setattr(broken, "advance", fail)

    def say(now: float) -> None:
        with suppress(OverflowError):
            robot.diagnose(ros.status("base: Motor", ros.ERROR, "no pulses"))
        with suppress(OverflowError):
            robot.log("sensors", "no barometer", 40)

    robot.every(1.0, 20.0, say)

    found = {row.detector for row in robot.onsets}
    assert found == {"diagnostics", "log"} - {_NAMES[broken]}


def test_a_failing_periodic_update_loses_no_message(
    robot: Watching, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise OverflowError("math range error")

    for broken in (operating_record.OperatingSampler, RateDetector, SignalMonitor):
        monkeypatch.setattr(broken, "advance", fail)
    robot.every(
        1.0, 10.0,
        lambda now: SENDERS["imu"](robot, math.sin(now)),
        lambda now: robot.diagnose(*(ros.status(it, ros.ERROR, "no pulses") for it in PARTS)),
    )  # fmt: skip

    assert faults_of(robot) == set(PARTS)


def test_invalid_numbers_are_counted_but_not_those_with_a_sensor_meaning(
    robot: Watching, caplog: pytest.LogCaptureFixture
):
    robot.send("/imu", ros.IMU, imu(math.inf))
    robot.send("/imu", ros.IMU, imu(HUGE))
    robot.battery(24.0, math.nan, math.nan)
    beams = [1.0] * 10 + [math.inf, math.nan]
    scan = ros.Message(header=ros.header(), ranges=beams, range_min=0.1, range_max=math.inf,
                       angle_min=0.0, angle_increment=0.1)  # fmt: skip
    robot.send("/scan", ros.SCAN, scan)

    assert robot.perception.losses.unusable == {"/imu": 2}
    told = [item.message for item in caplog.records]
    assert len(told) == 1 and told[0].startswith("/imu: linear_acceleration.x is inf, which is no")
    assert math.isinf(scan.ranges[10])  # other detectors may read the same message


def test_an_invalid_number_has_no_effect_on_later_values():
    vertical = GravityDirection()
    turns = []
    for count in range(40):
        vertical.process(
            0.1 * count, imu(z=math.nan if count == 20 else 9.81 + 0.001 * count % 2, turn=0.3)
        )
        turns.append(vertical.turn)

    assert math.isnan(turns[20])
    assert turns[21:] == pytest.approx([0.3] * 19)
