"""Message types that carry noise: the number of values in each, and how to build it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulation import messages

_JOINTS = tuple(f"joint_{number}" for number in range(1, 7))
_RAILS = ("Rail A", "Rail B", "Rail C", "Rail D")


@dataclass(frozen=True)
class Carrier:
    """A type of message.

    Attributes:
        type: its ROS type.
        channels: numbers in a message.
        build: makes a message from its stamp, s, and its numbers.
    """

    type: str
    channels: int
    build: Callable[[float, Sequence[float]], Any]

    def topic(self, number: int) -> str:
        """Return the name of a topic of this type, by its number."""
        return f"/{self.type.rpartition('/')[2].lower()}_{number}"


def _efforts(stamp: float, values: Sequence[float]) -> Any:
    return messages.joints(stamp, _JOINTS, (), (), values)


def _status(stamp: float, values: Sequence[float]) -> Any:
    pairs = [(rail, f"{value:.4f}") for rail, value in zip(_RAILS, values, strict=True)]
    return messages.diagnostics(stamp, [messages.status(0, "board: supply", "OK", "b1", pairs)])


CARRIERS: Mapping[str, Carrier] = {
    "Float64": Carrier("std_msgs/msg/Float64", 1, lambda stamp, v: messages.data(stamp, v[0])),
    "JointState": Carrier("sensor_msgs/msg/JointState", len(_JOINTS), _efforts),
    "WrenchStamped": Carrier(
        "geometry_msgs/msg/WrenchStamped", 6, lambda stamp, v: messages.wrench(stamp, *v)
    ),
    "Imu": Carrier(
        "sensor_msgs/msg/Imu", 6, lambda stamp, v: messages.imu(stamp, *v, float("nan"))
    ),
    "Temperature": Carrier(
        "sensor_msgs/msg/Temperature", 1, lambda stamp, v: messages.temperature(stamp, v[0])
    ),
    "DiagnosticArray": Carrier("diagnostic_msgs/msg/DiagnosticArray", len(_RAILS), _status),
}
