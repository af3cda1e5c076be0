"""The settings of a night shift, and its report, step by step (document 003, §4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, TypedDict

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant

#: The steps of document 003 §4, in its order.
STEPS = ("summarize", "decay", "index", "prune", "reconcile", "clean", "health")


@dataclass(frozen=True)
class NightSettings:
    """Retention settings of the night shift; ``Settings`` bounds them."""

    daily_retention_days: int = 365  # digests are then archived (003 §Configuration)
    home_limit_bytes: int = 0  # the largest size of the memory home; 0: as large as the disk
    # the largest size of the archives; beyond it the oldest are removed
    archive_limit_bytes: int = 1_000_000_000


def check_steps(names: Collection[str]) -> tuple[str, ...]:
    """Return the requested steps in the document's order; all steps if none is requested.

    InvalidInput names every unknown step.
    """
    if isinstance(names, str):
        names = [names]
    known = ", ".join(STEPS)
    defects = [
        Defect(f"steps[{number}]", f"{name!r:.80} is not one of {known}")
        for number, name in enumerate(names)
        if name not in STEPS
    ]
    if defects:
        raise InvalidInput("nothing was consolidated", defects)
    return tuple(name for name in STEPS if not names or name in names)


@dataclass
class StepProgress:
    """The task of a step and its progress, which is also reported if the step fails."""

    now: Instant  # when the step began
    stop: Callable[[], bool] = lambda: False  # polled within long steps; True ends the shift
    dry_run: bool = False  # report what would be done, and change nothing
    # how much was done: ``{"digests_written": 1}``
    counts: dict[str, int] = field(default_factory=dict)
    # what a dry run would do, and other remarks, as sentences
    notes: list[str] = field(default_factory=list)
    # problems that did not end the step, as sentences
    problems: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        """Add to a count of things done."""
        self.counts[what] = self.counts.get(what, 0) + number


class StepRecord(TypedDict):
    """What a step of the night shift did."""

    name: str
    seconds: float
    finished: Annotated[bool, "Whether it came to its end."]
    done: Annotated[dict[str, int], "How much of what."]
    notes: list[str]
    problems: list[str]


@dataclass(frozen=True)
class StepReport:
    """The result of one step, as in :class:`StepProgress`, and whether the step was finished."""

    name: str
    seconds: float
    done: dict[str, int]
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    is_finished: bool = True

    def as_record(self) -> StepRecord:
        """Return it as JSON data."""
        return {
            "name": self.name,
            "seconds": round(self.seconds, 3),
            "finished": self.is_finished,
            "done": dict(self.done),
            "notes": list(self.notes),
            "problems": list(self.problems),
        }


class ShiftRecord(TypedDict):
    """What a night shift did."""

    started: Annotated[str, datetime]
    seconds: float
    dry_run: bool
    stopped: Annotated[bool, "Whether it was asked to stop before its end."]
    success: Annotated[bool, "Whether every step came to its end."]
    steps: list[StepRecord]


@dataclass(frozen=True)
class ShiftReport:
    """What a night shift did.

    Attributes:
        started: when, UTC.
        steps: those that were asked for, in order; those that were not begun say so.
        stopped: whether it was asked to stop before its end.
    """

    started: datetime
    seconds: float
    steps: Sequence[StepReport]
    dry_run: bool = False
    stopped: bool = False

    @property
    def success(self) -> bool:
        """Whether every step came to its end."""
        return all(step.is_finished for step in self.steps)

    @property
    def problems(self) -> list[str]:
        """All that went wrong, each with its step."""
        return [f"{step.name}: {problem}" for step in self.steps for problem in step.problems]

    def step(self, name: str) -> StepReport:
        """Return the report of a step; KeyError if the step was not requested."""
        return {step.name: step for step in self.steps}[name]

    def summary(self) -> str:
        """Return the report in one line."""
        finished = sum(step.is_finished for step in self.steps)
        kind = "dry run: " if self.dry_run else ""
        text = f"{kind}{finished} of {len(self.steps)} steps in {self.seconds:.1f} s"
        return f"{text}; {'; '.join(self.problems)}" if self.problems else text

    def as_record(self) -> ShiftRecord:
        """Return it as JSON data."""
        return {
            "started": stamps.to_text(self.started),
            "seconds": round(self.seconds, 3),
            "dry_run": self.dry_run,
            "stopped": self.stopped,
            "success": self.success,
            "steps": [step.as_record() for step in self.steps],
        }
