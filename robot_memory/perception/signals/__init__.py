"""Monitors of one signal: by name, a class that judges its values, each in a module of its own.

See docs/reference/signals.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.signals.counter_restart import CounterRestart
from robot_memory.perception.signals.drift import Drift
from robot_memory.perception.signals.frozen import Frozen
from robot_memory.perception.signals.gross_deviation import GrossDeviation
from robot_memory.perception.signals.level_shift import LevelShift
from robot_memory.perception.signals.out_of_range import OutOfRange
from robot_memory.perception.signals.pair_disagreement import PairDisagreement
from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.signal_envelope import SignalEnvelope
from robot_memory.perception.signals.spike import Spike
from robot_memory.perception.signals.step_change import StepChange
from robot_memory.perception.signals.stuck_at_bound import StuckAtBound
from robot_memory.perception.signals.variance import Variance

__all__ = ["SIGNALS", "Signal"]

SIGNALS: Mapping[str, type[Signal]] = {
    "bound": StuckAtBound,
    "counter": CounterRestart,
    "disagreement": PairDisagreement,
    "drift": Drift,
    "envelope": SignalEnvelope,
    "frozen": Frozen,
    "gross": GrossDeviation,
    "level_shift": LevelShift,
    "out_of_range": OutOfRange,
    "spike": Spike,
    "step": StepChange,
    "variance": Variance,
}
