"""How the memory and the robot are: health, what waits for a person, limits, failures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import (
    ListAnswer,
    Question,
    QuestionAnswer,
    RecordAnswer,
    Since,
    Takes,
    Until,
)
from robot_memory.applications.review.review_item import ReviewItem, ReviewKind
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.entries.presence import PresenceState
from robot_memory.foundation.time.period import Period
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.applications.limits.limit_record import LimitRecord, ListedLimit
    from robot_memory.applications.reliability.reliability_report import (
        ReliabilityRecord,
        ReliabilityReport,
    )


@dataclass(frozen=True)
class HealthAnswer(RecordAnswer):
    """How the memory is."""

    rrn: str
    problem: str | None  # what keeps it from being read or stored; None: nothing
    defects: list[dict[str, str]]  # what cannot be used of the memory file, each with its path
    seq: int  # rows of evidence ever stored
    time: datetime
    is_watched: bool  # whether a node watches the robot and hears it
    watched: str  # who watches it, in words
    calm: str  # that no fault is there, or how many are


@dataclass(frozen=True)
class GetHealth(Question):
    """Return the identity and the health of the memory, and who watches the robot."""

    PATH: ClassVar[str] = "/health"

    def ask(self, memory: RobotMemory) -> HealthAnswer:
        """Answer it; see :class:`.Question`."""
        # a verb starts sooner without
        from robot_memory.applications.memory_status import (
            node_watch,
            problem_of,
            state_words,
            watched,
        )

        memory.tick()  # nothing below reads what other processes wrote since the last one asked
        words, is_watched = watched(memory)
        presence_of = memory.running_hours().presence_of
        states = [one.state for _, entry in memory.entries() if (one := presence_of(entry))]
        return HealthAnswer(
            memory.rrn, problem_of(memory, node_watch(memory)),
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

    items: tuple[ReviewItem, ...]

    def record_of(self, item: ReviewItem) -> Annotated[dict[str, Any], ReviewItem]:
        """Return what waits as JSON data."""
        return item.as_record()


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


_MOST_PLACES = 5  # that a list of limits offers


@dataclass(frozen=True)
class LimitsAnswer(ListAnswer):
    """Limits with their approvals."""

    items: tuple[ListedLimit, ...]

    @property
    def text(self) -> str:
        """The limits in lines."""
        return "\n".join(chain.from_iterable(one.lines for one in self.items))

    def record_of(self, item: Any) -> LimitRecord:
        """Return a limit as JSON data."""
        record: LimitRecord = item.record
        return record


@dataclass(frozen=True)
class ListLimits(Question):
    """List the limits that are active or signed, and those at places, with who approved them.

    A remark names learned places at which an operator can sign a limit.
    """

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
        from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals

        items = tuple(listed_limits(memory))
        places = PlaceLimitApprovals(memory).offered({one.record["id"] for one in items})
        named = ", ".join(f"{one.entry_id} ({one.text})" for one in places[:_MOST_PLACES])
        more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
        remarks = [] if items else [self.NOTHING]
        if places:
            remarks.append(f"an operator can sign a limit at a place: {named}{more}")
        return LimitsAnswer("; ".join(remarks), items)


@dataclass(frozen=True)
class ReliabilityAnswer(QuestionAnswer):
    """Figures with intervals."""

    report: ReliabilityReport

    @property
    def text(self) -> str:
        """The figures in lines."""
        from robot_memory.applications.reliability.reliability_report import reliability_lines

        return "\n".join(reliability_lines(self.report))

    def as_record(self) -> ReliabilityRecord:
        """Return it as JSON data; what is not known is null."""
        from robot_memory.applications.reliability.reliability_report import reliability_record

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
