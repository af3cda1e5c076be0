"""Counters: recognised by themselves; a restart is told, an overflow is not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from robot_memory.perception.signals.counter_restart import CounterRestart


def told(values: Iterable[float]) -> list[int]:
    """Places of the values at which a restart is told anew."""
    detector = CounterRestart(hold=0.5)
    scores = [detector.observe(float(at), float(value)) for at, value in enumerate(values)]
    return [at for at, score in enumerate(scores) if score]


def test_a_counter_that_falls_to_zero_has_restarted():
    assert told([*range(1000, 1100), *range(50)]) == [100]


def test_it_has_restarted_also_when_a_few_counts_were_missed():
    assert told([*range(1000, 1100), *range(17, 50)]) == [100]


@pytest.mark.parametrize("bits", [8, 16, 32])
@pytest.mark.parametrize("step", [1, 7])
def test_a_carry_over_is_no_restart(bits: int, step: int):
    start = 2**bits - 60 * step
    values = [(start + step * count) % 2**bits for count in range(120)]

    assert told(values) == []


def test_a_counter_that_carries_over_can_restart_later():
    values = [count % 256 for count in range(1000)]

    assert told([*values, 0, 1, 2, 3, 4]) == [1000]


def test_an_unusual_modulus_is_known_after_the_first_time():
    assert told([count % 777 for count in range(4000)]) == [777]


def test_a_count_that_comes_late_is_disorder():
    values = [float(count) for count in range(200)]
    values[150], values[151] = values[151], values[150]

    assert told(values) == []


@pytest.mark.parametrize(
    "values",
    [
        [0.5 * count for count in range(300)] + [0.0] * 10,
        [100.0 - abs(count - 100) for count in range(200)],
        [float(count * count * 7919 % 100) for count in range(300)],
        [5.0] * 100 + [0.0] * 20,
    ],
    ids=["not whole", "up and down", "random", "constant"],
)
def test_what_does_not_count_does_not_restart(values: list[float]):
    assert told(values) == []


def test_a_restart_is_reported_for_five_seconds():
    detector = CounterRestart()
    values = [*range(1000, 1100), *range(20)]
    scores = [detector.observe(float(at), float(value)) for at, value in enumerate(values)]

    assert scores[100:105] == [1.0] * 5
    assert set(scores[105:]) == {0.0}
