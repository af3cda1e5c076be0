"""What every detector offers, and what it is given (one small file a detector)."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from robot_memory.perception.activity import Activity
from robot_memory.perception.scope import Scope
from robot_memory.perception.sighting import Sighting
from robot_memory.settings import Settings


@dataclass(frozen=True)
class Option:
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
class Setting:
    """What a detector may know of its surroundings.

    Attributes:
        topic: the topic that it watches.
        settings: first confidences.
        scope: which robot this is.
        activity: how long the robot has been heard.
        seen_until: messages stamped up to then were seen before a restart; seconds since the
            epoch, 0 where there was none.
    """

    topic: str
    settings: Settings = field(default_factory=Settings)
    scope: Scope = field(default_factory=Scope)
    activity: Activity = field(default_factory=Activity)
    seen_until: float = 0.0


class Detector(ABC):
    """Watches one topic. Its state does not grow with time.

    Attributes:
        OPTIONS: what a rule may set; units are seconds and SI.
        TYPE: the message type that it reads; empty: any.
        READS_CONTENT: whether messages must be decoded for it; a detector of rates counts them
            unseen.
        IS_SHARED: several robots may speak on its topic, so that the detector itself tells
            :class:`Activity` when this robot was heard.
    """

    OPTIONS: ClassVar[Mapping[str, Option]] = {}
    TYPE: ClassVar[str] = ""
    READS_CONTENT: ClassVar[bool] = True
    IS_SHARED: ClassVar[bool] = False

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None:
        defaults = {name: option.default for name, option in self.OPTIONS.items()}
        self._setting = setting
        self._options = {**defaults, **options}

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterable[str]:
        """Say which options do not go together; each is within its own bounds already."""
        return ()

    @abstractmethod
    def update(self, stamp: float, content: Any) -> Iterable[Sighting]:
        """Take in a message and yield sightings.

        Args:
            stamp: receipt time, seconds on a time axis that never steps.
            content: the message, or None where ``READS_CONTENT`` is false.
        """

    def advance(self, stamp: float) -> Iterable[Sighting]:
        """Let time pass without a message and yield sightings; called about once a second."""
        return ()

    def finish(self) -> Iterable[Sighting]:
        """Yield what was held back to see how it would go on; nothing more comes."""
        return ()
