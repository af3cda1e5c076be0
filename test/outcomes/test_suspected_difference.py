"""A difference is suspected early, seldom without reason, and withdrawn if it does not last."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcome_attempts import TASK, alternating, past

from robot_memory.entries import EntryType
from robot_memory.outcomes.outcome_text import statistics
from robot_memory.outcomes.split import Condition
from robot_memory.outcomes.suspected_difference import KEPT, TOLD, suspected
from robot_memory.repeated_looks import SOON, looks

TRIES = st.lists(st.tuples(st.sampled_from(["front", "left", "top"]), st.booleans()), max_size=40)
CLEAR = (("front", 11, 6), ("left", 7, 0))


def probability(attempts) -> float:
    found = suspected(attempts, 0.0)
    return found.suspicion if found is not None else 0.0


def drawn(seed: int, share: float, count: int = 60):
    """Return attempts at a task of which a share fails, whatever its two parameters are."""
    chance = random.Random(seed)
    made = past([("", chance.random() < share) for _ in range(count)])
    return [replace(one, features={"speed": chance.choice(("slow", "fast")),
                                   "approach": chance.choice(("left", "front", "right"))})
            for one in made]  # fmt: skip


def is_told(attempts) -> bool:
    due = [n for n in range(1, len(attempts) + 1) if looks(n, SOON) > looks(n - 1, SOON)]
    return any(suspected(attempts[:count], TOLD) for count in due)


def entry_of(memory):
    (found,) = memory.entries()
    return found[1]


def test_a_condition_that_probably_helps_is_suspected_with_its_probability():
    found = suspected(past(alternating(*CLEAR)), TOLD)

    assert found is not None
    assert found.condition == Condition("approach", "left")
    assert found.helps
    assert statistics(found) == (
        "suspected: 6 of 11 attempts failed, against 0 of 7; 95% probable that it makes a "
        "difference"
    )


def test_four_failures_of_nine_beside_five_successes_are_not_suspected():
    assert suspected(past(alternating(("front", 9, 4), ("left", 5, 0))), TOLD) is None


def test_ten_attempts_alike_in_a_row_are_not_suspected():
    tries = [("front", True)] * 10 + [("left", False)] * 10

    assert suspected(past(tries, timedelta(minutes=1)), KEPT) is None


def test_a_difference_of_less_than_twice_is_not_suspected_however_sure():
    tries = past(alternating(("front", 90, 88), ("left", 90, 50)))

    assert suspected(tries, 0.0) is None


@pytest.mark.parametrize("other", ["front", "left"])
def test_a_parameter_more_that_explains_nothing_makes_a_suspicion_weaker(other):
    tries = past(alternating(*CLEAR))
    both = [replace(one, features={**one.features, "light": str(number % 2)})
            for number, one in enumerate(tries)]  # fmt: skip

    assert 0.5 < probability(both) < probability(tries)


@given(TRIES)
@settings(deadline=None)
def test_a_probability_is_one_whatever_the_attempts_are(tries):
    assert 0.0 <= probability(past(tries)) <= 1.0


@given(TRIES)
@settings(deadline=None)
def test_names_of_values_do_not_matter(tries):
    renamed = [({"front": "z", "left": "y", "top": "x"}[name], failed) for name, failed in tries]

    assert probability(past(renamed)) == pytest.approx(probability(past(tries)))


@given(st.integers(1, 10), st.integers(1, 10))
@settings(deadline=None)
def test_the_same_again_on_both_sides_makes_a_difference_more_probable(times, more):
    few, many = (("front", 4 * n, 3 * n) for n in (times + 1, times + 1 + more))
    less, rest = (("left", 4 * n, 0) for n in (times + 1, times + 1 + more))

    assert probability(past(alternating(few, less))) < probability(past(alternating(many, rest)))


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.8])
def test_without_any_difference_at_most_one_task_in_nine_is_ever_suspected(share):
    told = sum(is_told(drawn(seed, share)) for seed in range(54))

    assert told <= 6


def test_what_is_suspected_is_told_with_little_confidence_and_says_so(memory, report):
    report(alternating(*CLEAR))

    entry = entry_of(memory)
    assert entry.text == (
        "Grasp the glossy box fails 6 of 11 times; with approach left 0 of 7 (may be chance)"
    )
    assert entry.confidence == pytest.approx(entry.extra["outcome"]["suspicion"] / 2, abs=1e-6)
    assert entry.confidence < 0.5


def test_an_agent_reads_the_condition_in_a_field(memory, report):
    report(alternating(*CLEAR))

    told = dict(entry_of(memory).extra["outcome"])
    assert told.pop("suspicion") >= TOLD
    assert told == {"task": TASK, "condition": "approach", "value": "left", "fails": "less"}


def test_more_of_the_same_makes_the_same_entry_sure(memory, report):
    report(alternating(*CLEAR))
    first = entry_of(memory)
    report(alternating(("front", 16, 9), ("left", 16, 0)))

    later = entry_of(memory)
    assert later.id == first.id
    assert "may be chance" not in later.text
    assert "suspicion" not in later.extra["outcome"]
    assert later.confidence > first.confidence


def test_successes_of_who_obeys_keep_a_suspicion_alive(memory, report):
    report(alternating(*CLEAR))
    before = entry_of(memory).confidence
    report([("left", False)] * 4)

    assert entry_of(memory).confidence > before


def test_a_suspicion_loses_confidence_with_attempts_that_speak_against_it(memory, report):
    report(alternating(*CLEAR))
    before = entry_of(memory).confidence
    report([("left", True), ("front", False)])

    assert entry_of(memory).confidence < before


def test_a_suspicion_that_is_no_longer_probable_is_withdrawn(memory, report):
    report(alternating(*CLEAR))
    report([("left", True), ("front", False)] * 2)

    ((_, entry),) = memory.entries(include_resolved=True)
    assert entry.type is EntryType.RESOLVED
    assert "no longer probable" in entry.extra["resolved_note"]


def test_a_suspicion_that_becomes_probable_again_is_the_same_entry_with_all_its_attempts(
    memory, report
):
    report(alternating(*CLEAR))
    first = entry_of(memory)
    report([("left", True), ("front", False)] * 2)
    report(alternating(("front", 6, 6), ("left", 6, 0)))

    again = entry_of(memory)
    assert again.id == first.id
    assert again.text.startswith("Grasp the glossy box fails 12 of 1")


def test_that_a_task_fails_often_stays_sure_beside_a_suspicion(memory, report):
    report([("front", True)] * 9)
    sure = entry_of(memory)
    report([("left", False)] * 4 + [("front", True), ("left", False)])

    told = entry_of(memory)
    assert "may be chance" in told.text
    assert told.confidence > sure.confidence - 0.01


def test_that_a_task_fails_often_outlives_a_suspicion_that_fades(memory, report):
    report([("front", True)] * 9)
    report([("left", False)] * 4 + [("front", True), ("left", False)])
    report([("left", True), ("front", True)] * 12)

    entry = entry_of(memory)
    assert entry.text.startswith("Grasp the glossy box fails 3")
    assert "outcome" not in entry.extra


def test_a_person_at_the_robot_is_told_of_a_suspicion_with_as_little_confidence(memory, report):
    report(alternating(*CLEAR), by="person:ada")

    assert entry_of(memory).confidence < 0.5
