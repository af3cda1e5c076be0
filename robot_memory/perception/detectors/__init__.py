"""The registry of detectors: the name of each in rules, and its class.

See docs/reference/detectors.md, "List".
"""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.detector import Detector
from robot_memory.perception.detectors.action_detector import ActionDetector
from robot_memory.perception.detectors.battery_detector import BatteryDetector, Px4BatteryDetector
from robot_memory.perception.detectors.diagnostics_detector import DiagnosticsDetector
from robot_memory.perception.detectors.field_detector import OutOfRangeDetector
from robot_memory.perception.detectors.flag_detector import FlagDetector
from robot_memory.perception.detectors.imu_detectors import BumpDetector, ImpactDetector
from robot_memory.perception.detectors.light_detector import LightDetector
from robot_memory.perception.detectors.localisation_detectors import (
    FixLostDetector,
    LocalisationDetector,
    LocalisationLostDetector,
    MapDetector,
)
from robot_memory.perception.detectors.log_detector import LogDetector
from robot_memory.perception.detectors.navigation_detectors import (
    NavigationStateDetector,
    RecoveriesDetector,
)
from robot_memory.perception.detectors.node_detectors import (
    LifecycleDetector,
    VersionDetector,
)
from robot_memory.perception.detectors.normal_detector import NormalDetector
from robot_memory.perception.detectors.odometry_detectors import (
    CommandedMotionDetector,
    SlipDetector,
)
from robot_memory.perception.detectors.parameter_detector import ParameterDetector
from robot_memory.perception.detectors.rate_detector import RateDetector
from robot_memory.perception.detectors.scan_detector import ScanDetector
from robot_memory.perception.detectors.signal_strength_detector import SignalStrengthDetector
from robot_memory.perception.detectors.stamps_detector import StampsDetector
from robot_memory.perception.detectors.status_detector import SensorHealthDetector, StatusDetector
from robot_memory.perception.detectors.text_detector import TextDetector
from robot_memory.perception.detectors.transform_detector import TransformDetector

DETECTORS: Mapping[str, type[Detector]] = {
    "action": ActionDetector,
    "battery": BatteryDetector,
    "bump": BumpDetector,
    "commanded_motion": CommandedMotionDetector,
    "diagnostics": DiagnosticsDetector,
    "fix_lost": FixLostDetector,
    "flag": FlagDetector,
    "impact": ImpactDetector,
    "lifecycle": LifecycleDetector,
    "light": LightDetector,
    "localisation": LocalisationDetector,
    "localisation_lost": LocalisationLostDetector,
    "log": LogDetector,
    "map": MapDetector,
    "navigation": NavigationStateDetector,
    "normal": NormalDetector,
    "out_of_range": OutOfRangeDetector,
    "parameters": ParameterDetector,
    "px4_battery": Px4BatteryDetector,
    "rate": RateDetector,
    "recoveries": RecoveriesDetector,
    "scan": ScanDetector,
    "sensor_health": SensorHealthDetector,
    "signal_strength": SignalStrengthDetector,
    "slip": SlipDetector,
    "stamps": StampsDetector,
    "status": StatusDetector,
    "text": TextDetector,
    "transforms": TransformDetector,
    "version": VersionDetector,
}
