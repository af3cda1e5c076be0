"""A source that fails in a way that others may share: silent, slow, or in bursts.

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
class FailureMode:
    """A way to fail.

    Attributes:
        symptom: its name in a key, and the tag.
        words: what several do that fail so.
        returns: seconds in which those with one cause may be well again one after another.
    """

    symptom: str
    words: str
    returns: float


#: The last number of each is ``returns``, s.
SILENT = FailureMode("silent", "fall silent together while the robot runs", 10.0)
SLOW = FailureMode(
    "slow", "slow down well below their usual rates together while the robot runs", 40.0
)
BURSTS = FailureMode("jitter", "come in bursts instead of evenly while the robot runs", 40.0)


@dataclass(frozen=True)
class FailingSource:
    """Somebody who fails.

    Attributes:
        manner: how.
        name: a topic or a component.
        topic: where it is heard.
        alone: what is told of it if it is the only one.
        lasts: for how many seconds, at most.
        interval: by how many seconds it may be less.
        is_sure: it is told, even alone; else only together with one that is sure.
    """

    manner: FailureMode
    name: str
    topic: str
    alone: Detection
    lasts: float
    interval: float
    is_sure: bool

    @property
    def counts(self) -> bool:
        """Whether it may have failed together with others, as can soon be told."""
        return True

    @property
    def is_likely(self) -> bool:
        """Whether it is told together with one that is sure; else it may still be well."""
        return True

    def may_share_cause(self, other: FailingSource) -> bool:
        """Tell whether both failed at about the same time."""
        longer = self.lasts - other.lasts
        return longer <= self.interval + _SLACK and -longer <= other.interval + _SLACK


@dataclass(frozen=True)
class SilentSource(FailingSource):
    """A source that sends nothing; ``interval`` is its usual time between two messages."""

    @property
    def counts(self) -> bool:
        """Whether it is overdue enough to be looked at."""
        return self.is_sure or (self.lasts > LATE and self.interval <= _SLOWEST)

    @property
    def is_likely(self) -> bool:
        """Whether it is overdue so much that it counts as silent where others are for sure."""
        return self.is_sure or self.lasts >= max(_LIKELY, _LIKELY_INTERVALS * self.interval)
