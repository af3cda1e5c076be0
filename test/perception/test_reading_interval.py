"""What comes exactly as often as its rule reads it is read each time, whatever its stamps."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Message
from typing import Any

import pytest
from watching import Watching

from robot_memory.perception import Rule
from robot_memory.perception.fields.field_path import FieldPath
from robot_memory.perception.generic.monitored_signal import MonitoredSignal
from robot_memory.perception.imu.rest_bias import RestBias
from robot_memory.perception.joints.kinematic_residual import KinematicResidual
from robot_memory.perception.joints.torque_residual import TorqueResidual
from robot_memory.perception.signals.reading_interval import shortest_gap
from robot_memory.perception.zero_readings.zero_stretch import ZeroStretch

IMU, JOINTS = "sensor_msgs/msg/Imu", "sensor_msgs/msg/JointState"
VECTOR = Message(x=0.1, y=0.2, z=9.8)
UNIT = Message(
    angular_velocity=VECTOR, linear_acceleration=VECTOR, angular_velocity_covariance=[0.0] * 9,
    linear_acceleration_covariance=[0.0] * 9,
)  # fmt: skip
ARM = Message(name=["elbow"], position=[1.0], velocity=[0.5], effort=[2.0])
COUNT = 3000


@pytest.mark.parametrize(
    ("detector", "message_type", "content", "learner"),
    [
        ("frozen", IMU, UNIT, MonitoredSignal),
        ("rest_bias", IMU, UNIT, RestBias),
        ("zero", IMU, UNIT, ZeroStretch),
        ("kinematic_residual", JOINTS, ARM, KinematicResidual),
        ("torque_residual", JOINTS, ARM, TorqueResidual),
    ],
)
@pytest.mark.parametrize("begin", [0.0, 29_752.917648125, 1_790_000_000.25])
def test_each_message_of_ten_a_second_is_read_where_a_rule_says_so(
    detector: str, message_type: str, content: Any, learner: type, begin: float,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    read: list[None] = []
    monkeypatch.setattr(learner, "observe", lambda *given: read.append(None))
    field = FieldPath.parse("angular_velocity.x") if detector == "frozen" else None
    rule = Rule(detector, "/it", message_type, field, options={"every": 0.1})
    (reader,) = Watching([rule]).perception.topics.of("/it", message_type).readers

    for number in range(COUNT):
        list(reader.process(begin + 0.1 * number, content))

    of_one = 2 if learner is ZeroStretch else 1
    assert len(read) == of_one * COUNT


def test_a_detector_is_not_called_until_it_reads_again(monkeypatch: pytest.MonkeyPatch):
    called: list[float] = []
    watching = Watching([Rule("zero", "/it", IMU, options={"every": 1.0})])
    (reader,) = watching.perception.topics.of("/it", IMU).readers
    process = reader.process
    monkeypatch.setattr(
        reader, "process", lambda stamp, content: [called.append(stamp), process(stamp, content)][1]
    )
    for number in range(50):
        watching.perception.receive("/it", IMU, UNIT, received_at=0.1 * number)
        watching.clock.set(watching.clock.now().time + timedelta(seconds=0.1))

    assert len(called) == 5


@pytest.mark.parametrize(
    ("every", "gap"), [(10.0, 9.95), (0.1, 0.099), (0.02, 0.019), (0.0005, 0.0), (0.0, 0.0)]
)
def test_a_message_may_come_sooner_by_half_a_per_cent_or_a_millisecond(every: float, gap: float):
    assert shortest_gap(every) == pytest.approx(gap)


def test_what_comes_more_often_is_left_out():
    rule = Rule("rest_bias", "/it", IMU, None, options={"every": 0.1})
    (reader,) = Watching([rule]).perception.topics.of("/it", IMU).readers
    read: list[float] = []
    for number in range(100):
        before = reader.due
        list(reader.process(0.02 * number, UNIT))
        if reader.due != before:
            read.append(0.02 * number)

    assert read == pytest.approx([0.1 * number for number in range(20)])
