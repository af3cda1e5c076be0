"""A source that sends nothing, as others may that fail with it.

See docs/explanation/perception.md, "One cause, one entry".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.perception.occurrences.detection import Detection

_SLACK = 3.0  # s between failures of one cause: nodes go down one after another
#: Seconds after which somebody may have fallen silent together with others …
LATE = 2.0
_SLOWEST = 8.0  # … s between two words, where that can soon be told
_LIKELY, _LIKELY_INTERVALS = 3.0, 4.0  # s, and intervals, after which one is likely silent


@dataclass(frozen=True)
class SilentSource:
    """Somebody who is not heard.

    Attributes:
        name: a topic or a component.
        topic: where it is heard.
        alone: what is told of it if it is the only one.
        lasts: for how many seconds it is silent.
        interval: its usual time between two messages, s.
        is_sure: it is told, even alone; else only together with one that is sure.
    """

    name: str
    topic: str
    alone: Detection
    lasts: float
    interval: float
    is_sure: bool

    @property
    def counts(self) -> bool:
        """Whether it is overdue enough to be looked at."""
        return self.is_sure or (self.lasts > LATE and self.interval <= _SLOWEST)

    @property
    def is_likely(self) -> bool:
        """Whether it is overdue so much that it counts as silent where others are for sure."""
        return self.is_sure or self.lasts >= max(_LIKELY, _LIKELY_INTERVALS * self.interval)

    def may_share_cause(self, other: SilentSource) -> bool:
        """Tell whether both failed at about the same time."""
        longer = self.lasts - other.lasts
        return longer <= self.interval + _SLACK and -longer <= other.interval + _SLACK
