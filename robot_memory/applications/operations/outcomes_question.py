"""How tasks went: how often they failed, the last attempt, and what made a difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import (
    ListAnswer,
    Question,
    Since,
    Takes,
    Until,
)
from robot_memory.foundation.time.period import Period, check_period
from robot_memory.long_term.outcomes.outcome_report import REFUSAL, outcome_lines, task_json
from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class OutcomesAnswer(ListAnswer):
    """The tasks that were tried."""

    @property
    def text(self) -> str:
        """The tasks in lines."""
        return "\n".join(outcome_lines(self.items))

    @property
    def remark(self) -> str:
        """Why there is none, where a period was given."""
        return self.message

    def record_of(self, item: Any) -> dict[str, Any]:
        """Return a task as JSON data."""
        return task_json(item)

    def is_own(self, item: Any) -> bool:
        """Tell whether the robot saw its attempts, or a person reported them."""
        return bool(item.told_by.is_proven)


@dataclass(frozen=True)
class Outcomes(Question):
    """Show how tasks went: how often they failed, the last attempt, and what made a difference.

    What makes a difference are parameters and places. Attempts are goals of actions that succeeded
    or were aborted, and what people and agents report. Intervals are 95 %. A difference is beyond
    chance where p, corrected for all comparisons, is at most 0.01.
    """

    task: Annotated[str, Takes("only this one, in the words of its reports")] = ""
    place: Annotated[str, Takes("only attempts there")] = ""
    since: Since = None
    until: Until = None

    NAME: ClassVar[str] = "outcomes"
    PATH: ClassVar[str] = "/outcomes"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory outcomes",)
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "How tasks went"
    NOTHING: ClassVar[str] = "No attempt was reported."
    WAITING: ClassVar[str] = "counting"
    REFUSAL: ClassVar[str] = REFUSAL

    def ask(self, memory: RobotMemory) -> OutcomesAnswer:
        """Answer it; see :class:`.Question`."""
        period = Period(self.since, self.until)
        check_period(period, memory.clock.now().time, refusal=self.REFUSAL, prefix="")
        found = memory.outcomes(task=self.task, place=self.place, period=period)
        is_past = not found and not period.is_open
        return OutcomesAnswer("No attempt is known of that time." if is_past else "", tuple(found))
