"""What drivers report about a battery: its charge, whether it is low, and PX4's fault bits.

The limits of "low" are options of :mod:`.detectors.battery_detector`.

See docs/reference/detectors.md, "battery" and "px4_battery".
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

_JUMP = 0.10  # share of charge
_AT_ONCE = 10.0  # s between two readings, at most, for a jump
_SAME_VOLTAGE = 0.05  # share by which it may differ: more means another battery
_SOON = 600.0  # s
_HELD = 60.0  # s for which a jump is reported
_FULLEST_SHARE = 1.1  # of a full charge: gauges overshoot a little; a larger value is a percentage
_FULLEST_PERCENT = 110.0  # %, likewise: a larger value is no charge


class ChargeJump:
    """Finds jumps of the charge, down and up, that the voltage does not show."""

    def __init__(self) -> None:
        self._time = 0.0
        self._last: tuple[float, float] | None = None  # charge and voltage
        self._jumps: deque[tuple[float, bool]] = deque(maxlen=8)  # when, and whether upward

    def jumps(self, step: float, readings: Mapping[str, float]) -> bool:
        """Take in readings ``step`` seconds after the last; tell whether the gauge jumps.

        A single jump may be a gauge that corrects itself. A jump in each direction within ten
        minutes is a fault.
        """
        self._time += step
        charge, voltage = readings.get("charge"), readings.get("voltage", 0.0)
        if charge is None:
            self._last = None
            return False
        last, self._last = self._last, (charge, voltage)
        if last is not None and step <= _AT_ONCE:
            is_same = abs(voltage - last[1]) <= _SAME_VOLTAGE * abs(last[1])
            if is_same and abs(charge - last[0]) >= _JUMP:
                self._jumps.append((self._time, charge > last[0]))
        recent = [rises for when, rises in self._jumps if self._time - when <= _SOON]
        is_fresh = bool(self._jumps) and self._time - self._jumps[-1][0] <= _HELD
        return is_fresh and True in recent and False in recent


class ChargeScale:
    """Reads ``BatteryState.percentage`` of one battery.

    The standard defines a share of 0 to 1; many drivers give percent. A battery whose value was
    once above 1.1 is in percent from then on, so that 1 percent is not taken for a full battery.
    """

    def __init__(self) -> None:
        self._is_percent = False

    def share(self, percentage: float) -> float:
        """Return the charge in [0, 1]; NaN if it is not measured (negative, NaN or too large)."""
        if not 0.0 <= percentage <= _FULLEST_PERCENT:
            return math.nan
        self._is_percent |= percentage > _FULLEST_SHARE
        return min(1.0, percentage / 100.0 if self._is_percent else percentage)


class ChargeLevel:
    """Whether a battery is low, with hysteresis.

    A charge counts only beside a measured voltage, or once it has changed. A charge that stays at
    zero was never filled in.

    Args:
        low: charge, as a share, at which the battery becomes low.
        low_end: charge up to which it stays low.
    """

    def __init__(self, low: float, low_end: float) -> None:
        self._low, self._low_end = low, low_end
        self._first = math.nan
        self._has_moved = False
        self.is_low = False

    def observe(self, share: float, has_voltage: bool) -> bool:
        """Take in a charge; tell whether it can be trusted."""
        if math.isnan(self._first):
            self._first = share
        self._has_moved |= share != self._first
        if not self._has_moved and not (has_voltage and share > 0.0):
            return False
        self.is_low = share <= (self._low_end if self.is_low else self._low)
        return True


PX4_BATTERY = "px4_msgs/msg/BatteryStatus"
_UNKNOWN = 0  # of power_supply_status, _health and _technology: PX4 does not report it
_OVERHEAT, _DEAD, _FAILURE, _COLD = 2, 3, 5, 6  # POWER_SUPPLY_HEALTH_*
#: Bits of ``faults`` in order of priority, each with the health that it is mapped to.
_FAULTS = {4: _OVERHEAT, 5: _COLD, 2: _FAILURE, 9: _FAILURE, 3: _FAILURE, 1: _FAILURE, 0: _DEAD}
#: FAULT_*, from bit 0 on.
_NAMES = (
    "deep discharge", "spikes", "cell fail", "over current", "over temperature",
    "under temperature", "incompatible voltage", "incompatible firmware", "incompatible model",
    "hardware failure", "failed to arm",
)  # fmt: skip
_FAILED = (4, 6)  # of ``warning``: WARNING_FAILED, STATE_UNHEALTHY


def battery_content(status: Any, header: Any) -> SimpleNamespace:
    """Convert a px4_msgs/BatteryStatus to a ``sensor_msgs/BatteryState``; unknown values are NaN.

    ROS counts a discharge current as negative, PX4 as positive and -1 as unknown. The result has
    one more field, ``faults_told``: the fault bits that the health does not express.
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
    """Return fault bits as ``over current, over temperature (0x18)``; empty if redundant."""
    if faults in (0, *(1 << bit for bit, health in _FAULTS.items() if health != _FAILURE)):
        return ""
    names = [name for bit, name in enumerate(_NAMES) if faults >> bit & 1]
    return f"{', '.join(names)} (0x{faults:X})".strip()


def _known(status: Any, name: str) -> float:
    """Return a field as a number; NaN if it is -1 or missing, which both mean unknown."""
    value = float(getattr(status, name, math.nan))
    return math.nan if value == -1 else value
