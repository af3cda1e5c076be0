"""What waits for a person's decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import ListAnswer, Question, Takes
from robot_memory.applications.review.review_list import ReviewKind
from robot_memory.memory import RobotMemory


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
        # other verbs start sooner without
        from robot_memory.applications.review.review_list import items_to_review

        found = items_to_review(memory)
        return ReviewAnswer("", tuple(it for it in found if not self.kind or it.kind in self.kind))
