"""The detectors: one small file each, one line each here."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.detector import Detector
from robot_memory.perception.detectors.at_rest import AtRestDetector
from robot_memory.perception.detectors.battery import BatteryDetector
from robot_memory.perception.detectors.bump import BumpDetector
from robot_memory.perception.detectors.diagnostics import DiagnosticsDetector
from robot_memory.perception.detectors.disagreement import DisagreementDetector
from robot_memory.perception.detectors.drag import DragDetector
from robot_memory.perception.detectors.exertion import ExertionDetector
from robot_memory.perception.detectors.fix_lost import FixLostDetector
from robot_memory.perception.detectors.flag import FlagDetector
from robot_memory.perception.detectors.kinematics import KinematicsDetector
from robot_memory.perception.detectors.light import LightDetector
from robot_memory.perception.detectors.localisation_lost import LocalisationLostDetector
from robot_memory.perception.detectors.log import LogDetector
from robot_memory.perception.detectors.rate import RateDetector
from robot_memory.perception.detectors.recoveries import RecoveriesDetector
from robot_memory.perception.detectors.scan import ScanDetector
from robot_memory.perception.detectors.signal import ALONE, AnyWayDetector, watching
from robot_memory.perception.detectors.signal_strength import SignalStrengthDetector
from robot_memory.perception.detectors.slip import SlipDetector
from robot_memory.perception.detectors.slow_zone import SlowZoneDetector
from robot_memory.perception.detectors.stamps import StampsDetector
from robot_memory.perception.detectors.where import WhereDetector

DETECTORS: Mapping[str, type[Detector]] = {
    "at_rest": AtRestDetector,
    "battery": BatteryDetector,
    "bump": BumpDetector,
    "diagnostics": DiagnosticsDetector,
    "disagreement": DisagreementDetector,
    "drag": DragDetector,
    "exertion": ExertionDetector,
    "fix_lost": FixLostDetector,
    "flag": FlagDetector,
    "kinematics": KinematicsDetector,
    "light": LightDetector,
    "localisation_lost": LocalisationLostDetector,
    "log": LogDetector,
    "rate": RateDetector,
    "recoveries": RecoveriesDetector,
    "scan": ScanDetector,
    "signal": AnyWayDetector,
    "signal_strength": SignalStrengthDetector,
    "slip": SlipDetector,
    "slow_zone": SlowZoneDetector,
    "stamps": StampsDetector,
    "where": WhereDetector,
    **{way: watching(way) for way in ALONE},
}
