"""``mavros_msgs/SysStatus``: sensors that an autopilot reports as unhealthy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.occurrences.detection import Debounce, Detection

#: Bits of MAV_SYS_STATUS_SENSOR (MAVLink, common messages) that are parts of a vehicle. Those of
#: controllers, of the remote control and of checks before a start are left out.
_SENSORS = {
    0: "gyroscope", 1: "accelerometer", 2: "magnetometer", 3: "barometer", 4: "airspeed sensor",
    5: "GPS", 6: "optical flow sensor", 7: "vision position", 8: "laser position",
    15: "motor outputs", 17: "second gyroscope", 18: "second accelerometer",
    19: "second magnetometer", 24: "logging", 25: "battery", 26: "proximity sensor",
    30: "propulsion",
}  # fmt: skip
_MASKS = ("sensors_present", "sensors_enabled", "sensors_health")
_GPS = 5  # the bit of a satellite receiver
_WELL_FOR = 10.0  # s for which a receiver must have been healthy before it is missed
_DEBOUNCE = Debounce(onset=2.0, end=5.0, quiet=120.0)  # s


class SensorHealthDetector(Detector):
    """Reports sensors that an autopilot has, uses, and finds unhealthy.

    A satellite receiver counts after it was healthy for 10 s.
    """

    TYPE: ClassVar[str] = "mavros_msgs/msg/SysStatus"
    #: A bit for each sensor.
    FIELDS: ClassVar[frozenset[str]] = frozenset(_MASKS)

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._told: set[int] = set()
        self._gps_since = math.nan
        self._had_gps = False

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a SysStatus."""
        present, enabled, health = (int(getattr(content, name, 0)) for name in _MASKS)
        used = present & enabled
        ill = used & ~health
        self._follow_gps(stamp, is_well=bool(used >> _GPS & 1) and not ill >> _GPS & 1)
        now = {bit for bit in _SENSORS if ill >> bit & 1 and (bit != _GPS or self._had_gps)}
        before, self._told = self._told, now
        for bit in sorted(now | before):
            yield self._detection(_SENSORS[bit], present=bit in now)

    def _follow_gps(self, stamp: float, *, is_well: bool) -> None:
        if not is_well:
            self._gps_since = math.nan
        elif math.isnan(self._gps_since):
            self._gps_since = stamp
        self._had_gps |= stamp - self._gps_since >= _WELL_FOR

    def _detection(self, sensor: str, *, present: bool) -> Detection:
        return Detection(
            key=Key("sensor_health", self._context.topic, sensor),
            present=present,
            text=f"The autopilot on {self._context.topic} finds its {sensor} unhealthy",
            severity=Severity.ERROR,
            confidence=self._context.settings.confidence_error,
            magnitude=1.0,
            kind="status",
            debounce=_DEBOUNCE,
        )
