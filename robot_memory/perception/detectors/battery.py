"""``sensor_msgs/BatteryState``: low, sagging, or out of health."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Setting
from robot_memory.perception.sighting import Debounce, Sighting

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
_LONGEST_STEP = 5.0


class BatteryDetector:
    """Tells of a battery that runs low or whose voltage sags.

    Sag is relative to the battery's own voltage over the last minute, so no chemistry or cell
    count need be known. A battery that nothing measures (0 V, NaN, negative charge) is not told
    of at all: "no reading" is not "empty".
    """

    OPTIONS: ClassVar[Mapping[str, float]] = {
        "low": 0.20,  # share of charge at which a battery is low
        "low_end": 0.25,  # and at which it is no longer
        "sag": 0.08,  # share of its own voltage that is lost at once
        "sag_end": 0.04,
        "warm_up": 30.0,  # s of data before sag is judged
    }
    READS_CONTENT: ClassVar[bool] = True
    _FAST, _SLOW = 1.0, 60.0  # time constants, s

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None:
        self._component = setting.topic.strip("/")
        self._settings = setting.settings
        self._options = options
        self._fast = self._slow = math.nan
        self._known_for = 0.0
        self._last: float | None = None
        self._is_low = self._is_sagging = False

    def update(self, stamp: float, content: Any) -> Iterator[Sighting]:
        """Take in a BatteryState."""
        voltage = float(content.voltage)
        if not (math.isfinite(voltage) and voltage > 0.0):
            return
        readings = _readings(content)
        yield from self._charge(readings)
        yield from self._sag(stamp, voltage, readings)
        yield from self._health(content.power_supply_health)

    def advance(self, stamp: float) -> Iterable[Sighting]:
        """Nothing follows from silence; the rate detector hears it."""
        return ()

    def _charge(self, readings: Mapping[str, float]) -> Iterator[Sighting]:
        share = readings.get("charge")
        if share is None:
            return
        limit = self._options["low_end"] if self._is_low else self._options["low"]
        self._is_low = share <= limit
        yield self._say(
            "low", self._is_low, "runs low in operation", 1.0 - share, readings, Severity.WARN
        )

    def _sag(
        self, stamp: float, voltage: float, readings: Mapping[str, float]
    ) -> Iterator[Sighting]:
        step = 0.0 if self._last is None else stamp - self._last
        self._last = stamp
        if math.isnan(self._slow) or step > _LONGEST_STEP or step < 0.0:
            self._fast = self._slow = voltage
            self._known_for = 0.0
            return
        self._known_for += step
        self._fast += (voltage - self._fast) * -math.expm1(-step / self._FAST)
        # While it sags the battery's own voltage is not learned anew.
        slow = self._SLOW * (10.0 if self._is_sagging else 1.0)
        self._slow += (voltage - self._slow) * -math.expm1(-step / slow)
        if self._known_for < self._options["warm_up"]:
            return
        lost = 1.0 - self._fast / self._slow
        limit = self._options["sag_end"] if self._is_sagging else self._options["sag"]
        self._is_sagging = lost >= limit
        yield self._say(
            "sag", self._is_sagging, "loses voltage under load", lost, readings, Severity.WARN
        )

    def _health(self, code: int) -> Iterator[Sighting]:
        for known, words in _HEALTH.items():
            if known == code:
                yield self._say(f"health {known}", True, words, 1.0, {}, Severity.ERROR)

    def _say(
        self,
        symptom: str,
        present: bool,
        words: str,
        magnitude: float,
        readings: Mapping[str, float],
        severity: Severity,
    ) -> Sighting:
        settings = self._settings
        is_error = severity is Severity.ERROR
        return Sighting(
            key=Key("battery", self._component, symptom),
            present=present,
            text=f"Battery {self._component} {words}",
            severity=severity,
            confidence=settings.confidence_error if is_error else settings.confidence_warn,
            magnitude=magnitude,
            readings=readings,
            debounce=Debounce(onset=2.0, end=30.0, quiet=60.0),
        )


def _readings(content: Any) -> dict[str, float]:
    """Return what the battery measures, without what it does not."""
    share = float(content.percentage)
    readings = {
        "voltage": float(content.voltage),
        "current": float(content.current),
        "charge": share / 100.0 if share > 1.0 else share if share >= 0.0 else math.nan,
    }
    return {name: value for name, value in readings.items() if math.isfinite(value)}
