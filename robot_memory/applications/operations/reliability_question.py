"""How often the robot fails, for how long, and whether that changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import (
    Question,
    QuestionAnswer,
    Since,
    Takes,
    Until,
)
from robot_memory.foundation.time.period import Period
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.applications.reliability.reliability_report import ReliabilityReport


@dataclass(frozen=True)
class ReliabilityAnswer(QuestionAnswer):
    """Figures with intervals.

    Attributes:
        report: the figures.
    """

    report: ReliabilityReport

    @property
    def text(self) -> str:
        """The figures in lines."""
        from robot_memory.applications.reliability.reliability_text import reliability_lines

        return "\n".join(reliability_lines(self.report))

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data; what is not known is null."""
        from robot_memory.applications.reliability.reliability_text import reliability_record

        return reliability_record(self.report)


@dataclass(frozen=True)
class GetReliability(Question):
    """Show failure rates, MTBF, repair times, availability and trends of the robot and its parts.

    Failures are errors that detectors observed. Rates are for each hour that the robot ran, with
    exact 95 % intervals. A figure that is not known reads "no data" (null in JSON), not zero.
    """

    component: Annotated[str, Takes("only this component; empty: the robot and all")] = ""
    since: Since = None
    until: Until = None
    changed: Annotated[
        datetime | None,
        Takes("compare the time before it with the time after it, not those of the newest repair "
              "or version"),
    ] = None  # fmt: skip

    NAME: ClassVar[str] = "reliability"
    PATH: ClassVar[str] = "/reliability"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        "robot-memory reliability",
        "robot-memory reliability --since yesterday",
    )
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "How often the robot fails"
    NOTHING: ClassVar[str] = ""  # "no data" is told as well
    WAITING: ClassVar[str] = "counting"
    REFUSAL: ClassVar[str] = "no figures were computed"

    def ask(self, memory: RobotMemory) -> ReliabilityAnswer:
        """Answer it; see :class:`.Question`."""
        # a verb starts sooner without
        from robot_memory.applications.reliability.reliability_report import report_reliability

        period = Period(self.since, self.until)
        report = report_reliability(
            memory, period, component=self.component, changed_at=self.changed
        )
        return ReliabilityAnswer("", report)
