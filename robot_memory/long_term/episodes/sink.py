"""The interface through which episodes are stored, and a queue in front of it.

The queue hands episodes to the thread that writes files, without waiting for the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.long_term.levels import EpisodeFields
from robot_memory.long_term.levels.episode_step import Value

#: Runs actions one after another, perhaps in another thread.
Put = Callable[[Callable[[], object]], object]
#: Told what the disk refused, and None where it takes what comes.
Report = Callable[[Exception | None], object]


class EpisodeTape(Protocol):
    """One episode that is being recorded."""

    @property
    def is_open(self) -> bool:
        """Whether it takes more; where it does not, nothing more of the episode is kept."""

    def write(self, values: Sequence[Value]) -> None:
        """Take in what was heard, in order."""

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> object:
        """End the episode; it is terminal where the task ended, and was not cut short."""


class EpisodeSink(Protocol):
    """Begins episodes."""

    def begin(
        self, fields: EpisodeFields, time: datetime, about: Mapping[str, Any]
    ) -> EpisodeTape | None:
        """Begin to record an episode; None where it is not to be recorded."""


class EpisodeHandover:
    """A sink in front of another one; what that one cannot do is reported, never thrown."""

    def __init__(self, sink: EpisodeSink, put: Put, report: Report) -> None:
        self._sink, self._put, self._report = sink, put, report

    def begin(self, fields: EpisodeFields, time: datetime, about: Mapping[str, Any]) -> EpisodeTape:
        """Let an episode begin soon."""
        tape = _HandedOver(self._put, self._report)
        tape.run(lambda: tape.open(self._sink.begin(fields, time, about)))
        return tape


class _HandedOver:
    """An episode in another one's hands; whether it is open is known a little later."""

    def __init__(self, put: Put, report: Report) -> None:
        self._put, self._report = put, report
        self._tape: EpisodeTape | None = None
        self.is_open = True

    def open(self, tape: EpisodeTape | None) -> None:
        self._tape, self.is_open = tape, tape is not None

    def write(self, values: Sequence[Value]) -> None:
        self._use(lambda tape: tape.write(values))

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> None:
        self._use(lambda tape: tape.end(time, success=success, is_terminal=is_terminal))

    def _use(self, action: Callable[[EpisodeTape], object]) -> None:
        self.run(lambda: None if self._tape is None else action(self._tape))

    def run(self, action: Callable[[], object]) -> None:
        self._put(lambda: self._attempt(action))

    def _attempt(self, action: Callable[[], object]) -> None:
        try:
            action()
        except (OSError, RobotMemoryError) as error:
            self.is_open = self._tape is not None  # of one that has begun, what follows may work
            self._report(error)
        else:
            if self._tape is not None:
                self._report(None)
