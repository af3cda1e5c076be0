"""Steps: a signal is elsewhere from one value to the next, and stays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from robot_memory.perception.signals.step_change import StepChange

Values = npt.NDArray[np.float64]


def thermometer(seconds: int, seed: int = 1) -> Values:
    chance = np.random.default_rng(seed)
    return 40.0 + 5.0 * np.sin(np.arange(seconds) / 300.0) + chance.normal(0.0, 0.1, seconds)


def highest(values: Values, rate: float = 1.0, gap_at: int = -1) -> float:
    step = StepChange()
    stamps = np.arange(len(values)) / rate
    stamps[gap_at if gap_at >= 0 else len(stamps) :] += 25.0
    pairs = zip(stamps.tolist(), values.tolist(), strict=True)
    return max(step.observe(stamp, value) for stamp, value in pairs)


@pytest.mark.parametrize("size", [-12.0, 12.0])
def test_a_thermometer_that_leaps_and_stays_is_reported(size: float) -> None:
    values = thermometer(2400)
    values[2000:] += size

    assert highest(values) >= 0.9


def test_a_reading_that_is_off_alone_is_none() -> None:
    values = thermometer(2400)
    values[2000] += 50.0

    assert highest(values) < 0.5


def test_a_spike_of_half_a_second_is_none() -> None:
    values = thermometer(24_000)
    values[20_000:20_005] += 50.0

    assert highest(values, rate=10.0) < 0.5


def test_what_gets_warm_in_a_minute_does_not_leap() -> None:
    values = thermometer(2400)
    values[2000:2060] += np.linspace(0.0, 20.0, 60)
    values[2060:] += 20.0

    assert highest(values) < 0.5


def test_who_leaps_to_and_fro_by_itself_is_well() -> None:
    values = thermometer(4800) + 12.0 * (np.arange(4800) // 90 % 2)

    assert highest(values) < 0.5


def test_what_changed_while_nothing_came_is_no_leap() -> None:
    values = thermometer(2400)
    values[2000:] += 12.0

    assert highest(values, gap_at=2000) < 0.5


def test_what_was_learned_outlives_a_restart() -> None:
    before, after = StepChange(), StepChange()
    for second, value in enumerate(thermometer(2000).tolist()):
        before.observe(float(second), value)
    after.restore(before.state())
    values = thermometer(100)
    values[50:] += 12.0

    scores = [after.observe(float(second), value) for second, value in enumerate(values.tolist())]
    assert max(scores) >= 0.9


@pytest.mark.parametrize(("resolution", "is_told"), [(0.01, True), (1.0, False)])
def test_rounding_is_no_part_of_a_leap(resolution: float, is_told: bool) -> None:
    """A load that leaps by three, at times by four, leaps by seven; each stays for 6 s."""
    leaps = [4.0 if number in (50, 150, 250) else 3.0 for number in range(300)] + [7.0]
    signs = (-1.0) ** np.arange(len(leaps))
    values = np.repeat(np.cumsum(leaps * signs), 6)
    values[3::6] += resolution

    assert (highest(values) >= 0.7) is is_told
