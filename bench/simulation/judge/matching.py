"""Matches lessons and truths, one to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from simulation.judge.lesson import Lesson
from simulation.truth import Truth

#: Share of a lesson's onsets that must lie within a truth's time.
_MOSTLY = 0.5
#: Further lessons about a found truth, beyond so many, are false alarms.
_DUPLICATES = 1
#: Words with which a lesson may name a condition.
_SAID_AS = {
    "speed": ("m/s", "speed", "velocity", "rad/s", "scaling"),
    "payload": ("payload", "load", "effort", "current", "force", "wrench"),
}


@dataclass
class Verdict:
    """The lessons about one robot, compared with the truth.

    Attributes:
        found: truths that must be remembered and were, with the lesson.
        missed: truths that must be remembered and were not.
        duplicates: lessons about a truth with another lesson already, or about its effects.
        grey: lessons about debatable truths.
        false: lessons about no truth.
        limits: lessons with a condition, about truths that have it.
        idle_limits: the same, about truths with no condition or another one.
    """

    found: list[tuple[Truth, Lesson]] = field(default_factory=list)
    missed: list[Truth] = field(default_factory=list)
    duplicates: list[tuple[Truth, Lesson]] = field(default_factory=list)
    grey: list[tuple[Truth, Lesson]] = field(default_factory=list)
    false: list[Lesson] = field(default_factory=list)
    limits: list[tuple[Truth, Lesson]] = field(default_factory=list)
    idle_limits: list[tuple[Truth, Lesson]] = field(default_factory=list)


def judge(truths: Sequence[Truth], lessons: Sequence[Lesson]) -> Verdict:
    """Match lessons to truths.

    A lesson belongs to a truth if it names one of the truth's targets, and at least half of its
    onsets lie within the truth's time. Each truth takes one lesson and each lesson one truth, so
    that as many truths as possible are found; one more lesson about a truth is its duplicate.
    """
    verdict = Verdict()
    musts = [truth for truth in truths if truth.must]
    rest = _take(musts, _without_limits(truths, lessons, verdict), verdict)
    spare = {id(truth): _DUPLICATES for truth in truths}
    for lesson in rest:
        again = [one for one in musts if _fits(one, lesson, with_effects=True)]
        again.sort(key=lambda one: -spare[id(one)])
        may = [one for one in truths if not one.must and _fits(one, lesson, with_effects=True)]
        if again and spare[id(again[0])]:
            spare[id(again[0])] -= 1
            verdict.duplicates.append((again[0], lesson))
        elif may:
            verdict.grey.append((may[0], lesson))
        else:
            verdict.false.append(lesson)
    return verdict


def _without_limits(
    truths: Sequence[Truth], lessons: Sequence[Lesson], verdict: Verdict
) -> list[Lesson]:
    """Judge the limits; return the other lessons, and the limits about no truth."""
    rest = []
    for lesson in lessons:
        about = [one for one in truths if _fits(one, lesson, with_effects=True)]
        if lesson.type != "behavior_pattern" or not about:
            rest.append(lesson)
            continue
        right = [one for one in about if _names_condition(one, lesson)]
        (verdict.limits if right else verdict.idle_limits).append(((right or about)[0], lesson))
    return rest


def _names_condition(truth: Truth, lesson: Lesson) -> bool:
    if truth.condition is None:
        return False
    text = lesson.text.lower()
    return any(word in text for word in _SAID_AS.get(truth.condition.variable, ()))


def _take(musts: Sequence[Truth], lessons: Sequence[Lesson], verdict: Verdict) -> list[Lesson]:
    """Match as many truths with lessons as possible; return the lessons that are left."""
    fits = [
        [number for number, lesson in enumerate(lessons) if _fits(truth, lesson)] for truth in musts
    ]
    owner: dict[int, int] = {}

    def place(truth: int, tried: set[int]) -> bool:
        for number in fits[truth]:
            if number not in tried:
                tried.add(number)
                if number not in owner or place(owner[number], tried):
                    owner[number] = truth
                    return True
        return False

    for truth in range(len(musts)):
        place(truth, set())
    taken = {truth: number for number, truth in owner.items()}
    for truth, one in enumerate(musts):
        if truth in taken:
            verdict.found.append((one, lessons[taken[truth]]))
        else:
            verdict.missed.append(one)
    return [lesson for number, lesson in enumerate(lessons) if number not in owner]


def _fits(truth: Truth, lesson: Lesson, *, with_effects: bool = False) -> bool:
    targets = (*truth.targets, *truth.effects) if with_effects else truth.targets
    is_about = any(lesson.is_about(target) for target in targets)
    return is_about and lesson.share_within(truth) >= _MOSTLY
