"""The base class of detectors, and the context that each is given.

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
    """A number that a rule may set: its default, what it means, and its bounds."""

    default: float
    meaning: str
    low: float = 0.0
    high: float = math.inf

    def problem_with(self, value: object) -> str | None:
        """Say what is wrong with a value, or None where it can be used."""
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
        settings: first confidences.
        seen_until: messages stamped up to then were seen before a restart; seconds since the
            epoch, 0 where there was none.
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
        """Restore a learner under a name in the baselines, keep what it learns, and return it."""
        self.shared.baselines.keep(baseline, self.topic, learner)
        return learner


class Detector(ABC):
    """Watches one topic. Its state does not grow with time.

    Attributes:
        OPTIONS: what a rule may set; units are seconds and SI.
        TYPE: the message type that it reads; empty: any.
        FIELDS: which fields of a message it reads, as ``pose.pose.position``; None for all.
        READS_CONTENT: whether messages must be decoded for it; a detector of rates counts them
            unseen.
        READS_FIELD: whether it reads the numbers that a rule's field names: a FieldDetector.
        READS_STAMPS: whether it checks header stamps, and so also gets messages whose stamp is far
            off.
        JUDGES_SENSORS: it takes what stands still, is late or jumps for a fault of a sensor, which
            commands may do; so a rule without a topic does not bind it to a topic of commands.
        JOINS_OTHERS: a rule without a topic and a type binds it only to what another rule is about,
            of this robot alone: no topic is received for its sake.
        IS_SHARED: several robots may publish on its topic, so that only the detector knows which
            messages are of this robot; it reports them to :class:`ListeningTime`.
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

    #: Stamp up to which it reads no message, seconds: until then ``process`` need not be called.
    due: float = -math.inf

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        defaults = {name: option.default for name, option in self.OPTIONS.items()}
        self._context = context
        self._options = {**defaults, **options}
        self._set_up()

    def _set_up(self) -> None:  # noqa: B027 -- some keep nothing
        """Make what it keeps, once it knows its context and its options."""

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether it can make anything of a message type, where ``TYPE`` is empty."""
        return True

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterable[str]:
        """Say which options do not go together; each is within its own bounds already."""
        return ()

    @property
    def fields(self) -> frozenset[str] | None:
        """Which fields of a message it reads; of most the same for every topic."""
        return self.FIELDS

    @abstractmethod
    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message and yield detections.

        ``stamp`` is its receipt time, seconds on an axis that never steps; ``content`` is None
        where ``READS_CONTENT`` is false.
        """

    def note_reception(self, stamp: float) -> None:  # noqa: B027 -- most need only what they read
        """Take in that a message came, seconds; called for each, also for those it does not read.

        It comes before :meth:`process`.
        """

    def advance(self, stamp: float) -> Iterable[Detection]:
        """Let time pass without a message and yield detections; called about once a second."""
        return ()

    def renew(self, component: str) -> None:  # noqa: B027 -- most learn nothing of components
        """Learn anew what is normal for a component: it was replaced."""

    def publisher_left(self) -> None:  # noqa: B027 -- most hear of it by silence alone
        """Note that a node does not publish its topic any more."""

    def finish(self) -> Iterable[Detection]:
        """Yield what was held back to see how it would go on; nothing more comes."""
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

        Without a severity it is a statistical finding, as sure as its score in [0, 1].
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
        """Return an event of the robot's surroundings, likewise."""
        return self._fault(key, text, is_event=True, **{"score": score, "magnitude": 0.0, **more})
