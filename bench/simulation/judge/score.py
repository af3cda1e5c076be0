"""Scores of one robot, and of many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from simulation.judge.lesson import Lesson
from simulation.judge.matching import Verdict
from simulation.robot import Robot
from simulation.truth import Truth


@dataclass
class Tally:
    """Counts of lessons by verdict, and of missed truths."""

    found: int = 0
    missed: int = 0
    false: int = 0
    duplicates: int = 0
    grey: int = 0

    @property
    def precision(self) -> float:
        """Share of right lessons; duplicates and grey ones do not count."""
        told = self.found + self.false
        return self.found / told if told else 1.0

    @property
    def recall(self) -> float:
        """Share of the truths that must be remembered and were."""
        there = self.found + self.missed
        return self.found / there if there else 1.0

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.found += other.found
        self.missed += other.missed
        self.false += other.false
        self.duplicates += other.duplicates
        self.grey += other.grey


@dataclass(frozen=True)
class Found:
    """A truth that must be remembered, and its result.

    Attributes:
        family: of the fault.
        lesson: its text; empty if the truth was missed.
        delay: seconds from its beginning to the first evidence.
        has_place: whether the lesson names a place; None if the truth has none.
        has_condition: whether the limit was learned; None if the truth has no condition.
    """

    family: str
    lesson: str = ""
    delay: float | None = None
    has_place: bool | None = None
    has_condition: bool | None = None


@dataclass
class RobotScore:
    """The score of one robot.

    Attributes:
        kind, seed, hours: of the robot.
        healthy: whether nothing broke.
        hardware: entries that blame the hardware, without those about debatable truths.
        truths: the truths that must be remembered.
        false: texts of false alarms.
        duplicates: texts of duplicates.
        tally: the numbers.
        idle_limits: texts of wrong limits.
        seconds: processor time of the run.
    """

    kind: str
    seed: int
    hours: float
    healthy: bool
    hardware: int
    truths: list[Found]
    false: list[str]
    duplicates: list[str]
    tally: Tally
    idle_limits: list[str]
    seconds: float = 0.0


def score(robot: Robot, lessons: Sequence[Lesson], verdict: Verdict) -> RobotScore:
    """Score one robot."""
    limited = {id(truth) for truth, _ in verdict.limits}
    found = [_found(truth, lesson, limited) for truth, lesson in verdict.found]
    found += [Found(truth.family) for truth in verdict.missed]
    grey = {lesson.id for _, lesson in verdict.grey}
    return RobotScore(
        kind=robot.kind,
        seed=robot.seed,
        hours=robot.timeline.seconds / 3600.0,
        healthy=not any(truth.must for truth in robot.truths),
        hardware=sum(
            one.type == "hardware_observation" and one.id not in grey for one in lessons
        ),
        truths=found,
        false=[lesson.text for lesson in verdict.false],
        duplicates=[lesson.text for _, lesson in verdict.duplicates],
        tally=Tally(
            len(verdict.found), len(verdict.missed), len(verdict.false),
            len(verdict.duplicates), len(verdict.grey),
        ),
        idle_limits=[lesson.text for _, lesson in verdict.idle_limits],
    )  # fmt: skip


def _found(truth: Truth, lesson: Lesson, limited: set[int]) -> Found:
    return Found(
        truth.family,
        lesson.text,
        lesson.delay(truth),
        lesson.says_where if truth.place else None,
        id(truth) in limited if truth.condition else None,
    )


@dataclass
class Summary:
    """The scores of many robots.

    Attributes:
        all: over all robots.
        by_kind, by_family, by_novelty: the same, by group; false alarms belong to no family.
        delays: seconds, of all found truths.
        places, conditions: numbers of found truths with their place or limit learned,
            and of those that have one.
        idle_limits: the number of wrong limits.
        hardware, hours: entries that blame the hardware of healthy robots, and their
            hours of operation.
    """

    all: Tally = field(default_factory=Tally)
    by_kind: dict[str, Tally] = field(default_factory=dict)
    by_family: dict[str, Tally] = field(default_factory=dict)
    by_novelty: dict[str, Tally] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    places: tuple[int, int] = (0, 0)
    conditions: tuple[int, int] = (0, 0)
    idle_limits: int = 0
    hardware: int = 0
    hours: float = 0.0


def summarise(scores: Iterable[RobotScore], unseen: frozenset[str]) -> Summary:
    """Add up the scores; healthy robots add hardware entries and hours."""
    found = Summary()
    for one in scores:
        found.all.add(one.tally)
        found.idle_limits += len(one.idle_limits)
        found.by_kind.setdefault(one.kind, Tally()).add(one.tally)
        if one.healthy:
            found.hardware += one.hardware
            found.hours += one.hours
        for truth in one.truths:
            tally = Tally(found=int(bool(truth.lesson)), missed=int(not truth.lesson))
            novelty = "held out" if truth.family in unseen else "not held out"
            found.by_family.setdefault(truth.family, Tally()).add(tally)
            found.by_novelty.setdefault(novelty, Tally()).add(tally)
            found.delays += [truth.delay] if truth.delay is not None else []
            found.places = _count(found.places, truth.has_place)
            found.conditions = _count(found.conditions, truth.has_condition)
    return found


def _count(counted: tuple[int, int], is_so: bool | None) -> tuple[int, int]:
    return counted if is_so is None else (counted[0] + is_so, counted[1] + 1)
