"""``sensor_msgs/JointState``: a joint whose position goes otherwise than its velocity says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.perception.baselines import is_of, restore
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.generic.signal_name import SignalName
from robot_memory.perception.joints.kinematic_residual import KinematicResidual
from robot_memory.perception.masking.component_names import one_line
from robot_memory.perception.occurrences.detection import Detection

_MOST_JOINTS = 64


class _Joint:
    """One joint: how it moves, when it was read, and who is told."""

    __slots__ = ("motion", "reporter", "stamp")

    def __init__(self, motion: KinematicResidual, reporter: FindingReporter) -> None:
        self.motion, self.reporter = motion, reporter
        self.stamp = math.nan


class KinematicsDetector(Detector):
    """Reports a joint whose position and velocity contradict each other."""

    TYPE: ClassVar[str] = "sensor_msgs/msg/JointState"
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.1, "s between two readings, at least"),
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(300.0, "s of motion in which any difference is normal"),
    }

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._joints: dict[str, _Joint] = {}
        self._read_at = -math.inf

    @property
    def fields(self) -> frozenset[str]:
        """Where the joints are, and how fast."""
        return frozenset({"name", "position", "velocity"})

    def update(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a JointState; what is unusual is told to the findings."""
        if stamp - self._read_at < self._options["every"]:
            return iter(())
        self._read_at = stamp
        # Drivers leave out what they do not measure.
        rows = (getattr(content, field, ()) for field in ("name", "position", "velocity"))
        for name, position, velocity in zip(*rows, strict=False):
            joint = self._joints.get(name)
            if joint is None:
                if len(self._joints) >= _MOST_JOINTS:
                    continue
                joint = self._joints[name] = self._watch(name)
            motion, step = joint.motion, stamp - joint.stamp
            joint.stamp = stamp
            motion.update(step, position, velocity)
            joint.reporter.judge(stamp, motion.value, motion.score)
        return iter(())

    def renew(self, component: str) -> None:
        """Learn anew the joints of a component."""
        topic = self._context.topic
        for name in [name for name in self._joints if is_of(component, f"{topic} {name}")]:
            del self._joints[name]

    def _watch(self, joint: str) -> _Joint:
        context = self._context
        name = SignalName(f"{context.topic} {one_line(joint)}", "velocity")
        motion, baseline = (
            KinematicResidual(learn=self._options["learn"]),
            f"{name.text} kinematics",
        )
        restore(motion, context.baselines, baseline)
        context.baselines.register(baseline, context.topic, motion.state)
        return _Joint(motion, FindingReporter(context, name, "kinematics", self._options["score"]))
