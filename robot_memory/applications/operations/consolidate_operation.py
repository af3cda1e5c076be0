"""The night shift, on request (documents 002 and 003 §4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from robot_memory.applications.operations.operation import Operation, OperationAnswer, Takes
from robot_memory.foundation.text.escaping import one_line
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.long_term.night_shift import ShiftReport
    from robot_memory.long_term.night_shift.shift_report import ShiftRecord

# Other verbs start sooner without what declares them.
_STEPS = ("summarize", "decay", "index", "prune", "reconcile", "clean", "health")


@dataclass(frozen=True)
class ConsolidateAnswer(OperationAnswer):
    """What a night shift did."""

    report: ShiftReport

    @property
    def lines(self) -> Sequence[str]:
        """A line for each step, what it has to say below it, and a summary."""
        lines = []
        for step in self.report.steps:
            done = ((what.replace("_", " "), count) for what, count in step.done.items() if count)
            counts = ", ".join(f"{what} {count}" for what, count in done) or "nothing to do"
            lines.append(f"{step.name:<10} {step.seconds:6.2f} s  {counts}")
            lines += (f"{'':<21}{one_line(said)}" for said in (*step.notes, *step.problems))
        return [*lines, self.message]

    @property
    def has_failed(self) -> bool:
        """Whether a step failed."""
        return not self.report.success

    def as_record(self) -> ShiftRecord:
        """Return it as JSON data."""
        return self.report.as_record()


@dataclass(frozen=True)
class Consolidate(Operation):
    """Run the night shift now: digests, decay, indexes, archives, MEMORY.md, health.

    The steps always run in this order: summarize, decay, index, prune, reconcile, clean, health. If
    none is named, all run. The exit status is 1 if a step failed.
    """

    NAME: ClassVar[str] = "consolidate"
    PATH: ClassVar[str] = "/consolidate"
    IS_SERVICE: ClassVar[bool] = True
    SOURCE: ClassVar[str] = "002 §API Endpoints"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory consolidate --dry-run",)
    WAITING: ClassVar[str] = "night shift"
    REFUSAL: ClassVar[str] = "nothing was done"
    IS_LONG: ClassVar[bool] = True
    HAS_AUTHOR: ClassVar[bool] = False

    steps: Annotated[
        tuple[str, ...],
        Takes("the steps to run; default: all", choices=_STEPS, option="step", is_words=True),
    ] = ()
    dry_run: Annotated[bool, Takes("report what would be done; change nothing")] = False

    def run(self, memory: RobotMemory, by: str) -> ConsolidateAnswer:
        """Run it."""
        report = memory.consolidate(self.steps, dry_run=self.dry_run)
        return ConsolidateAnswer(report.summary(), report)
