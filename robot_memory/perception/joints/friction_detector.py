"""``sensor_msgs/JointState``: a joint that takes more effort than it did for the same path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from robot_memory.perception.detector import DetectorOption
from robot_memory.perception.joints.friction import Friction
from robot_memory.perception.joints.joint_detector import JointDetector, WatchedJoint


class FrictionDetector(JointDetector[Friction]):
    """Reports a joint or wheel that needs more effort than before: it is stiff, or a brake drags.

    Effort is compared at the same motion; lifting and acceleration do not count. All wheels of a
    robot do the same work. The joints of an arm do not, and one may lift for another, so their
    friction is reported only if it lasts. If positions are published too, ``torque_residual``
    judges the effort of joints instead.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.1, "s between two readings, at least"),
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(600.0, "s of motion in which any friction is normal"),
    }
    READ = ("velocity", "effort")
    QUANTITY, SYMPTOM = "effort", "friction"
    BASELINE = "drag"

    def _model(self) -> Friction:
        return Friction(learn=self._options["learn"])

    def _judge(
        self, name: str, joint: WatchedJoint[Friction], stamp: float, step: float,
        values: Sequence[float],
    ) -> None:  # fmt: skip
        velocity, effort = values
        score = joint.model.observe(step, velocity, effort)
        if score is None:
            return
        if not self._context.shared.redundant_signals.is_mobile(stamp):
            score = self._of_arm(name, joint.model.lasting_score)  # no task lasts so long
        is_task = any(other.model.is_low for other in self._joints.values())
        joint.reporter.judge(stamp, joint.model.value, 0.0 if is_task else score)

    def _of_arm(self, joint: str, score: float) -> float:
        if score < self._options["score"]:
            return score
        is_judged = self._context.shared.findings.work.watches(f"{self._context.topic} {joint}")
        return 0.0 if is_judged else score
