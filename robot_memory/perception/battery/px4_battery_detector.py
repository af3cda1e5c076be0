"""``px4_msgs/BatteryStatus``: the battery of a PX4 vehicle that is connected by its bridge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from robot_memory.perception.battery.battery_detector import BatteryDetector
from robot_memory.perception.battery.px4_battery_status import PX4_BATTERY, battery_content
from robot_memory.perception.occurrences.detection import Detection


class Px4BatteryDetector(BatteryDetector):
    """Reports the same faults as ``battery``, for the battery of a PX4 vehicle.

    Fault bits, and the warnings "failed" and "unhealthy", count as the battery's own report that it
    is unhealthy.
    """

    TYPE: ClassVar[str] = PX4_BATTERY
    #: Those that are made into a BatteryState.
    FIELDS: ClassVar[frozenset[str]] = frozenset({
        "connected", "voltage_v", "current_a", "remaining", "capacity", "temperature", "id",
        "faults", "warning",
    })  # fmt: skip

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a BatteryStatus."""
        return super().process(stamp, battery_content(content, None))
