"""``sensor_msgs/JointState``: what the detectors of single joints have in common."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from robot_memory.perception.baselines import Learner, is_of
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.masking.component_names import one_line
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.signals.reading_interval import shortest_gap

_MOST_JOINTS = 64  # joints of one topic
Model = TypeVar("Model", bound=Learner)


class WatchedJoint(Generic[Model]):
    """One joint: its model, who is notified, and when it was read."""

    def __init__(self, model: Model, reporter: FindingReporter) -> None:
        self.model, self.reporter = model, reporter
        self.stamp = math.nan


class JointDetector(Detector, Generic[Model]):
    """Judges each joint by itself; its rule has the options ``every``, ``score`` and ``learn``.

    Attributes:
        READ: the lists of a message that are read, one number a joint.
        QUANTITY: which of them a finding is about.
        SYMPTOM: what is unusual then, a name in ``SYMPTOMS``.
        BASELINE: the name under which is kept what was learned.
    """

    TYPE: ClassVar[str] = "sensor_msgs/msg/JointState"
    JUDGES_SENSORS: ClassVar[bool] = True
    READ: ClassVar[tuple[str, ...]]
    QUANTITY: ClassVar[str]
    SYMPTOM: ClassVar[str]
    BASELINE: ClassVar[str]

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._joints: dict[str, WatchedJoint[Model]] = {}
        self._read_at = -math.inf
        self._gap = shortest_gap(self._options["every"])

    @property
    def fields(self) -> frozenset[str]:
        """The names, and what is read of each."""
        return frozenset({"name", *self.READ})

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a JointState; what is unusual is told to the findings."""
        if stamp < self.due:
            return ()
        step, self._read_at = stamp - self._read_at, stamp
        self.due = stamp + self._gap
        # Drivers leave out what they do not measure.
        rows = (getattr(content, field, ()) for field in ("name", *self.READ))
        for name, *values in zip(*rows, strict=False):
            joint = self._joints.get(name)
            if joint is None:
                if len(self._joints) >= _MOST_JOINTS:
                    continue
                joint = self._joints[name] = self._watch(name)
            self._judge(name, joint, stamp, step, values)
            joint.stamp = stamp
        return ()

    def renew(self, component: str) -> None:
        """Learn anew the joints of a component."""
        topic = self._context.topic
        for name in [name for name in self._joints if is_of(component, f"{topic} {name}")]:
            self._joints.pop(name).reporter.close()

    @abstractmethod
    def _model(self) -> Model:
        """Return what learns of a joint."""

    @abstractmethod
    def _judge(
        self, name: str, joint: WatchedJoint[Model], stamp: float, step: float,
        values: Sequence[float],
    ) -> None:  # fmt: skip
        """Take in what was read of a joint, ``step`` seconds after the last message."""

    def _watch(self, joint: str) -> WatchedJoint[Model]:
        context = self._context
        name = SignalName(f"{context.topic} {one_line(joint)}", self.QUANTITY)
        model = context.learn(f"{name.text} {self.BASELINE}", self._model())
        reporter = FindingReporter(context, name, self.SYMPTOM, self._options["score"])
        return WatchedJoint(model, reporter)
