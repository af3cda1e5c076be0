"""``sensor_msgs/BatteryState``: low, sagging, or out of health."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.battery.battery_faults import FIELDS, BatteryFault, BatteryFaults
from robot_memory.perception.battery.px4_battery_status import PX4_BATTERY, battery_content
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.masking.component_names import one_line
from robot_memory.perception.occurrences.detection import Detection

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
    FIELDS: ClassVar[frozenset[str]] = FIELDS

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._batteries: dict[str, BatteryFaults] = {}

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterator[str]:
        """Find hysteresis that is the wrong way round."""
        if options["low_end"] < options["low"]:
            yield "low_end is below low"
        if options["sag_end"] > options["sag"]:
            yield "sag_end is above sag"

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a BatteryState; a topic may carry several batteries, by their location."""
        location = one_line(str(getattr(content, "location", "")))
        battery = self._batteries.get(location)
        if battery is None:
            if len(self._batteries) >= _MOST_BATTERIES:
                return
            battery = self._batteries[location] = BatteryFaults(self._options)
            baseline = f"{self._context.topic} {location} sag".replace("  ", " ")
            self._context.learn(baseline, battery.usual_sag)
        for symptom in battery.process(stamp, content):
            yield self._detection(location, symptom, battery)

    def _detection(self, location: str, symptom: BatteryFault, battery: BatteryFaults) -> Detection:
        topic = self._context.topic
        where = f"{topic} ({location})" if location else topic
        is_own_word = symptom.kind == "health"  # the battery's, not our judgement
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
    #: Those that are made into a BatteryState.
    FIELDS: ClassVar[frozenset[str]] = frozenset({
        "connected", "voltage_v", "current_a", "remaining", "capacity", "temperature", "id",
        "faults", "warning",
    })  # fmt: skip

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a BatteryStatus."""
        return super().process(stamp, battery_content(content, None))
