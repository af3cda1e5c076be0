"""What was seen so far is told on one scale, however it is asked for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from robot_memory.perception.normal.columns import Columns, Signal, median
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
def test_a_change_shows_in_values_that_were_asked_for_before(
    change: Callable[[Record, Columns], None],
):
    asked, columns = record()
    fresh, its_columns = record()
    before = asked.values.copy()
    change(asked, columns)
    change(fresh, its_columns)

    assert np.array_equal(asked.values, fresh.values, equal_nan=True)
    assert not np.array_equal(asked.values, before, equal_nan=True)


@pytest.mark.parametrize("unknown", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("count", [1, 4, 7])
def test_the_median_is_that_of_what_is_known(unknown: float, count: int):
    chance = np.random.default_rng(2)
    values = chance.normal(size=(count, 5))
    values[chance.random(values.shape) < unknown] = np.nan
    expected = [np.median(of[np.isfinite(of)]) if np.isfinite(of).any() else np.nan
                for of in values.T]  # fmt: skip

    assert np.array_equal(median(values), expected, equal_nan=True)
    assert np.array_equal(median(values.T, axis=1), expected, equal_nan=True)
