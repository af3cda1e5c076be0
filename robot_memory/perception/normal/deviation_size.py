"""How large a deviation must be, whatever its evidence: what is smaller does not matter."""

from __future__ import annotations

import numpy as np

from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.columns import Columns, Flags, Floats
from robot_memory.perception.normal.signal_traits import SignalTraits

_SMALL = 0.25  # of the span of a level: less is no change
_WITHIN = 0.3  # of the usual deviation within a window: less is no change of its level
_FLOOR = {Kind.SPREAD: 0.15, Kind.JUMP: 0.3, Kind.RESIDUAL_SPREAD: 0.15, Kind.INTERVAL: 0.15,
          Kind.GAP: 0.5, Kind.AGE: 0.02}  # fmt: skip
_SIZE = {Kind.SPREAD: 0.35, Kind.JUMP: 0.5, Kind.RESIDUAL_SPREAD: 0.35, Kind.INTERVAL: 0.3,
         Kind.GAP: 1.0, Kind.AGE: 0.05}  # fmt: skip


def floor_and_size(
    columns: Columns, traits: SignalTraits, middle: Floats, span: Floats, related: Floats,
    is_slow: Flags,
) -> tuple[Floats, Floats]:  # fmt: skip
    """Return of each column what is never much, and what a deviation must be at least.

    Args:
        columns: of the record.
        traits: what kind each signal is.
        middle: what is expected of each column.
        span: between which values each column mostly is.
        related: of each signal the usual deviation from its relation within a window.
        is_slow: which columns change slowly.
    """
    floor, size = np.zeros(len(columns)), np.zeros(len(columns))
    for kind, least in _FLOOR.items():
        floor[columns.kind == kind], size[columns.kind == kind] = least, _SIZE[kind]
    level, residual = columns.of(Kind.LEVEL), columns.of(Kind.RESIDUAL)
    step = np.where(np.isfinite(traits.quantum), traits.quantum, 0.0)
    steps = step * np.where(is_slow[level], 2.0, 1.0)
    known = np.where(np.isfinite(middle[level]), np.abs(middle[level]), 0.0)
    within = _WITHIN * np.where(traits.is_count | traits.is_mode, 0.0, traits.deviation)
    floor[level] = np.maximum.reduce([steps, 1e-5 * known + 1e-9, within])
    floor[level] = np.where(traits.is_count, 1.5 * traits.step, floor[level])
    size[level] = np.maximum.reduce([_SMALL * span[level], 2.0 * steps, 2.0 * within])
    usual = _WITHIN * related
    floor[residual] = np.maximum.reduce([step, np.full(len(step), 1e-9), usual])
    size[residual] = np.maximum(2.0 * usual, step)
    return np.maximum(floor, 0.05 * span).astype(np.float32), size.astype(np.float32)
