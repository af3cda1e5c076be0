"""PX4's battery_status as a BatteryState."""

from __future__ import annotations

import math
from typing import Any

from robot_memory.replay.fields import Fields

DATASET = "battery_status"
TYPE = "sensor_msgs/msg/BatteryState"
UNKNOWN = 0
"""For power_supply_status, _health and _technology: PX4 doesn't tell."""


def battery_content(status: Any, header: Fields) -> Fields:
    """A `sensor_msgs/msg/BatteryState` of a row of battery_status; NaN for what it doesn't tell.

    ROS counts a current out of the battery as negative, PX4 as positive and -1 as unknown.
    """
    current = _known(status, "current_a")
    remaining = _known(status, "remaining")
    capacity = _known(status, "capacity") / 1000 or math.nan
    cells = [volts for volts in getattr(status, "voltage_cell_v", []) if volts > 0]
    return Fields(
        header=header,
        voltage=_known(status, "voltage_v") or math.nan,
        temperature=float(getattr(status, "temperature", math.nan)),
        current=-current,
        charge=capacity * remaining,
        capacity=capacity,
        design_capacity=math.nan,
        percentage=remaining,
        power_supply_status=UNKNOWN,
        power_supply_health=UNKNOWN,
        power_supply_technology=UNKNOWN,
        present=bool(getattr(status, "connected", True)),
        cell_voltage=cells,
        cell_temperature=[],
        location=str(getattr(status, "id", "")),
        serial_number=str(getattr(status, "serial_number", "") or ""),
    )


def _known(status: Any, name: str) -> float:
    """A field that is -1 or missing where its value is not known."""
    value = float(getattr(status, name, math.nan))
    return math.nan if value == -1 else value
