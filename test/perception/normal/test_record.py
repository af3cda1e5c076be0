"""The record of past values uses one scale, however it is queried."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from robot_memory.perception.normal.columns import Columns, Signal
from robot_memory.perception.normal.record import Record

WINDOWS = 6


def record() -> tuple[Record, Columns]:
    columns = Columns()
    columns.follow([Signal("/pump", "flow", "/pump")], ["/pump"])
    one = Record(columns, 4)
    one.grow()
    chance = np.random.default_rng(1)
    for _ in range(WINDOWS):
        one.add(chance.uniform(1.0, 9.0, len(columns)).astype(np.float32), 1)
    return one, columns


def add(one: Record, columns: Columns) -> None:
    one.add(np.full(len(columns), 4.0, np.float32), 1)


def forget(one: Record, columns: Columns) -> None:
    one.forget([0, 2])


def replace(one: Record, columns: Columns) -> None:
    one.replace(np.array([4, 5]), np.array([1, 2]), np.full((2, 2), 7.0, np.float32))


def learn_usual(one: Record, columns: Columns) -> None:
    one.learn_usual()


def follow_another_signal(one: Record, columns: Columns) -> None:
    columns.follow([*columns.signals, Signal("/pump", "power", "/pump")], columns.topics)
    one.grow()


def restore(one: Record, columns: Columns) -> None:
    other, _ = record()
    one.restore(other.state(np.arange(len(columns))))


@pytest.mark.parametrize(
    "change", [add, forget, replace, learn_usual, follow_another_signal, restore]
)
def test_a_changed_record_updates_values_that_were_read_before(
    change: Callable[[Record, Columns], None],
):
    asked, columns = record()
    fresh, its_columns = record()
    before = asked.values.copy()
    change(asked, columns)
    change(fresh, its_columns)

    assert np.array_equal(asked.values, fresh.values, equal_nan=True)
    assert not np.array_equal(asked.values, before, equal_nan=True)
