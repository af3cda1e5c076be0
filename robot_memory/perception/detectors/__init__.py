"""The registry of detectors: the name of each in rules, and its class.

See docs/reference/detectors.md, "List".
"""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.actions.action_detector import ActionDetector
from robot_memory.perception.battery.battery_detector import BatteryDetector, Px4BatteryDetector
from robot_memory.perception.detector import Detector
from robot_memory.perception.diagnostics.diagnostics_detector import DiagnosticsDetector
from robot_memory.perception.environment.light_detector import LightDetector
from robot_memory.perception.environment.localisation_detector import (
    LocalisationDetector,
    LocalisationLostDetector,
)
from robot_memory.perception.environment.navigation_state_detector import NavigationStateDetector
from robot_memory.perception.environment.signal_strength_detector import SignalStrengthDetector
from robot_memory.perception.flags.flag_detector import FlagDetector
from robot_memory.perception.generic.normal_detector import NormalDetector
from robot_memory.perception.generic.out_of_range_detector import OutOfRangeDetector
from robot_memory.perception.gnss.fix_lost_detector import FixLostDetector
from robot_memory.perception.imu.bump_detector import BumpDetector
from robot_memory.perception.imu.impact_detector import ImpactDetector
from robot_memory.perception.lidar.scan_detector import ScanDetector
from robot_memory.perception.logs.log_detector import LogDetector
from robot_memory.perception.logs.recoveries_detector import RecoveriesDetector
from robot_memory.perception.ros_graph.description_detector import DescriptionDetector
from robot_memory.perception.ros_graph.lifecycle_detector import LifecycleDetector
from robot_memory.perception.ros_graph.parameter_detector import ParameterDetector
from robot_memory.perception.status_messages.sensor_health_detector import SensorHealthDetector
from robot_memory.perception.status_messages.status_detector import StatusDetector
from robot_memory.perception.status_messages.version_detector import VersionDetector
from robot_memory.perception.topics.rate_detector import RateDetector
from robot_memory.perception.topics.stamps_detector import StampsDetector
from robot_memory.perception.transforms.transform_detector import TransformDetector
from robot_memory.perception.wheels.commanded_motion_detector import CommandedMotionDetector
from robot_memory.perception.wheels.slip_detector import SlipDetector

DETECTORS: Mapping[str, type[Detector]] = {
    "action": ActionDetector,
    "battery": BatteryDetector,
    "bump": BumpDetector,
    "commanded_motion": CommandedMotionDetector,
    "description": DescriptionDetector,
    "diagnostics": DiagnosticsDetector,
    "fix_lost": FixLostDetector,
    "flag": FlagDetector,
    "impact": ImpactDetector,
    "lifecycle": LifecycleDetector,
    "light": LightDetector,
    "localisation": LocalisationDetector,
    "localisation_lost": LocalisationLostDetector,
    "log": LogDetector,
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
    "transforms": TransformDetector,
    "version": VersionDetector,
}
