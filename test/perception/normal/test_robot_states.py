"""The robot's states, and which are new."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.robot_states import RobotStates

RECIPE, PHASE = 0, 1
FEW, MANY = 10, 1000  # known windows
NUMBERS, TEXTS = np.zeros(2, bool), np.ones(2, bool)


def window(recipe: float, *phases: float) -> np.ndarray:
    """A window with one recipe and some of its phases."""
    samples = np.full((50, 2), recipe, np.float32)
    samples[:, PHASE] = np.resize(phases or (0.0,), 10).repeat(5)
    return samples


def run(states: RobotStates, windows: int, *values: float) -> list[tuple[list[int], bool]]:
    """Observe equal windows; return for each the new states, and whether a job is new."""
    samples = window(*values)
    return [(states.observe(samples, [RECIPE, PHASE], NUMBERS, MANY), states.is_new_job)
            for _ in range(windows)]  # fmt: skip


@pytest.fixture
def states() -> RobotStates:
    """States of a robot that made its first recipe for a quarter of an hour, in two phases."""
    states = RobotStates()
    run(states, 90, 1.0, 0.0, 1.0)
    return states


def test_a_state_is_new_for_five_minutes(states):
    told = run(states, 40, 1.0, 0.0, 2.0)

    assert [new for new, _ in told] == [[PHASE]] * 30 + [[]] * 10


def test_no_state_is_new_while_few_windows_are_known():
    assert RobotStates().observe(window(1.0), [RECIPE], NUMBERS, FEW) == []


def test_another_recipe_starts_a_new_job_for_five_minutes(states):
    told = run(states, 40, 2.0, 0.0, 1.0)

    assert [begins for _, begins in told] == [True] * 30 + [False] * 10


def test_a_recipe_that_was_made_before_is_no_new_job(states):
    run(states, 70, 2.0, 0.0, 1.0)

    assert not any(begins for _, begins in run(states, 40, 1.0, 0.0, 1.0))


def test_a_raised_flag_is_no_new_job():
    states = RobotStates()
    run(states, 90, 0.0, 0.0, 1.0)

    assert not any(begins for _, begins in run(states, 40, 1.0, 0.0, 1.0))


def test_known_states_survive_a_restart_and_are_new_for_a_replaced_part(states):
    again = RobotStates()
    again.restore(states.state({RECIPE: RECIPE, PHASE: PHASE}))
    assert run(again, 1, 1.0, 0.0, 1.0) == [([], False)]

    again.forget([PHASE])
    assert run(again, 1, 1.0, 0.0, 1.0)[0][0] == [PHASE, PHASE]


@pytest.mark.parametrize(("known", "is_told"), [((1.0,), False), ((1.0, 2.0), True)])
def test_the_first_change_of_a_constant_text_is_no_new_state(known, is_told):
    states = RobotStates()
    for text in known:
        for _ in range(90):
            states.observe(window(text), [RECIPE], TEXTS, MANY)

    assert bool(states.observe(window(3.0), [RECIPE], TEXTS, MANY)) == is_told
    assert not states.is_new_job
