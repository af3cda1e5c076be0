"""The faults of one battery, found from its charge, voltage and health (rules.md §10.9).

See docs/reference/detectors.md, "battery".
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.perception.battery.charge_level import ChargeJump, ChargeLevel, ChargeScale
from robot_memory.perception.battery.voltage_sag import SagBaseline, VoltageSag
from robot_memory.perception.occurrences.detection import Debounce

#: sensor_msgs/BatteryState POWER_SUPPLY_HEALTH_*; 0 is unknown, 1 is good.
_HEALTH = {
    2: "is overheating",
    3: "is dead",
    4: "has over-voltage",
    5: "has an unspecified failure",
    6: "is too cold",
    7: "let its watchdog timer expire",
    8: "let its safety timer expire",
}
#: POWER_SUPPLY_STATUS_CHARGING and _FULL: the battery is not in use.
_AT_REST = (1, 4)
#: What is read of a BatteryState; ``location`` tells which battery it is.
FIELDS = frozenset({
    "location", "serial_number", "present", "voltage", "current", "percentage",
    "power_supply_health", "power_supply_status",
})  # fmt: skip
_CHARGED_FOR = 30.0  # s of charging current after which its end is a new beginning
_QUIET = 300.0  # s without a message, at least, after which a fault is over
_NO_VOLTAGE = 5.0  # s at 0 V, of a battery that had a voltage, while the robot runs


@dataclass(frozen=True)
class BatteryFault:
    """A fault of a battery, present or ended."""

    kind: str
    name: str
    words: str
    present: bool
    magnitude: float = 1.0


class BatteryFaults:
    """Finds the faults of one battery in its messages, by the options of BatteryDetector."""

    def __init__(self, options: Mapping[str, float]) -> None:
        self._scale = ChargeScale()
        self._charge = ChargeLevel(options["low"], options["low_end"])
        self._sag = VoltageSag(options["sag"], options["sag_end"], options["warm_up"])
        self._gauge = ChargeJump()
        self._reported: dict[str, BatteryFault] = {}
        self._was_present = self._had_voltage = False
        self._last: float | None = None
        self._interval = self._charging_for = self._without_voltage = 0.0
        self._supply: tuple[bool, str] = (False, "")
        self.readings: dict[str, float] = {}

    @property
    def usual_sag(self) -> SagBaseline:
        """What it learned of its voltage under load."""
        return self._sag.usual

    @property
    def debounce(self) -> Debounce:
        """How long its symptoms must hold: a second reading must agree."""
        interval = self._interval
        return Debounce(max(2.0, 1.5 * interval), 30.0, max(_QUIET, 5.0 * interval))

    def process(self, stamp: float, content: Any) -> Iterator[BatteryFault]:
        """Take in a message; say what is the matter, and once what is so no longer."""
        step = 0.0 if self._last is None else max(0.0, stamp - self._last)
        self._last = stamp
        self._interval += 0.5 * (min(step, 5.0 + 3.0 * self._interval) - self._interval)
        is_there = self._is_there(content)
        self.readings = self._read(content) if is_there else {}
        now = {symptom.name: symptom for symptom in self._symptoms(step, content, is_there)}
        for name, fault in self._reported.items():
            if name not in now and (name != "low" or "charge" in self.readings):
                now[name] = BatteryFault(fault.kind, name, fault.words, present=False)
        self._reported = {name: symptom for name, symptom in now.items() if symptom.present}
        yield from now.values()

    def _is_there(self, content: Any) -> bool:
        """Tell whether there is a battery; a driver that never said so doesn't tell."""
        is_present = bool(getattr(content, "present", False))
        self._was_present |= is_present
        return is_present or not self._was_present

    def _read(self, content: Any) -> dict[str, float]:
        """Return what the battery measures, without what it does not."""
        voltage = float(getattr(content, "voltage", math.nan))
        readings = {
            "voltage": voltage if voltage > 0.0 else math.nan,
            "current": float(getattr(content, "current", math.nan)),
            "charge": self._scale.share(float(getattr(content, "percentage", math.nan))),
        }
        if voltage == 0.0 and self._had_voltage:
            readings["charge"] = readings["current"] = math.nan  # nothing measures them any more
        return {name: value for name, value in readings.items() if math.isfinite(value)}

    def _symptoms(self, step: float, content: Any, is_there: bool) -> Iterator[BatteryFault]:
        if self._is_lost(step, content, is_there):
            words = "sends no telemetry: it tells 0 V while the robot runs"
            yield BatteryFault("silent", "no telemetry", words, True)
        if self._is_low(content):
            magnitude = 1.0 - self.readings["charge"]
            yield BatteryFault("low", "low", "runs low in operation", True, magnitude)
        if self._is_sagging(step, content):
            yield BatteryFault("sag", "sag", "loses voltage under load", True, self._sag.lost)
        if self._gauge.jumps(step, self.readings):
            yield BatteryFault("gauge", "gauge jumps", "tells a charge that jumps to and fro", True)
        health = int(getattr(content, "power_supply_health", 0))
        if is_there and health in _HEALTH:
            words = ": ".join(filter(None, (_HEALTH[health], getattr(content, "faults_told", ""))))
            yield BatteryFault("health", f"health {health}", words, True)

    def _is_lost(self, step: float, content: Any, is_there: bool) -> bool:
        """Tell whether a battery whose voltage was measured tells none any more."""
        self._had_voltage |= "voltage" in self.readings
        is_zero = is_there and float(getattr(content, "voltage", math.nan)) == 0.0
        self._without_voltage = self._without_voltage + step if is_zero else 0.0
        return self._had_voltage and self._without_voltage >= _NO_VOLTAGE

    def _is_low(self, content: Any) -> bool:
        charge = self.readings.get("charge")
        if charge is None or not self._charge.observe(charge, "voltage" in self.readings):
            return False
        return self._charge.is_low and not _is_at_rest(content)

    def _is_sagging(self, step: float, content: Any) -> bool:
        voltage = self.readings.get("voltage")
        if voltage is None:
            self._sag.restart()
            return False
        if self._is_another_supply(step, content):
            self._sag.restart()
        self._sag.observe(step, voltage)
        return self._sag.is_sagging

    def _is_another_supply(self, step: float, content: Any) -> bool:
        """Tell whether the voltage begins anew: a charger came or went, a battery was swapped."""
        supply = (_is_at_rest(content), str(getattr(content, "serial_number", "")))
        current = self.readings.get("current", 0.0)
        was_charged = current < 0.0 and self._charging_for >= _CHARGED_FOR
        self._charging_for = self._charging_for + step if current > 0.0 else 0.0
        before, self._supply = self._supply, supply
        return was_charged or supply != before


def _is_at_rest(content: Any) -> bool:
    return getattr(content, "power_supply_status", 0) in _AT_REST
