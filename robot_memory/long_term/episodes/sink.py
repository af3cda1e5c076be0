"""The interface through which episodes are stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeAlias

from robot_memory.long_term.levels import EpisodeFields

OBSERVATION, ACTION, REWARD = "observation", "action", "reward"

#: The part of a step (observation, action or reward), the name in it, what was heard, and when.
Value: TypeAlias = tuple[str, str, Any, datetime]


class EpisodeTape(Protocol):
    """One episode that is being recorded."""

    @property
    def is_open(self) -> bool:
        """Whether it takes more; where it does not, nothing more of the episode is kept."""

    def write(self, values: Sequence[Value]) -> None:
        """Take in what was heard, in order."""

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> None:
        """End the episode.

        Args:
            is_terminal: whether the task ended, done or failed; otherwise it was cut short.
        """


class EpisodeSink(Protocol):
    """Begins episodes."""

    def begin(
        self, fields: EpisodeFields, time: datetime, about: Mapping[str, Any]
    ) -> EpisodeTape | None:
        """Begin to record an episode; None where it is not to be recorded.

        Args:
            about: which rule it is of, and where its values are read.
        """
