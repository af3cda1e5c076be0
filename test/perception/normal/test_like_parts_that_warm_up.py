"""Similar parts that warmed up together explain each other, even if their heat only rose.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.normal_model import NormalModel
from robot_memory.perception.normal.signal_grid import SAMPLES, WINDOW, SignalGrid, Window

_WINDOWS, _FAULT = 300, 250
_TAU = 120  # windows


def told_of(levels: np.ndarray, names: Sequence[str]) -> set[str]:
    """Return the reported signals; levels: shape (windows, signals), accurate to 0.1."""
    chance = np.random.default_rng(0)
    grid = SignalGrid()
    for name in names:
        grid.place(Signal(name, "", "/plant", "/plant"))
    grid.topic("/plant")
    model = NormalModel(grid)
    told = set()
    for at, level in enumerate(levels):
        noisy = level + chance.normal(0.0, 0.05, (SAMPLES, len(names)))
        timing = np.array([[0.2, 0.2, 0.0]], np.float32)
        window = Window((at + 1) * WINDOW, noisy.round(1).astype(np.float32), timing)
        told |= {one.signal.text for one in model.observe(window) if one.signal}
    return told


def warming(seed: int = 1) -> np.ndarray:
    """Return the temperatures of four motors with the same work."""
    chance = np.random.default_rng(seed)
    load = chance.uniform(0.2, 1.0, _WINDOWS // 6).repeat(6)
    heat = np.zeros(_WINDOWS)
    for at in range(1, _WINDOWS):
        heat[at] = heat[at - 1] + (30.0 * load[at] - heat[at - 1]) / _TAU
    return 20.0 + heat[:, None] * chance.normal(1.0, 0.05, 4) + chance.normal(0.0, 0.5, 4)


MOTORS = [f"/motor {number}/temperature" for number in range(4)]


def test_a_motor_hotter_than_like_ones_is_reported_during_warm_up():
    temperatures = warming()
    assert told_of(temperatures, MOTORS) == set()

    temperatures[_FAULT:, 1] += np.linspace(0.0, 8.0, _WINDOWS - _FAULT)
    assert told_of(temperatures, MOTORS) == {"/motor 1/temperature"}


def test_levels_of_emptying_tanks_do_not_predict_each_other():
    used = np.full((_WINDOWS, 4), 0.05)
    used[_FAULT - 30 :] = 0.12, 0.0, 0.0, 0.0  # a new job that loads only the first motor less

    tanks = [f"/tank {number}/level" for number in range(4)]
    assert told_of(95.0 - used.cumsum(axis=0), tanks) == set()


@pytest.mark.parametrize("seed", range(3))
def test_a_part_that_warms_up_does_not_predict_a_part_of_another_kind(seed):
    temperatures = warming(seed)[:, :2]
    temperatures[_FAULT:, 1] += np.linspace(0.0, 8.0, _WINDOWS - _FAULT)

    assert told_of(temperatures, ["/motor/temperature", "/gearbox/temperature"]) == set()
