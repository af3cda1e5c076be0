"""``sensor_msgs/JointState``: a joint that takes more effort than it did for the same way."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.perception.baselines import is_of, restore
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.generic.signal_name import SignalName
from robot_memory.perception.joints.friction import Friction
from robot_memory.perception.masking.component_names import one_line
from robot_memory.perception.occurrences.detection import Detection

_MOST_JOINTS = 64


class FrictionDetector(Detector):
    """Reports a joint or wheel that needs more effort than before: it is stiff, or a brake drags.

    The wheels of a robot share one task. The joints of an arm have many tasks and lift for one
    another, so their friction must last to be reported. Where the pose is known too,
    :class:`TorqueDetector` judges their effort instead.
    """

    TYPE: ClassVar[str] = "sensor_msgs/msg/JointState"
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.1, "s between two readings, at least"),
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(600.0, "s of motion in which any friction is normal"),
    }

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._joints: dict[str, tuple[Friction, FindingReporter]] = {}
        self._read_at = -math.inf

    @property
    def fields(self) -> frozenset[str]:
        """How fast the joints are, and what that takes."""
        return frozenset({"name", "velocity", "effort"})

    def update(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a JointState; what is unusual is told to the findings."""
        step = stamp - self._read_at
        if step < self._options["every"]:
            return iter(())
        self._read_at = stamp
        # Drivers leave out what they do not measure.
        rows = (getattr(content, field, ()) for field in ("name", "velocity", "effort"))
        for name, velocity, effort in zip(*rows, strict=False):
            if name not in self._joints:
                if len(self._joints) >= _MOST_JOINTS:
                    continue
                self._joints[name] = self._watch(name)
            drag, reporter = self._joints[name]
            score = drag.update(step, velocity, effort)
            if score is not None:
                if not self._context.redundant_signals.is_mobile(stamp):
                    score = self._of_arm(name, drag.lasting_score)  # no task lasts so long
                is_task = any(other.is_low for other, _ in self._joints.values())
                reporter.judge(stamp, drag.value, 0.0 if is_task else score)
        return iter(())

    def _of_arm(self, joint: str, score: float) -> float:
        if score < self._options["score"]:
            return score
        is_judged = self._context.findings.work.watches(f"{self._context.topic} {joint}")
        return 0.0 if is_judged else score

    def renew(self, component: str) -> None:
        """Learn anew the joints of a component."""
        topic = self._context.topic
        for name in [name for name in self._joints if is_of(component, f"{topic} {name}")]:
            del self._joints[name]

    def _watch(self, joint: str) -> tuple[Friction, FindingReporter]:
        context = self._context
        name = SignalName(f"{context.topic} {one_line(joint)}", "effort")
        drag, baseline = Friction(learn=self._options["learn"]), f"{name.text} drag"
        restore(drag, context.baselines, baseline)
        context.baselines.register(baseline, context.topic, drag.state)
        return drag, FindingReporter(context, name, "drag", self._options["score"])
