"""On which circumstances a robot's columns depend."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.circumstances import choose
from robot_memory.perception.normal.columns import ColumnKind, Columns, Signal
from robot_memory.perception.normal.record import Record
from robot_memory.perception.normal.signal_traits import SignalTraits

WINDOWS = 200


@pytest.mark.parametrize(("quantity", "signals"), [("altitude", ()), ("pressure", (0,))])
def test_residuals_of_pressure_select_a_circumstance_but_not_those_of_altitude(quantity, signals):
    chance = np.random.default_rng(1)
    topics = ["/mode", *(f"/source{number}" for number in range(5))]
    named = [Signal(topic, quantity if number else "data", topic, topic)
             for number, topic in enumerate(topics)]  # fmt: skip
    columns, traits = Columns(), SignalTraits()
    columns.follow(named, [])
    traits.follow(named)
    record = Record(columns)
    record.grow()
    residual = columns.of(ColumnKind.RESIDUAL)[1:]
    for _ in range(WINDOWS):
        values = chance.normal(size=len(columns)).astype(np.float32)
        values[columns.of(ColumnKind.LEVEL)[0]] = mode = chance.integers(2)
        values[residual] = 3.0 * mode + chance.normal(0.0, 0.1, len(residual))
        record.add(values, 1)

    assert choose(record, columns, traits).signals == signals
