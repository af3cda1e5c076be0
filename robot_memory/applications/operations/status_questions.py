"""How the memory is, and what waits for a person's decision."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import ListAnswer, Question, RecordAnswer, Takes
from robot_memory.applications.review.review_list import ReviewKind, items_to_review
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


@dataclass(frozen=True)
class ReviewAnswer(ListAnswer):
    """What waits, the most urgent first."""

    def record_of(self, item: Any) -> dict[str, Any]:
        """Return what waits as JSON data."""
        record: dict[str, Any] = item.as_record()
        return record


@dataclass(frozen=True)
class Review(Question):
    """List what waits for a person's decision, and what to type for each.

    Faults that stay away, contradictions, notes that only an agent made, limits and changes that
    nobody approved, defects of the memory file. The most urgent comes first.
    """

    kind: Annotated[
        tuple[str, ...],
        Takes("only what waits for this reason", choices=tuple(map(str, ReviewKind))),
    ] = ()

    NAME: ClassVar[str] = "review"
    PATH: ClassVar[str] = "/review"
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        "robot-memory review",
        "robot-memory review --kind recovered",
    )
    NOTHING: ClassVar[str] = "nothing waits"

    def ask(self, memory: RobotMemory) -> ReviewAnswer:
        """Answer it; see :class:`.Question`."""
        found = items_to_review(memory)
        return ReviewAnswer("", tuple(it for it in found if not self.kind or it.kind in self.kind))
