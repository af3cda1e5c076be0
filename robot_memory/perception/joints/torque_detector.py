"""``sensor_msgs/JointState``: a joint that takes more effort than its pose and motion ask for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from robot_memory.perception.baselines import is_of
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.joints.torque_residual import TorqueResidual
from robot_memory.perception.masking.component_names import one_line
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.signals.reading_interval import shortest_gap
from robot_memory.perception.signals.signal import measures

_MOST_JOINTS = 12  # joints of an arm; more are none, and would cost too much to learn together
_MOST_ARMS = 4  # arms of one topic


class _Arm:
    """Joints that one driver tells of together.

    Args:
        context: what the detector may know.
        names: of all of them.
        learn: seconds of motion in which any exertion is normal.
        score: from which it is unusual.
    """

    def __init__(
        self, context: DetectorContext, names: Sequence[str], learn: float, score: float
    ) -> None:
        self.names = tuple(names)
        self._baselines = context.shared.baselines
        self.baseline = f"{context.topic} exertion of {one_line(' '.join(names))}"
        self.parts = [SignalName(f"{context.topic} {one_line(name)}", "effort") for name in names]
        self._exertion = context.learn(self.baseline, TorqueResidual(len(names), learn=learn))
        self._reporters = [FindingReporter(context, part, "friction", score) for part in self.parts]
        work, where = context.shared.findings.work, context.topic
        self._works = [work.join(where, one_line(name), context.shared.baselines) for name in names]
        self._stamp = math.nan

    def observe(self, stamp: float, rows: Sequence[Sequence[float]]) -> None:
        """Take in positions, velocities and efforts."""
        step, self._stamp = stamp - self._stamp, stamp
        if not all(measures(stamp, value) for row in rows for value in row):
            return
        for work, effort in zip(self._works, rows[-1], strict=True):
            work.observe(stamp, effort)
        if self._exertion.observe(step, *rows):
            for work, is_understood in zip(self._works, self._exertion.understood(), strict=True):
                work.is_understood = is_understood
        found = zip(self._reporters, self._exertion.values(), self._exertion.scores(), strict=True)
        for reporter, value, score in found:
            reporter.judge(stamp, value, score)

    def forget(self) -> None:
        """Let go of what was learned: the arm is not checked any more."""
        for reporter in self._reporters:
            reporter.close()
        self._baselines.forget(self.baseline)


class TorqueDetector(Detector):
    """Reports a joint of an arm that needs more effort than its pose and motion explain.

    It reports within minutes and needs positions, velocities and efforts. A joint whose effort they
    do not explain, such as a wheel on a hill, is not judged. New poses, another load, and several
    joints that change at once are not reported.
    """

    TYPE: ClassVar[str] = "sensor_msgs/msg/JointState"
    JUDGES_SENSORS: ClassVar[bool] = True
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.1, "s between two readings, at least"),
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(600.0, "s of motion in which any effort is normal"),
    }
    #: How the joints stand and move, and what that takes.
    FIELDS: ClassVar[frozenset[str]] = frozenset({"name", "position", "velocity", "effort"})

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._arms: dict[tuple[str, ...], _Arm] = {}
        self._gap = shortest_gap(self._options["every"])

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a JointState; what is unusual is told to the findings."""
        if stamp < self.due:
            return iter(())
        names = tuple(getattr(content, "name", ()))
        # Drivers leave out what they do not measure.
        rows = [getattr(content, field, ()) for field in ("position", "velocity", "effort")]
        if not 0 < len(names) <= _MOST_JOINTS or any(len(row) != len(names) for row in rows):
            return iter(())
        self.due = stamp + self._gap
        arm = self._arms.get(names)
        if arm is None:
            if len(self._arms) >= _MOST_ARMS or not any(rows[-1]):
                return iter(())
            options = self._options
            arm = self._arms[names] = _Arm(self._context, names, options["learn"], options["score"])
        arm.observe(stamp, rows)
        return iter(())

    def renew(self, component: str) -> None:
        """Learn anew the arm that a replaced joint belongs to."""
        for names, arm in list(self._arms.items()):
            if any(is_of(component, part.component) for part in arm.parts):
                arm.forget()
                del self._arms[names]
