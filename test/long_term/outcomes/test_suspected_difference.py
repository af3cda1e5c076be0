"""A difference is suspected early, rarely without reason, and withdrawn if it does not last."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from outcome_attempts import TASK, alternating, past

from robot_memory.entries import EntryType
from robot_memory.ledger import Kind
from robot_memory.long_term.outcomes.past_attempt import Condition
from robot_memory.long_term.outcomes.reported_outcome import outcome_sentence, statistics
from robot_memory.long_term.outcomes.task_finding import MOST_TRIES, suspected

TRIES = st.lists(st.tuples(st.sampled_from(["front", "left", "top"]), st.booleans()), max_size=40)
CLEAR = (("front", 11, 6), ("left", 7, 0))


def tries(attempts) -> int:
    """Return for how many more attempts the suspected approach is to be avoided."""
    found = suspected(attempts)
    return found.tries if found is not None else 0


def probability(attempts) -> float:
    found = suspected(attempts)
    return found.suspicion if found is not None else 0.0


def picked(seed: int, slow: float, fast: float, count: int = 100):
    """Return the attempts of a robot that follows the suspicion, and how many of them it changed.

    Args:
        slow, fast: the failure rates.
    """
    chance, made, spared = random.Random(seed), [], 0
    for _ in range(count):
        found = suspected(past(made))
        speed = chance.choice(("left", "front"))
        if found is not None and found.condition == Condition("approach", "left"):
            spared += speed == "front"
            speed = "left"
        made.append((speed, chance.random() < (slow if speed == "left" else fast)))
    return made, spared


def entry_of(memory):
    (found,) = memory.entries()
    return found[1]


def test_three_failures_in_a_row_give_a_suspicion_with_an_alternative_to_try():
    found = suspected(past([("front", False), ("left", False), *[("front", True)] * 3]))

    assert found is not None
    assert found.condition == Condition("approach", "left")
    assert found.helps
    assert 3 <= found.tries <= 20
    assert statistics(found) == (
        "suspected: 3 of 4 attempts failed, against 0 of 1; 57% probable that it makes a difference"
    )


def test_the_only_failing_one_of_three_values_is_to_be_avoided():
    found = suspected(past(alternating(("front", 8, 7), ("left", 8, 0), ("top", 8, 0))))

    assert found is not None
    assert (found.condition, found.helps) == (Condition("approach", "front"), False)
    assert f"(suspected: avoid that, {found.tries} times at most)" in outcome_sentence(TASK, found)


def test_a_failure_with_the_suggested_value_ends_the_suspicion():
    before = [("front", False), ("left", False), *[("front", True)] * 3]

    assert tries(past(before)) >= 3
    assert tries(past([*before, ("left", True)])) == 0


def test_the_number_of_suggested_tries_is_limited_even_if_all_succeed():
    tried = [("left", False)] * MOST_TRIES

    assert 0 < tries(past(alternating(*CLEAR) + tried[:50])) <= MOST_TRIES - 50
    assert tries(past(alternating(*CLEAR) + tried)) == 0


def test_a_failure_ratio_below_two_is_never_suspected():
    tries = past(alternating(("front", 90, 88), ("left", 90, 50)))

    assert suspected(tries) is None


@given(TRIES)
@settings(deadline=None)
def test_the_probability_of_a_suspicion_is_between_0_and_1(tries):
    assert 0.0 <= probability(past(tries)) <= 1.0


@given(st.integers(1, 10), st.integers(1, 10))
@settings(deadline=None)
def test_more_attempts_with_the_same_rates_raise_the_probability(times, more):
    few, many = (("front", 4 * n, 3 * n) for n in (times + 1, times + 1 + more))
    less, rest = (("left", 4 * n, 0) for n in (times + 1, times + 1 + more))

    assert probability(past(alternating(few, less))) < probability(past(alternating(many, rest)))


def test_a_value_without_effect_is_avoided_in_at_most_10_percent_of_attempts():
    spared = sum(picked(seed, 0.4, 0.4, 60)[1] for seed in range(8))

    assert spared <= 0.1 * 8 * 60


def test_avoiding_the_suspected_value_leaves_few_failures_of_it():
    failed = [sum(fails for how, fails in picked(seed, 0.03, 0.4, 60)[0] if how == "front")
              for seed in range(8)]  # fmt: skip

    assert sum(failed) <= 4 * 8


def test_a_suspicion_becomes_an_entry_of_low_confidence_marked_as_suspected(memory, report):
    report(alternating(*CLEAR))

    entry = entry_of(memory)
    assert entry.text.startswith("Grasp the glossy box with approach front fails ")
    assert entry.text.endswith(f" (suspected: try that, {entry.extra['outcome']['tries']} times "
                               "at most)")  # fmt: skip
    assert 0.3 < entry.confidence < 0.5


def test_the_condition_of_a_suspicion_is_stored_in_the_outcome_field(memory, report):
    report(alternating(*CLEAR))

    told = dict(entry_of(memory).extra["outcome"])
    assert 0.5 < told.pop("suspicion") < 1.0
    assert told.pop("tries") >= 3
    assert told == {"task": TASK, "condition": "approach", "value": "left", "fails": "less"}


def test_more_evidence_turns_a_suspicion_into_a_finding_in_the_same_entry(memory, report):
    report(alternating(*CLEAR))
    first = entry_of(memory)
    report(alternating(("front", 16, 9), ("left", 16, 0)))

    later = entry_of(memory)
    assert later.id == first.id
    assert "suspected" not in later.text
    assert "suspicion" not in later.extra["outcome"]
    assert later.confidence > first.confidence


def test_a_suspicion_that_justifies_no_more_tries_is_resolved(memory, report):
    report(alternating(*CLEAR))
    report([("left", True), ("front", False)] * 4)

    ((_, entry),) = memory.entries(include_resolved=True)
    assert entry.type is EntryType.RESOLVED
    assert "not sure" in entry.extra["resolved_note"]
    ends = [row for row in memory.ledger.after(0) if row.kind is Kind.RESOLVE]
    assert {row.author for row in ends} == {"agent:outcomes"}  # not a detector's word
    assert all(row.is_concluded for row in ends)  # nobody resolved it
