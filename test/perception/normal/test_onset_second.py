"""A deviation begins in the second of the signal's change, not at the window's begin."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.columns import ColumnKind
from robot_memory.perception.normal.onset_second import onset_second

CALM = np.sin(np.arange(10.0)) * 0.1
NOTHING = np.full(10, np.nan)


def changed(second: int, height: float = 5.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return three windows; the level changes in a second of the middle one."""
    seconds = np.concatenate([CALM, CALM, CALM])
    seconds[10 + second :] += height
    return seconds[:10], seconds[10:20], seconds[20:]


@pytest.mark.parametrize("second", [-4, 0, 3, 9])
@pytest.mark.parametrize("height", [5.0, -5.0])
def test_a_level_deviation_begins_in_the_second_of_the_change(second, height):
    assert (
        onset_second(ColumnKind.LEVEL, 1 if height > 0 else -1, *changed(second, height)) == second
    )


@pytest.mark.parametrize("kind", [ColumnKind.JUMP, ColumnKind.SPREAD])
def test_jumps_and_noise_begin_with_their_first_large_step(kind):
    before, window, after = changed(7)
    window[8] -= 4.0

    assert onset_second(kind, 1, before, window, after) == 7


@pytest.mark.parametrize("kind", [ColumnKind.LEVEL, ColumnKind.JUMP, ColumnKind.SPREAD])
def test_an_unknown_or_constant_signal_begins_at_the_window_start(kind):
    constant = np.full(10, 3.0)

    assert onset_second(kind, 1, NOTHING, NOTHING, NOTHING) == 0
    assert onset_second(kind, 1, constant, constant, constant) == 0


def test_a_pulse_begins_at_its_first_change_and_not_at_its_end():
    before, window, after = changed(2)
    after[4:] -= 5.0

    assert onset_second(ColumnKind.LEVEL, 1, before, window, after) == 2


def test_a_relation_deviation_begins_at_the_window_start():
    assert onset_second(ColumnKind.RESIDUAL, 1, *changed(7)) == 0
