"""``sensor_msgs/BatteryState``: low, sagging, or out of health (rules.md §10.9).

See docs/reference/detectors.md, "battery".
"""

from __future__ import annotations

import math
import statistics
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.baselines import PersistentState
from robot_memory.perception.battery_reading import (
    PX4_BATTERY,
    ChargeJump,
    ChargeLevel,
    ChargeScale,
    battery_content,
)
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.masking.masking import one_line
from robot_memory.perception.occurrences.detection import Debounce, Detection

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
_CHARGED_FOR = 30.0  # s of charging current after which its end restarts the voltage baseline
_QUIET = 300.0  # s without a message, at least, after which a fault is over
_NO_VOLTAGE = 5.0  # s at 0 V of a battery that had a voltage, while the robot runs
_MOST_BATTERIES = 16  # batteries of one topic


class BatteryDetector(Detector):
    """Reports a battery that is low, whose voltage sags, or that its driver reports as unhealthy.

    Sag is relative to the battery's own voltage over the last minute, so chemistry and cell count
    need not be known. Values that are no measurement (0 V, NaN, negative charge, no battery in the
    slot) are not reported: "no reading" is not "empty".
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "low": DetectorOption(0.20, "share of charge at which a battery is low", high=1.0),
        "low_end": DetectorOption(0.25, "share of charge at which it is no longer low", high=1.0),
        "sag": DetectorOption(0.08, "share of its own voltage that it loses at once", high=1.0),
        "sag_end": DetectorOption(0.04, "share at which it has recovered", high=1.0),
        "warm_up": DetectorOption(30.0, "s of data before sag is judged"),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/BatteryState"
    FIELDS: ClassVar[frozenset[str]] = frozenset({
        "location", "serial_number", "present", "voltage", "current", "percentage",
        "power_supply_health", "power_supply_status",
    })  # fmt: skip

    def _set_up(self) -> None:
        self._batteries: dict[str, _BatteryFaults] = {}

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterator[str]:
        """Find hysteresis that is the wrong way round."""
        if options["low_end"] < options["low"]:
            yield "low_end is below low"
        if options["sag_end"] > options["sag"]:
            yield "sag_end is above sag"

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a BatteryState; a topic may carry several batteries, told apart by location."""
        location = one_line(str(getattr(content, "location", "")))
        battery = self._batteries.get(location)
        if battery is None:
            if len(self._batteries) >= _MOST_BATTERIES:
                return
            battery = self._batteries[location] = _BatteryFaults(self._options)
            baseline = f"{self._context.topic} {location} sag".replace("  ", " ")
            self._context.learn(baseline, battery.sag.usual)
        for symptom in battery.process(stamp, content):
            yield self._detection(location, symptom, battery)

    def _detection(
        self, location: str, symptom: BatteryFault, battery: _BatteryFaults
    ) -> Detection:
        topic = self._context.topic
        where = f"{topic} ({location})" if location else topic
        is_own_word = symptom.kind == "health"  # the battery's own statement, not our judgement
        return self._fault(
            Key("battery", where.strip("/"), symptom.name),
            f"Battery on {where} {symptom.words}",
            severity=Severity.ERROR if is_own_word else Severity.WARN,
            present=symptom.present,
            magnitude=symptom.magnitude,
            kind=symptom.kind,
            readings=battery.readings,
            debounce=battery.debounce,
        )


class Px4BatteryDetector(BatteryDetector):
    """Reports the same faults as ``battery``, for the battery of a PX4 vehicle.

    Fault bits, and the warnings "failed" and "unhealthy", count as the battery's own report that it
    is unhealthy.
    """

    TYPE: ClassVar[str] = PX4_BATTERY
    FIELDS: ClassVar[frozenset[str]] = frozenset({
        "connected", "voltage_v", "current_a", "remaining", "capacity", "temperature", "id",
        "faults", "warning",
    })  # fmt: skip

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a BatteryStatus."""
        return super().process(stamp, battery_content(content, None))


@dataclass(frozen=True)
class BatteryFault:
    """A fault of a battery, present or ended."""

    kind: str
    name: str
    words: str
    present: bool
    magnitude: float = 1.0


class _BatteryFaults:
    """Finds the faults of one battery in its messages, with the options of BatteryDetector."""

    def __init__(self, options: Mapping[str, float]) -> None:
        self._scale = ChargeScale()
        self._charge = ChargeLevel(options["low"], options["low_end"])
        self.sag = VoltageSag(options["sag"], options["sag_end"], options["warm_up"])
        self._gauge = ChargeJump()
        self._reported: dict[str, BatteryFault] = {}
        self._was_present = self._had_voltage = False
        self._last: float | None = None
        self._interval = self._charging_for = self._without_voltage = 0.0
        self._supply: tuple[bool, str] = (False, "")
        self.readings: dict[str, float] = {}

    @property
    def debounce(self) -> Debounce:
        """The debounce of its faults: a second reading must confirm them."""
        interval = self._interval
        return Debounce(max(2.0, 1.5 * interval), 30.0, max(_QUIET, 5.0 * interval))

    def process(self, stamp: float, content: Any) -> Iterator[BatteryFault]:
        """Take in a message; yield the present faults, and once those that ended."""
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
        """Tell whether there is a battery; a driver that never said so is assumed to have one."""
        is_present = bool(getattr(content, "present", False))
        self._was_present |= is_present
        return is_present or not self._was_present

    def _read(self, content: Any) -> dict[str, float]:
        voltage = float(getattr(content, "voltage", math.nan))
        readings = {
            "voltage": voltage if voltage > 0.0 else math.nan,
            "current": float(getattr(content, "current", math.nan)),
            "charge": self._scale.share(float(getattr(content, "percentage", math.nan))),
        }
        if voltage == 0.0 and self._had_voltage:
            readings["charge"] = readings["current"] = math.nan  # they are not measured any more
        return {name: value for name, value in readings.items() if math.isfinite(value)}

    def _symptoms(self, step: float, content: Any, is_there: bool) -> Iterator[BatteryFault]:
        if self._is_lost(step, content, is_there):
            words = "sends no telemetry: it tells 0 V while the robot runs"
            yield BatteryFault("silent", "no telemetry", words, True)
        if self._is_low(content):
            magnitude = 1.0 - self.readings["charge"]
            yield BatteryFault("low", "low", "runs low in operation", True, magnitude)
        if self._is_sagging(step, content):
            yield BatteryFault("sag", "sag", "loses voltage under load", True, self.sag.lost)
        if self._gauge.jumps(step, self.readings):
            yield BatteryFault("gauge", "gauge jumps", "tells a charge that jumps to and fro", True)
        health = int(getattr(content, "power_supply_health", 0))
        if is_there and health in _HEALTH:
            words = ": ".join(filter(None, (_HEALTH[health], getattr(content, "faults_told", ""))))
            yield BatteryFault("health", f"health {health}", words, True)

    def _is_lost(self, step: float, content: Any, is_there: bool) -> bool:
        """Tell whether a battery whose voltage was measured reports 0 V now."""
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
            self.sag.restart()
            return False
        if self._is_another_supply(step, content):
            self.sag.restart()
        self.sag.observe(step, voltage)
        return self.sag.is_sagging

    def _is_another_supply(self, step: float, content: Any) -> bool:
        """Tell whether the voltage must be learned anew: another charging state or battery."""
        supply = (_is_at_rest(content), str(getattr(content, "serial_number", "")))
        current = self.readings.get("current", 0.0)
        was_charged = current < 0.0 and self._charging_for >= _CHARGED_FOR
        self._charging_for = self._charging_for + step if current > 0.0 else 0.0
        before, self._supply = self._supply, supply
        return was_charged or supply != before


def _is_at_rest(content: Any) -> bool:
    return getattr(content, "power_supply_status", 0) in _AT_REST


_BLOCK, _BLOCKS = 10.0, 6  # s, and number of blocks in a minute
_LEARN = 600.0  # s in which any loss is learned as normal
_TIMES = 2.0  # times the largest usual loss
_LEAST = 0.04  # share of the voltage that must be lost, at least
_HELD = 60.0  # s for which an excess counts: loads come and go
_RELEARN = 14_400.0  # s in which 63 % of a larger loss is learned as usual
_FAST, _SLOW = 1.0, 60.0  # time constants, s
_WHILE_SAGGING = 10.0  # times slower during a sag, so that the sag is not learned as normal
_LONGEST_STEP = 30.0  # s; after a longer pause the voltage is learned anew


class SagBaseline(PersistentState):
    """Learns the largest loss of voltage within a minute, as a share of it.

    Attributes:
        is_exceeded: whether it has lately lost twice as much, and at least 4 %.
    """

    KEPT = ("_most", "_seconds")

    def __init__(self) -> None:
        self._most = self._seconds = 0.0
        self.restart()

    def restart(self) -> None:
        """Forget the voltages, but not the usual loss."""
        self._highest: deque[float] = deque(maxlen=_BLOCKS)
        self._block = self._held = 0.0
        self.is_exceeded = False

    def observe(self, step: float, voltage: float) -> None:
        """Take in a filtered voltage, ``step`` seconds after the last one."""
        self._block += step
        if self._block >= _BLOCK or not self._highest:
            self._block = 0.0
            self._highest.append(voltage)
        self._highest[-1] = max(self._highest[-1], voltage)
        lost = 1.0 - voltage / max(self._highest)
        self._seconds += step
        if self._seconds < _LEARN:
            self._most = max(self._most, lost)
            return
        self._held = max(0.0, self._held - step)
        if lost >= max(_LEAST, _TIMES * self._most):
            self._held = _HELD
        if lost > self._most:
            self._most += (lost - self._most) * -math.expm1(-step / _RELEARN)
        self.is_exceeded = self._held > 0.0


class VoltageSag:
    """Compares the voltage with the battery's own over the last minute, at any scale.

    It sags when it loses the share ``sag``, which no battery should lose, or far more than this
    battery ever lost: its losses under load grow with its resistance, so with age and cold. The
    arguments are the detector's options.
    """

    def __init__(self, sag: float, sag_end: float, warm_up: float) -> None:
        self._limit, self._limit_end, self._warm_up = sag, sag_end, warm_up
        self._fast = self._slow = math.nan
        self._voltages: deque[float] = deque(maxlen=3)
        self._known_for = 0.0
        self.usual = SagBaseline()
        self.is_sagging = False
        self.lost = 0.0

    def restart(self) -> None:
        """Forget the voltages: after a change of battery or charger, or without a measurement."""
        self._fast = math.nan
        self._voltages.clear()
        self._known_for = 0.0
        self.usual.restart()
        self.is_sagging = False

    def observe(self, step: float, voltage: float) -> None:
        """Take in a voltage, ``step`` seconds after the last one."""
        if step > _LONGEST_STEP:
            self.restart()
        self._voltages.append(voltage)
        voltage = statistics.median(self._voltages)  # a single outlier is no sag
        if math.isnan(self._fast):
            self._fast = self._slow = voltage
            return
        self._known_for += step
        self._fast += (voltage - self._fast) * -math.expm1(-step / _FAST)
        slow = _SLOW * (_WHILE_SAGGING if self.is_sagging else 1.0)
        self._slow += (voltage - self._slow) * -math.expm1(-step / slow)
        self.lost = 1.0 - self._fast / self._slow
        self.usual.observe(step, self._fast)
        limit = self._limit_end if self.is_sagging else self._limit
        is_much = self.lost >= limit or self.usual.is_exceeded
        self.is_sagging = self._known_for >= self._warm_up and is_much
