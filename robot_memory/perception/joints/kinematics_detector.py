"""``sensor_msgs/JointState``: a joint whose position goes otherwise than its velocity says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from robot_memory.perception.detector import DetectorOption
from robot_memory.perception.joints.joint_detector import JointDetector, WatchedJoint
from robot_memory.perception.joints.kinematic_residual import KinematicResidual


class KinematicsDetector(JointDetector[KinematicResidual]):
    """Reports a joint whose position and velocity contradict each other.

    Either the joint swings faster than it is read, or one of the two readings is wrong. A
    contradiction that was there from the beginning is normal.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.1, "s between two readings, at least"),
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(300.0, "s of motion in which any difference is normal"),
    }
    READ = ("position", "velocity")
    QUANTITY, SYMPTOM = "velocity", "kinematic_residual"
    BASELINE = "kinematics"

    def _model(self) -> KinematicResidual:
        return KinematicResidual(learn=self._options["learn"])

    def _judge(
        self, name: str, joint: WatchedJoint[KinematicResidual], stamp: float, step: float,
        values: Sequence[float],
    ) -> None:  # fmt: skip
        position, velocity = values
        joint.model.observe(stamp - joint.stamp, position, velocity)
        joint.reporter.judge(stamp, joint.model.value, joint.model.score)
