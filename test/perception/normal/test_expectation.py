"""The minimal size of a deviation."""

from __future__ import annotations

import math

import numpy as np

from robot_memory.perception.normal.columns import ColumnKind, Columns, Signal
from robot_memory.perception.normal.expectation import floor_and_size
from robot_memory.perception.normal.record import Record
from robot_memory.perception.normal.signal_traits import SignalTraits


def least_jump(usual: float, quantum: float) -> float:
    """The smallest reported jump of a number with this usual jump and this step size."""
    columns, traits = Columns(), SignalTraits()
    signals = [Signal("/room", "temperature", "/room")]
    columns.follow(signals, [])
    traits.follow(signals)
    traits.quantum[:] = quantum
    record = Record(columns)
    record.grow()
    record.add(np.full(len(columns), usual, np.float32), 1)
    record.learn_usual()
    jump = columns.column(ColumnKind.JUMP, 0)
    middle = record.scaled(np.full(len(columns), usual, np.float32))
    none, slow = np.zeros(len(columns)), np.zeros(len(columns), bool)
    _, size = floor_and_size(record, columns, traits, middle, none, none[:1], slow)
    offset = float(record.offset(middle, np.array([jump]))[0])
    return usual + offset * math.expm1(float(size[jump]))


def test_a_jump_one_step_larger_is_not_reported_for_a_coarse_number() -> None:
    assert 0.2 < least_jump(0.1, 0.1) < 0.3


def test_the_ratio_alone_decides_about_a_jump_of_a_fine_number() -> None:
    assert least_jump(0.1, 1e-6) < 0.2
