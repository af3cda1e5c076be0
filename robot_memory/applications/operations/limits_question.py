"""The limits that the robot learned, and those that operators signed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from robot_memory.applications.operations.operation import ListAnswer, Question
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.applications.limits.limit_record import ListedLimit


@dataclass(frozen=True)
class LimitsAnswer(ListAnswer):
    """Limits with their approvals."""

    items: tuple[ListedLimit, ...]

    @property
    def text(self) -> str:
        """The limits in lines."""
        return "\n".join(chain.from_iterable(one.lines for one in self.items))

    def record_of(self, item: Any) -> dict[str, Any]:
        """Return a limit as JSON data."""
        record: dict[str, Any] = item.record
        return record


@dataclass(frozen=True)
class ListLimits(Question):
    """List the limits that are active or signed, and those at places, with who approved them."""

    NAME: ClassVar[str] = "limits list"
    SERVICE: ClassVar[str] = "limits"
    PATH: ClassVar[str] = "/limits"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory limits list",)
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "Limits that were learned"
    FOR_AGENTS: ClassVar[str] = "One that nobody approved is advice."
    NOTHING: ClassVar[str] = (
        "no limit is known: one needs six onsets of a fault, most of them beyond a value"
    )

    def ask(self, memory: RobotMemory) -> LimitsAnswer:
        """Answer it; see :class:`.Question`."""
        # other verbs start sooner without
        from robot_memory.applications.limits.limit_record import listed_limits

        return LimitsAnswer("", tuple(listed_limits(memory)))
