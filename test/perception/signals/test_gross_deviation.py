"""Gross deviations: a signal is at once far beyond all that was seen of it."""

from __future__ import annotations

import numpy as np
import pytest
from signal_kinds import Values, clock, scores

from robot_memory.perception.signals.gross_deviation import GrossDeviation

RATE = 5.0


def noisy(seconds: float, seed: int = 1) -> tuple[Values, Values]:
    t = clock(seconds, RATE)
    return t, 24.0 + 0.1 * np.random.default_rng(seed).standard_normal(len(t))


@pytest.mark.parametrize("age", [65.0, 600.0, 20_000.0])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_fifteen_deviations_are_found_within_three_seconds_by_any_detector_older_than_a_minute(
    age: float, sign: float
) -> None:
    t, values = noisy(age + 5.0)
    values[t >= age] += sign * 1.5
    high = t[scores(GrossDeviation(), t, values) >= 0.9]

    assert age <= high[0] <= age + 3.0


@pytest.mark.parametrize("second", range(5))
def test_a_fault_that_begins_within_a_block_does_not_hide_itself(second: int) -> None:
    t = clock(100.0, 1.0)
    values = np.random.default_rng(1).standard_normal(len(t))
    values[t >= 70.0 + second] += 12.0
    high = t[scores(GrossDeviation(), t, values) >= 0.9]

    assert 70.0 + second <= high[0] <= 80.0 + second


def test_five_deviations_are_not_gross() -> None:
    t, values = noisy(700.0)
    values[t >= 600.0] += 0.5

    assert scores(GrossDeviation(), t, values).max() == 0.0


def test_a_single_wrong_reading_is_not_gross() -> None:
    t, values = noisy(700.0)
    values[3000] = 1e6

    assert scores(GrossDeviation(), t, values).max() == 0.0


def test_what_moves_away_in_small_steps_is_followed() -> None:
    t, values = noisy(1200.0)
    values += np.clip(t - 600.0, 0.0, None) * 0.05

    assert scores(GrossDeviation(), t, values).max() == 0.0


def test_what_falls_to_zero_rests() -> None:
    t, values = noisy(700.0)
    values[t >= 600.0] = 0.0

    assert scores(GrossDeviation(), t, values).max() == 0.0


def test_a_level_that_lasts_for_ten_minutes_is_normal_then() -> None:
    t, values = noisy(2000.0)
    values[t >= 700.0] += 5.0
    score = scores(GrossDeviation(), t, values)

    assert score[(t > 705.0) & (t < 1295.0)].min() >= 0.9
    assert score[t > 1310.0].max() == 0.0


def test_what_is_explained_is_normal_at_once() -> None:
    t, values = noisy(700.0)
    values[t >= 650.0] += 5.0
    gross = GrossDeviation()
    found = []
    for stamp, value in zip(t.tolist(), values.tolist(), strict=True):
        found.append(gross.observe(stamp, value))
        if found[-1]:
            gross.accept()

    assert 0 < sum(score > 0.0 for score in found) <= 2


def test_where_a_signal_is_when_it_is_heard_again_is_no_leap() -> None:
    t, values = noisy(700.0)
    values[t >= 600.0] -= 8.0
    before, after = GrossDeviation(), GrossDeviation()
    assert scores(before, t[t < 600.0], values[t < 600.0]).max() == 0.0
    after.restore(before.state())

    assert scores(after, t[t >= 600.0], values[t >= 600.0]).max() == 0.0
