"""If two numbers no longer follow each other, the one with the unusual value is reported.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.normal_model import NormalModel
from robot_memory.perception.normal.signal_grid import SAMPLES, WINDOW, SignalGrid, Window

_WINDOWS, _FAULT = 240, 200
_CUPS = ["cup a", "cup b"]


def told_first(leaking: int, seed: int) -> str:
    """Return which of two vacuum cups is reported first when one of them leaks."""
    chance = np.random.default_rng(seed)
    grid = SignalGrid()
    for name in (*_CUPS, "holding"):
        grid.place(Signal(name, "", "/gripper", "/gripper"))
    grid.topic("/gripper")
    model = NormalModel(grid)
    holds = chance.random(_WINDOWS).repeat(SAMPLES) < 0.6
    noise = np.where(np.arange(2) == leaking, 1.0, 0.1)
    for at in range(_WINDOWS):
        holding = holds[at * SAMPLES : (at + 1) * SAMPLES]
        samples = np.stack([-69.0 * holding, -69.0 * holding, 1.0 * holding], axis=1)
        if at >= _FAULT:
            samples[:, leaking] *= 0.75
        samples[:, :2] += noise * chance.normal(0.0, 1.0, (SAMPLES, 2))
        timing = np.array([[0.2, 0.2, 0.0]], np.float32)
        window = Window((at + 1) * WINDOW, samples.round(2).astype(np.float32), timing)
        for one in model.observe(window):
            assert one.signal is not None
            return one.signal.text
    return ""


@pytest.mark.parametrize("leaking", [0, 1])
@pytest.mark.parametrize("seed", range(2))
def test_the_leaking_cup_is_reported_first_and_not_the_similar_one(leaking, seed):
    assert told_first(leaking, seed) == _CUPS[leaking]
