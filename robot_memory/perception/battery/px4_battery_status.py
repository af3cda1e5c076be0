"""PX4's battery_status as a BatteryState: of a ULog, or live as ``px4_msgs/BatteryStatus``.

See docs/reference/detectors.md, "px4_battery".
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

PX4_BATTERY = "px4_msgs/msg/BatteryStatus"
_UNKNOWN = 0  # of power_supply_status, _health and _technology: PX4 doesn't tell
_OVERHEAT, _DEAD, _FAILURE, _COLD = 2, 3, 5, 6  # POWER_SUPPLY_HEALTH_*
#: Bits of ``faults``, in the order in which they count, as such a health.
_FAULTS = {4: _OVERHEAT, 5: _COLD, 2: _FAILURE, 9: _FAILURE, 3: _FAILURE, 1: _FAILURE, 0: _DEAD}
#: FAULT_*, from bit 0 on.
_NAMES = (
    "deep discharge", "spikes", "cell fail", "over current", "over temperature",
    "under temperature", "incompatible voltage", "incompatible firmware", "incompatible model",
    "hardware failure", "failed to arm",
)  # fmt: skip
_FAILED = (4, 6)  # of ``warning``: WARNING_FAILED, STATE_UNHEALTHY


def battery_content(status: Any, header: Any) -> SimpleNamespace:
    """Return a ``sensor_msgs/BatteryState``; NaN for what battery_status doesn't tell.

    ROS counts a current out of the battery as negative, PX4 as positive and -1 as unknown. It has
    one field more, ``faults_told``: what the health does not say of the fault bits.
    """
    current = _known(status, "current_a")
    remaining = _known(status, "remaining")
    capacity = _known(status, "capacity") / 1000 or math.nan
    cells = [volts for volts in getattr(status, "voltage_cell_v", []) if volts > 0]
    return SimpleNamespace(
        header=header,
        voltage=_known(status, "voltage_v"),
        temperature=float(getattr(status, "temperature", math.nan)),
        current=-current,
        charge=capacity * remaining,
        capacity=capacity,
        design_capacity=math.nan,
        percentage=remaining,
        power_supply_status=_UNKNOWN,
        power_supply_health=_health(status),
        faults_told=_faults_told(int(getattr(status, "faults", 0))),
        power_supply_technology=_UNKNOWN,
        present=bool(getattr(status, "connected", True)),
        cell_voltage=cells,
        cell_temperature=[],
        location=str(getattr(status, "id", "")),
        serial_number=str(getattr(status, "serial_number", "") or ""),
    )


def _health(status: Any) -> int:
    faults = int(getattr(status, "faults", 0))
    told = [health for bit, health in _FAULTS.items() if faults >> bit & 1]
    if not told and (faults or int(getattr(status, "warning", 0)) in _FAILED):
        told = [_FAILURE]
    return told[0] if told else _UNKNOWN


def _faults_told(faults: int) -> str:
    """Return fault bits as ``over current, over temperature (0x18)``; empty: the health says it."""
    if faults in (0, *(1 << bit for bit, health in _FAULTS.items() if health != _FAILURE)):
        return ""
    names = [name for bit, name in enumerate(_NAMES) if faults >> bit & 1]
    return f"{', '.join(names)} (0x{faults:X})".strip()


def _known(status: Any, name: str) -> float:
    """Return a field that is -1 or missing where its value is not known."""
    value = float(getattr(status, name, math.nan))
    return math.nan if value == -1 else value
