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
def test_a_level_begins_where_it_changes(second, height):
    assert (
        onset_second(ColumnKind.LEVEL, 1 if height > 0 else -1, *changed(second, height)) == second
    )


@pytest.mark.parametrize("kind", [ColumnKind.JUMP, ColumnKind.SPREAD])
def test_a_leap_and_noise_begin_with_their_first_large_step(kind):
    before, window, after = changed(7)
    window[8] -= 4.0

    assert onset_second(kind, 1, before, window, after) == 7


@pytest.mark.parametrize("kind", [ColumnKind.LEVEL, ColumnKind.JUMP, ColumnKind.SPREAD])
def test_of_what_is_not_known_and_of_what_does_not_change_the_window_counts(kind):
    constant = np.full(10, 3.0)

    assert onset_second(kind, 1, NOTHING, NOTHING, NOTHING) == 0
    assert onset_second(kind, 1, constant, constant, constant) == 0


def test_the_end_of_a_pulse_is_not_its_begin():
    before, window, after = changed(2)
    after[4:] -= 5.0

    assert onset_second(ColumnKind.LEVEL, 1, before, window, after) == 2


def test_of_a_relation_and_of_the_timing_of_a_topic_the_window_counts():
    assert onset_second(ColumnKind.RESIDUAL, 1, *changed(7)) == 0
