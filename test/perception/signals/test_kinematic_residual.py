"""Kinematics: where a joint goes, and how fast it says that it does."""

from __future__ import annotations

import math

from robot_memory.perception.joints.kinematic_residual import KinematicResidual

STEP = 0.1


def move(
    motion: KinematicResidual,
    seconds: float,
    *,
    swing: float = 0.0,
    factor: float = 1.0,
    pace: float = 0.8,
) -> float:
    """Move to and fro, and swing at 6 Hz on top of it; return the highest score."""
    best = 0.0
    for index in range(int(seconds / STEP)):
        now = index * STEP
        position = math.sin(pace * now) + swing * math.sin(38.0 * now)
        velocity = factor * pace * math.cos(pace * now) + 38.0 * swing * math.cos(38.0 * now)
        motion.observe(STEP, position, velocity)
        best = max(best, motion.score)
    return best


def test_a_joint_that_swings_faster_than_it_is_read_is_reported() -> None:
    motion = KinematicResidual()

    assert move(motion, 900.0) < 0.5
    assert move(motion, 120.0, swing=0.01) >= 0.9


def test_a_velocity_that_is_no_longer_that_of_the_position_is_reported() -> None:
    motion = KinematicResidual()
    move(motion, 900.0)

    assert move(motion, 120.0, factor=0.7) >= 0.9


def test_a_joint_that_works_twice_as_fast_is_no_fault() -> None:
    motion = KinematicResidual()
    move(motion, 900.0)

    assert move(motion, 600.0, pace=1.6) < 0.5


def test_a_velocity_that_was_always_off_is_normal() -> None:
    motion = KinematicResidual()

    assert move(motion, 1500.0, factor=0.7) < 0.5


def test_a_joint_that_rests_and_numbers_that_are_none_tell_nothing() -> None:
    motion = KinematicResidual()

    assert not any(motion.observe(STEP, 1.0, 0.0) for _ in range(1000))
    assert not motion.observe(STEP, math.nan, 1.0)
    assert math.isnan(motion.value)


def test_what_was_learned_of_a_motion_outlives_a_restart() -> None:
    before, after = KinematicResidual(), KinematicResidual()
    move(before, 900.0)
    after.restore(before.state())

    assert move(after, 120.0, swing=0.01) >= 0.9
