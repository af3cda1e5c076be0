"""The detectors: one small file each, one line each here."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.detector import Detector
from robot_memory.perception.detectors.battery import BatteryDetector
from robot_memory.perception.detectors.diagnostics import DiagnosticsDetector
from robot_memory.perception.detectors.log import LogDetector
from robot_memory.perception.detectors.rate import RateDetector

DETECTORS: Mapping[str, type[Detector]] = {
    "battery": BatteryDetector,
    "diagnostics": DiagnosticsDetector,
    "log": LogDetector,
    "rate": RateDetector,
}
