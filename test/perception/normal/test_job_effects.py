"""Which columns a new job may change."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.job_effects import JobEffects

CURRENT, OVEN, UNKNOWN = range(3)
USUAL, UNUSUAL, NOTHING = -0.1, 3.0, 0.0  # nats per window


def run(jobs: JobEffects, windows: int, current: float = USUAL) -> list[list[int]]:
    """Run windows of a new job; return for each window the columns that the job may change."""
    found = []
    for _ in range(windows):
        jobs.observe(is_new_job=True)
        found.append(np.flatnonzero(jobs.may_change).tolist())
        jobs.watch(np.array([[current, USUAL, NOTHING], [USUAL, USUAL, NOTHING]], np.float32))
    return found


@pytest.fixture
def jobs() -> JobEffects:
    jobs = JobEffects()
    jobs.follow(3)
    return jobs


def test_a_column_that_is_usual_for_two_minutes_is_not_changed_by_the_job(jobs):
    assert run(jobs, 14) == [[CURRENT, OVEN, UNKNOWN]] * 12 + [[UNKNOWN]] * 2


def test_a_column_that_deviates_with_a_job_may_change_while_the_job_is_new(jobs):
    run(jobs, 5, UNUSUAL)

    assert run(jobs, 20)[-1] == [CURRENT, UNKNOWN]


def test_the_columns_that_a_job_may_change_are_known_at_once_in_the_next_job(jobs):
    run(jobs, 30, UNUSUAL)
    jobs.observe(is_new_job=False)

    assert run(jobs, 1) == [[CURRENT, UNKNOWN]]


def test_job_effects_survive_a_restart_and_are_forgotten_with_a_replaced_part(jobs):
    run(jobs, 30, UNUSUAL)
    jobs.observe(is_new_job=False)
    again = JobEffects()
    again.follow(3)
    again.restore(jobs.state(np.array([OVEN, CURRENT, UNKNOWN])))
    assert again.may_change.tolist() == [False, True, True]

    jobs.forget([CURRENT, OVEN])
    assert run(jobs, 14)[-1] == [UNKNOWN]
