"""The identity and the health of the memory."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from robot_memory.applications.operations.operation import Question, RecordAnswer
from robot_memory.entries.presence import PresenceState
from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class HealthAnswer(RecordAnswer):
    """How the memory is.

    Attributes:
        problem: what keeps it from being read or stored; None: nothing.
        defects: what cannot be used of the memory file, each with its path.
        seq: rows of evidence ever stored.
        is_watched: whether a node watches the robot and hears it.
        watched: who watches it, in words.
        calm: that no fault is there, or how many are.
    """

    rrn: str
    problem: str | None
    defects: list[dict[str, str]]
    seq: int
    time: datetime
    is_watched: bool
    watched: str
    calm: str


@dataclass(frozen=True)
class GetHealth(Question):
    """Return the identity and the health of the memory, and who watches the robot."""

    PATH: ClassVar[str] = "/health"

    def ask(self, memory: RobotMemory) -> HealthAnswer:
        """Answer it; see :class:`.Question`."""
        # a verb starts sooner without
        from robot_memory.applications.memory_status import state_words, watched

        memory.tick()  # nothing below reads what other processes wrote since the last one asked
        words, is_watched = watched(memory)
        presence_of = memory.running_hours().presence_of
        states = [one.state for _, entry in memory.entries() if (one := presence_of(entry))]
        return HealthAnswer(
            memory.rrn, memory.problem,
            [{"path": one.path, "problem": one.problem} for one in memory.defects],
            memory.seq, memory.clock.now().time, is_watched, words,
            state_words(
                words, is_watched=is_watched, there=states.count(PresenceState.PRESENT),
                unknown=states.count(PresenceState.UNKNOWN),
            ),
        )  # fmt: skip
