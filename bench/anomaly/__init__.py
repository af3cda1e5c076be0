"""Anomaly scores of signals that no rule binds: benchmark code (bench/anomaly/README.md)."""

from anomaly.component_detector import ComponentDetector
from anomaly.signal_detector import SignalDetector

__all__ = ["ComponentDetector", "SignalDetector"]
