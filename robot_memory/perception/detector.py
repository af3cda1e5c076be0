"""What every detector offers, and what it is given (one small file a detector)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from robot_memory.perception.activity import Activity
from robot_memory.perception.scope import Scope
from robot_memory.perception.sighting import Sighting
from robot_memory.settings import Settings


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
    settings: Settings
    scope: Scope
    activity: Activity
    seen_until: float = 0.0


class Detector(Protocol):
    """Watches one topic. Its state does not grow with time."""

    #: Option name → default. Rules may set these and no others; units are seconds and SI.
    OPTIONS: ClassVar[Mapping[str, float]]
    #: Whether messages must be decoded for it; a detector of rates counts them unseen.
    READS_CONTENT: ClassVar[bool]

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None: ...

    def update(self, stamp: float, content: Any) -> Iterable[Sighting]:
        """Take in a message and yield sightings.

        Args:
            stamp: receipt time, seconds on a time axis that never steps.
            content: the message, or None where ``READS_CONTENT`` is false.
        """
        ...

    def advance(self, stamp: float) -> Iterable[Sighting]:
        """Let time pass without a message and yield sightings; called about once a second."""
        ...
