"""Drag: what friction takes of a joint's work, whatever the joint lifts."""

from __future__ import annotations

import math

from robot_memory.perception.joints.friction import Friction

STEP = 0.1


def swing(drag: Friction, seconds: float, friction: float, weight: float = 20.0) -> float:
    """Lift and lower a weight; return the highest score."""
    scores = [0.0]
    for index in range(int(seconds / STEP)):
        angle, velocity = math.sin(0.8 * index * STEP), 0.8 * math.cos(0.8 * index * STEP)
        effort = weight * math.cos(angle) + friction * math.copysign(1.0, velocity)
        scores.append(drag.observe(STEP, velocity, effort) or 0.0)
    return max(scores)


def test_what_friction_takes_is_measured_whatever_is_lifted() -> None:
    light, heavy = Friction(), Friction()
    swing(light, 400.0, friction=3.0, weight=0.0)
    swing(heavy, 400.0, friction=3.0, weight=50.0)

    assert abs(light.value - 3.0) < 0.1
    assert abs(heavy.value - 3.0) < 1.0  # of 50


def test_a_joint_that_gets_twice_as_stiff_is_reported() -> None:
    drag = Friction()

    assert swing(drag, 1500.0, friction=3.0) < 0.5
    assert swing(drag, 400.0, friction=6.0) >= 0.9


def test_a_heavier_load_is_no_friction() -> None:
    drag = Friction()
    swing(drag, 1500.0, friction=3.0)

    assert swing(drag, 600.0, friction=3.0, weight=40.0) < 0.5


def test_a_joint_that_rests_tells_nothing() -> None:
    drag = Friction()

    assert all(drag.observe(STEP, 0.0, 5.0) is None for _ in range(10_000))


def test_work_that_another_joint_does_makes_it_low() -> None:
    drag = Friction()
    swing(drag, 1500.0, friction=3.0)
    swing(drag, 400.0, friction=-2.0)

    assert drag.is_low


def test_what_was_learned_outlives_a_restart() -> None:
    before, after = Friction(), Friction()
    swing(before, 1500.0, friction=3.0)
    after.restore(before.state())

    assert swing(after, 400.0, friction=6.0) >= 0.9


def test_one_absurd_velocity_does_not_make_all_others_rest() -> None:
    drag = Friction()
    drag.observe(STEP, 6553.5, 1.0)
    drag.observe(STEP, 1e300, 1e300)
    swing(drag, 400.0, friction=3.0, weight=0.0)

    assert abs(drag.value - 3.0) < 0.1
