"""Which fields of which messages are vectors that a sensor measures, and what they tell.

Specification: rules.md §10.11.

See docs/reference/detectors.md, "zero".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

IMU = "sensor_msgs/msg/Imu"
_NOT_MEASURED = -1.0  # first element of a covariance, by sensor_msgs/Imu


@dataclass(frozen=True)
class VectorSensor:
    """A quantity that a message holds.

    Attributes:
        name: what it is called in a text, as ``Magnetometer``.
        fields: where its numbers are; a vector, a list or a number each.
        never_zero: what it cannot be without, as ``the Earth's field``; empty: it may be zero.
        patience: seconds after which a sensor that reads nothing but zero, and of which nothing
            else is known, is told; infinite: never.
        covariance: the field whose first element is -1 where the quantity is not measured.
    """

    name: str
    fields: tuple[str, ...]
    never_zero: str = ""
    patience: float = math.inf
    covariance: str = ""

    def read(self, content: Any) -> tuple[float, ...] | None:
        """Return its numbers; None where it is not measured, or one of them is no number."""
        covariance = getattr(content, self.covariance, None) if self.covariance else None
        if covariance is not None and len(covariance) and covariance[0] == _NOT_MEASURED:
            return None
        try:
            numbers = tuple(it for name in self.fields for it in _numbers(_field(content, name)))
        except (AttributeError, TypeError, ValueError):
            return None
        return numbers if numbers and all(map(math.isfinite, numbers)) else None


#: The number is ``patience``, s; likewise below.
_ACCELERATION = VectorSensor(
    "Acceleration", ("linear_acceleration",), "gravity", 30.0, "linear_acceleration_covariance"
)
_ROTATION = VectorSensor(
    "Rotation rate", ("angular_velocity",), covariance="angular_velocity_covariance"
)
#: By message type. An inertial unit has its acceleration first, then its rotation.
SENSORS: Mapping[str, tuple[VectorSensor, ...]] = {
    IMU: (_ACCELERATION, _ROTATION),
    "px4_msgs/msg/SensorCombined": (
        VectorSensor("Acceleration", ("accelerometer_m_s2",), "gravity", 30.0),
        VectorSensor("Rotation rate", ("gyro_rad",)),
    ),
    "sensor_msgs/msg/MagneticField": (
        VectorSensor("Magnetometer", ("magnetic_field",), "the Earth's field", 30.0),
    ),
    "px4_msgs/msg/VehicleMagnetometer": (
        VectorSensor("Magnetometer", ("magnetometer_ga",), "the Earth's field", 30.0),
    ),
    "geometry_msgs/msg/WrenchStamped": (
        VectorSensor("Force sensor", ("wrench.force", "wrench.torque"), patience=120.0),
    ),
    "sensor_msgs/msg/Temperature": (VectorSensor("Temperature sensor", ("temperature",)),),
    "sensor_msgs/msg/FluidPressure": (VectorSensor("Pressure sensor", ("fluid_pressure",)),),
}


def _field(content: Any, path: str) -> Any:
    for name in path.split("."):
        content = getattr(content, name)
    return content


def _numbers(value: Any) -> tuple[float, ...]:
    if hasattr(value, "x"):
        return float(value.x), float(value.y), float(value.z)
    return tuple(map(float, value)) if hasattr(value, "__len__") else (float(value),)
