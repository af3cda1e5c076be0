"""How tasks went, as people and agents say it, and what that shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import (
    ListAnswer,
    Operation,
    OperationAnswer,
    Question,
    Since,
    Takes,
    Until,
)
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.period import Period, check_period
from robot_memory.long_term.outcomes.outcome_report import (
    REFUSAL,
    TaskReport,
    outcome_lines,
    task_json,
)
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class OutcomeAnswer(OperationAnswer):
    """What is known of a task."""

    task: str
    # tried, failed: attempts that were reported so far, and those of them that failed
    tried: int
    failed: int
    entry_id: str  # the entry that this report made or confirmed; empty: none

    @property
    def is_made(self) -> bool:
        """Whether something new is kept by it."""
        return True


@dataclass(frozen=True)
class ReportOutcome(Operation):
    """Report how an attempt at a task went: where, with which parameters, and what helped.

    Report it after each try, in the same words. Recall answers from it: what happened the last
    time, what helped. Enough reports that show something make an entry.
    """

    NAME: ClassVar[str] = "report-outcome"
    PATH: ClassVar[str] = "/outcomes"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory report-outcome "dock at bay 2" failed --with approach=left',
        'robot-memory report-outcome "dock at bay 2" succeeded --with approach=front',
    )
    IS_TOOL: ClassVar[bool] = True
    ADDS_EACH_TIME: ClassVar[bool] = True
    MAKES_HOME: ClassVar[bool] = True

    task: Annotated[
        str,
        Takes("what was tried, in the same few words each time, such as 'dock at bay 2'", least=1),
    ]
    succeeded: Annotated[bool, Takes("whether it was reached", words=("succeeded", "failed"))]
    place: Annotated[str, Takes("where it was tried")] = ""
    parameters: Annotated[
        Mapping[str, str], Takes("how it was tried: names and values, at most 32", option="with")
    ] = field(default_factory=dict)
    note: Annotated[str, Takes("what happened, or what helped")] = ""

    def check(self, settings: Settings, by: str) -> None:
        """Refuse what no memory would store."""
        self._outcome(by)

    def run(self, memory: RobotMemory, by: str) -> OutcomeAnswer:
        """Report it."""
        outcome = self._outcome(by)
        receipt = memory.report_outcome(outcome)
        tally = receipt.tally
        return OutcomeAnswer(
            receipt.message, outcome.task, tally.tried, tally.failed, receipt.entry_id
        )

    def _outcome(self, by: str) -> TaskOutcome:
        return TaskOutcome(self.task, self.succeeded, by, self.place, self.parameters, self.note)


@dataclass(frozen=True)
class OutcomesAnswer(ListAnswer):
    """The tasks that were tried."""

    @property
    def text(self) -> str:
        """The tasks in lines."""
        return "\n".join(outcome_lines(self.items))

    def record_of(self, item: Any) -> TaskReport:
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
