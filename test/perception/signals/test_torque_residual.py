"""Exertion: a joint that rubs more than it did, whatever the arm lifts and wherever it reaches."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from robot_memory.perception.joints.effort_model import EffortModel
from robot_memory.perception.joints.torque_residual import TorqueResidual

STEP = 0.2
JOINTS = 3
USUAL = (5.0, 4.0, 2.0)


class Arm:
    """Three joints that swing, two of which lift; efforts in Nm."""

    def __init__(self, exertion: TorqueResidual | None = None) -> None:
        self.exertion = exertion or TorqueResidual(JOINTS)
        self.chance = np.random.default_rng(4)
        self.now = 0.0

    def work(
        self, seconds: float, friction: tuple[float, ...] = USUAL, *, load: float = 0.0,
        home: float = 0.0, bends: float = 0.0, odd: Callable[[int], float] = lambda _: 0.0,
    ) -> list[float]:  # fmt: skip
        """Swing about a pose; return the highest score of each joint.

        Args:
            seconds: for how long.
            friction: of each joint, Nm.
            load: share by which it weighs more.
            home: the pose, rad.
            bends: Nm that depend on poses as no feature of the model does.
            odd: Nm that come on top of the first joint's effort.
        """
        best = [0.0] * JOINTS
        for index in range(int(seconds / STEP)):
            self.now += STEP
            pace, phase = np.array([0.5, 0.8, 1.1]), np.array([0.0, 1.0, 2.0])
            angles = home + 0.8 * np.sin(pace * self.now + phase)
            speeds = 0.8 * pace * np.cos(pace * self.now + phase)
            reach = angles[1] + angles[2]
            lift = np.array([0.0, 30.0 * np.cos(angles[1]), 10.0 * np.cos(reach)])
            lift[1] += bends * np.sin(2.0 * angles[0]) * np.sin(3.0 * angles[1])
            rub = np.array(friction) * np.tanh(speeds / 0.02)
            efforts = (1.0 + load) * lift + rub + self.chance.normal(0.0, 0.2, JOINTS)
            efforts[0] += odd(index)
            self.exertion.observe(STEP, angles.tolist(), speeds.tolist(), efforts.tolist())
            best = [max(pair) for pair in zip(best, self.exertion.scores(), strict=True)]
        return best


def test_a_joint_that_rubs_half_as_much_again_is_reported_within_minutes() -> None:
    arm = Arm()

    assert max(arm.work(1500.0)) < 0.5
    pan, lift, elbow = arm.work(150.0, (5.0, 6.0, 2.0))
    assert lift >= 0.9
    assert max(pan, elbow) < 0.5


def test_a_load_that_comes_and_goes_is_no_friction() -> None:
    arm = Arm()
    for _ in range(10):
        arm.work(75.0, load=0.0)
        arm.work(75.0, load=0.3)

    assert max(arm.work(300.0, load=0.3)) < 0.5


def test_a_pose_in_which_it_never_worked_is_no_friction() -> None:
    arm = Arm()
    arm.work(1500.0, bends=20.0)

    assert max(arm.work(900.0, home=1.5, bends=20.0)) < 0.9


def test_when_several_joints_strain_it_is_another_task() -> None:
    arm = Arm()
    arm.work(1500.0)

    assert max(arm.work(300.0, (9.0, 7.0, 4.0))) < 0.5


def test_of_efforts_that_motion_does_not_explain_nothing_is_reported() -> None:
    chance = np.random.default_rng(1)
    arm = Arm()
    arm.work(1500.0, odd=lambda _: float(chance.normal(0.0, 30.0)))

    assert arm.work(300.0, (9.0, 4.0, 2.0), odd=lambda _: float(chance.normal(0.0, 30.0)))[0] == 0.0


def test_one_absurd_reading_a_minute_teaches_nothing() -> None:
    arm = Arm()
    arm.work(1500.0, odd=lambda index: 1e9 if index % 300 == 7 else 0.0)

    assert arm.work(150.0, (9.0, 4.0, 2.0))[0] >= 0.9


def test_an_arm_that_rests_tells_nothing() -> None:
    exertion = TorqueResidual(1)

    assert not any(exertion.observe(STEP, [1.0], [0.0], [5.0]) for _ in range(10_000))


def test_what_was_learned_outlives_a_restart() -> None:
    before = Arm()
    before.work(1500.0)
    after = TorqueResidual(JOINTS)
    after.restore(before.exertion.state())

    assert Arm(after).work(150.0, (5.0, 6.0, 2.0))[1] >= 0.9


def test_what_was_learned_of_another_arm_is_refused() -> None:
    with pytest.raises(ValueError, match="not of 2 joints"):
        TorqueResidual(2).restore(TorqueResidual(3).state())
    with pytest.raises(ValueError, match="the state lacks model"):
        TorqueResidual(2).restore({})


def test_the_model_finds_what_an_arm_weighs() -> None:
    chance = np.random.default_rng(0)
    angles = chance.uniform(-1.0, 1.0, (500, 2))
    still = np.zeros((500, 2))
    model = EffortModel(2)
    features = model.features(angles, still, still, np.ones(2))
    weighs = np.stack([9.0 * np.cos(angles.sum(axis=1)), 3.0 * np.sin(angles[:, 1])], axis=1)
    model.learn(features, weighs, 500.0)

    expected, newness = model.explain(features)
    assert np.abs(expected - weighs).max() < 0.1
    far = model.features(np.full((1, 2), 3.0), np.zeros((1, 2)), np.zeros((1, 2)), np.ones(2))
    assert model.explain(far)[1][0] > 4.0 * newness.mean()
    assert math.isclose(model.seconds, 500.0)
