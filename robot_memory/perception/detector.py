"""The base class of detectors, and the context that each detector is given.

``detectors/__init__.py`` lists them; rules of ``config/rules.yaml`` bind them to topics.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key, Severity
from robot_memory.perception.baselines import Learner
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.message_definition import DefinitionCatalogue
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.scope import Scope
from robot_memory.perception.shared_models import SharedModels

_Learner = TypeVar("_Learner", bound=Learner)


@dataclass(frozen=True)
class DetectorOption:
    """A number that a rule may set: its default, its meaning, and its bounds."""

    default: float
    meaning: str
    low: float = 0.0
    high: float = math.inf

    def problem_with(self, value: object) -> str | None:
        """Describe what is wrong with a value, or return None if it can be used."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"{value!r} is not a number"
        if not math.isfinite(value):
            return f"{value} is not a finite number"
        if value < self.low:
            return f"{value:g} is below {self.low:g}"
        if value > self.high:
            return f"{value:g} is above {self.high:g}"
        return None


@dataclass(frozen=True)
class DetectorContext:
    """What a detector may use.

    Attributes:
        settings: contain the first confidences.
        seen_until: messages stamped up to this time were seen before a restart; seconds since
            the epoch, 0 if there was no restart.
        field: which numbers of a message are read.
    """

    topic: str
    settings: Settings
    scope: Scope
    seen_until: float
    shared: SharedModels
    type: str = ""
    field: FieldPath | None = None

    def learn(self, baseline: str, learner: _Learner) -> _Learner:
        """Restore a learner from the baseline of that name, keep what it learns, and return it."""
        self.shared.baselines.keep(baseline, self.topic, learner)
        return learner


class Detector(ABC):
    """Watches one topic. Its state does not grow with time.

    Attributes:
        OPTIONS: the numbers that a rule may set; units are seconds and SI.
        TYPE: the message type that it reads; empty: any.
        FIELDS: the message fields that it reads, such as ``pose.pose.position``; None for all.
        READS_CONTENT: whether messages must be decoded for it; a rate detector counts messages
            without decoding them.
        READS_FIELD: whether it reads the numbers that a rule's ``field`` names: a FieldDetector.
        READS_STAMPS: whether it checks header stamps, and therefore also gets messages whose stamp
            is far off.
        JUDGES_SENSORS: it treats stuck, late or jumping values as sensor faults, but commands may
            do the same; so a rule without a topic does not bind it to a command topic.
        JOINS_OTHERS: a rule without a topic and a type binds it only to topics of this robot alone
            that another rule binds; no topic is subscribed for it.
        IS_SHARED: several robots may publish on its topic, so that only the detector knows which
            messages come from this robot; it reports them to :class:`ListeningTime`.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {}
    TYPE: ClassVar[str] = ""
    FIELDS: ClassVar[frozenset[str] | None] = None
    READS_CONTENT: ClassVar[bool] = True
    READS_FIELD: ClassVar[bool] = False
    READS_STAMPS: ClassVar[bool] = False
    IS_SHARED: ClassVar[bool] = False
    JUDGES_SENSORS: ClassVar[bool] = False
    JOINS_OTHERS: ClassVar[bool] = False

    #: It reads no message before this stamp, seconds; until then ``process`` need not be called.
    due: float = -math.inf

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        defaults = {name: option.default for name, option in self.OPTIONS.items()}
        self._context = context
        self._options = {**defaults, **options}
        self._set_up()

    def _set_up(self) -> None:  # noqa: B027 -- some keep nothing
        """Create the detector's own state, after its context and options are set."""

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether it can use a message type; asked where ``TYPE`` is empty."""
        return True

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterable[str]:
        """Return which options contradict each other; each is already within its own bounds."""
        return ()

    @property
    def fields(self) -> frozenset[str] | None:
        """The message fields that it reads; for most detectors the same for every topic."""
        return self.FIELDS

    @abstractmethod
    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message and yield detections.

        ``stamp`` is its receipt time, seconds on an axis that never steps; ``content`` is None
        where ``READS_CONTENT`` is false.
        """

    def note_reception(self, stamp: float) -> None:  # noqa: B027 -- most need only what they read
        """Note that a message arrived, seconds; called for each, also for those it does not read.

        It is called before :meth:`process`.
        """

    def advance(self, stamp: float) -> Iterable[Detection]:
        """Let time pass without a message and yield detections; called about once a second."""
        return ()

    def renew(self, component: str) -> None:  # noqa: B027 -- most learn nothing of components
        """Learn the baselines of a component anew, since it was replaced."""

    def publisher_left(self) -> None:  # noqa: B027 -- most hear of it by silence alone
        """Note that a node no longer publishes its topic."""

    def finish(self) -> Iterable[Detection]:
        """Yield the detections still held back, at the end of the messages."""
        return ()

    def _fault(
        self,
        key: Key,
        text: str,
        *,
        severity: Severity | None = None,
        score: float = 1.0,
        present: bool = True,
        magnitude: float = 1.0,
        **more: Any,
    ) -> Detection:
        """Return a fault; ``more``: further attributes of the detection.

        Without a severity it is a statistical finding whose confidence follows from its score in
        [0, 1].
        """
        settings = self._context.settings
        confidence = settings.first_confidence(score=score)
        if severity is not None:
            is_error = severity is Severity.ERROR
            confidence = settings.confidence_error if is_error else settings.confidence_warn
        return Detection(
            key, present, text, severity or Severity.WARN, confidence, magnitude, **more
        )

    def _event(self, key: Key, text: str, *, score: float = 0.75, **more: Any) -> Detection:
        """Return an event in the robot's surroundings, in the same way as :meth:`_fault`."""
        return self._fault(key, text, is_event=True, **{"score": score, "magnitude": 0.0, **more})
