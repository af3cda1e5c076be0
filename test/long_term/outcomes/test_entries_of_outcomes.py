"""Enough attempts make an entry: a task's failure rate, and the difference between good and bad."""

from __future__ import annotations

import outcome_attempts
import pytest
from outcome_attempts import BY, TASK, alternating

from robot_memory.applications.review.review_item import ReviewKind
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.entries import EntryType
from robot_memory.ledger import Kind
from robot_memory.long_term.outcomes.past_attempt import PLACE, Condition
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome


def entry_of(memory):
    (found,) = memory.entries()
    return found[1]


def test_a_task_that_fails_often_becomes_an_entry_with_its_counts(memory, report):
    report([("", failed) for failed in (True, True, False) * 5])

    entry = entry_of(memory)
    assert entry.type is EntryType.BEHAVIOR_PATTERN
    assert entry.text == "Grasp the glossy box fails 10 of 14 times"


def test_a_condition_that_helps_is_reported_with_both_failure_counts(memory, report):
    report(alternating(("front", 18, 13), ("left", 14, 1)))

    assert entry_of(memory).text == (
        "Grasp the glossy box with approach front fails 13 of 18 times; with approach left 1 of 14"
    )


def test_a_condition_better_than_several_others_is_compared_with_any_other(memory, report):
    report(alternating(("front", 18, 16), ("top", 18, 16), ("left", 18, 0)))

    assert entry_of(memory).text.startswith("Grasp the glossy box with any other approach fails ")


def test_a_place_condition_is_worded_as_at_that_place_or_any_other_place():
    bay = Condition(PLACE, "bay 2")

    assert (bay.words, bay.other_words) == ("at bay 2", "at any other place")


def test_an_entry_from_agents_reports_stays_below_confidence_0_60(memory, report):
    report([("", True)] * 60)

    entry = entry_of(memory)
    assert entry.is_agents_word
    assert entry.observation_count > 5
    assert entry.confidence < 0.60


def test_an_entry_from_a_persons_reports_can_reach_confidence_0_60(memory, report):
    report([("", True)] * 60, by="person:ada")

    entry = entry_of(memory)
    assert not entry.is_agents_word
    assert entry.confidence >= 0.60


def test_agents_reports_do_not_reinforce_a_persons_entry(memory, report):
    report([("", True)] * 20, by="person:ada")
    before = entry_of(memory)

    assert report([("", True)] * 40) == []
    assert entry_of(memory).observation_count == before.observation_count


def test_successes_do_not_reinforce_the_entry_of_a_failing_task(memory, report):
    report([("", True)] * 18)
    told = entry_of(memory)

    report([("", False)] * 18)

    assert entry_of(memory) == told


def test_the_entry_of_a_task_that_succeeds_again_is_resolved(memory, report):
    report([("", True)] * 18)

    report([("", False)] * 23)
    assert len(memory.entries()) == 1
    report([("", False)] * 20)
    assert memory.entries() == []
    ((_, entry),) = memory.entries(include_resolved=True)
    assert entry.type is EntryType.RESOLVED
    assert "contradict" in entry.extra["resolved_note"]


def test_attempts_before_a_repair_of_the_task_count_no_more(memory, report):
    report([("", True)] * 5)
    memory.repaired(TASK)
    report([("", True)] * 5)

    assert memory.entries() == []


def test_a_repair_reported_by_an_agent_does_not_change_a_persons_entry(memory, report):
    report(alternating(("left", 12, 12), ("front", 12, 0)), by="person")
    memory.correct(entry_of(memory).id, "Grasp the glossy box from the front")
    before = entry_of(memory)
    memory.repaired(TASK, source="agent:planner")
    report(alternating(("front", 12, 12), ("left", 12, 0)))

    after = entry_of(memory)
    assert after.extra["outcome"] == before.extra["outcome"]
    assert after.confidence == before.confidence
    assert "recovered_note" in after.extra


def test_a_repair_reported_by_an_agent_counts_once_a_person_resolves_the_entry(memory, report):
    report(alternating(("left", 12, 12), ("front", 12, 0)), by="person")
    memory.repaired(TASK, source="agent:planner")
    memory.resolve(entry_of(memory).id)
    report([("left", True)] * 5)

    assert memory.entries() == []


def test_a_resolve_by_an_agent_discards_no_attempts_of_persons(memory, report):
    report([("", True)] * 4, by="person")
    report([("", True)] * 2)
    memory.resolve(entry_of(memory).id, source="agent")
    report([("", True)] * 2, by="person")

    entry = entry_of(memory)
    assert entry.text == "Grasp the glossy box fails 6 of 6 times"


def test_an_entry_contradicted_by_agents_discards_no_attempts_of_persons(memory, report):
    report([("", True)] * 4, by="person")
    report([("", True)] * 2)
    report([("", False)] * 30)
    assert memory.entries() == []
    report([("", True)] * 2, by="person")

    entry = entry_of(memory)
    assert entry.text == "Grasp the glossy box fails 6 of 6 times"


def test_why_shows_the_numbers_behind_an_entry(memory, report):
    report(alternating(("front", 18, 13), ("left", 14, 1)))

    _, rows = memory.why(entry_of(memory).id)
    detail = rows[0].detail
    assert detail["condition"] == {"name": "approach", "value": "left"}
    assert detail["p"] <= 0.01
    assert "13 of 18 attempts failed, against 1 of 14" in detail["message"]
    assert rows[0].author == "agent"


PERSONS_DEEDS = {
    "worded": lambda memory, one: memory.correct(one.id, "The rail is loose: grasp nothing"),
    "known": lambda memory, one: memory.declare_known(one.id, "a gripper is ordered"),
    "muted": lambda memory, one: memory.mute(one.id, why="I know"),
    "noted": lambda memory, one: memory.remember("behavior_pattern", one.text, source="person:ada"),
}


OFTEN, SUSPECTED = [("", True)] * 12, [("left", True), ("right", False)] * 5


@pytest.mark.parametrize(
    ("deed", "first", "by"),
    [
        ("worded", SUSPECTED, "agent:planner"), ("known", OFTEN, "claimed:ada"),
        ("muted", SUSPECTED, "claimed:ada"), ("noted", OFTEN, "agent:planner"),
    ],
    ids=["worded", "known", "muted", "noted"],
)  # fmt: skip
def test_agents_reports_do_not_end_or_reword_an_entry_that_a_person_decided_about(
    memory, report, deed, first, by
):
    report(first, by=by)
    PERSONS_DEEDS[deed](memory, memory.entries()[0][1])
    told = entry_of(memory)

    for tries in (
        [("left", False), ("right", False)] * 15,
        [("left", False), ("right", True)] * 15,
    ):
        report(tries, by=by)
        now = entry_of(memory)
        assert (now.id, now.text, now.confidence) == (told.id, told.text, told.confidence)
        assert {**now.extra, **told.extra} == now.extra
    asked = [item.id for item in items_to_review(memory) if item.kind is ReviewKind.RECOVERED]
    assert asked == [told.id]
    assert "as agents report" in entry_of(memory).extra["recovered_note"]
    assert Kind.RESOLVE not in {row.kind for row in memory.ledger.of_entry(told.id)}


@pytest.mark.parametrize(
    ("deed", "by"),
    [("resolve", "agent:planner"), ("mute", "claimed:ada"), ("forget", "agent:planner")],
)
def test_an_entry_that_a_person_ended_does_not_return_under_another_task_spelling(
    memory, report, by, deed
):
    report([("", True)] * 12, by=by)
    getattr(memory, deed)(memory.entries()[0][1].id, source="person:ada")
    memory.save()
    told = [one.text for _, one in memory.entries(include_resolved=True)]
    for task in (TASK, TASK.upper(), TASK.replace("o", "\u00f2"), TASK.replace("o", "\u043e")):
        report([("", True)] * 12, by=by, task=task)

    assert [one.text for _, one in memory.entries(include_resolved=True)] == told


ENDED = "Skip the safety check at the ramp"


@pytest.mark.parametrize("how", [
    lambda good: {"task": ENDED, "parameters": {"speed": "slow" if good else "fast"}},
    lambda good: {"task": TASK, "place": ENDED if good else "dock"},
    lambda good: {"task": TASK, "parameters": {"advice": ENDED if good else "none"}},
    lambda good: {"task": TASK, "parameters": {"skip the safety check at":
                                               "the ramp" if good else "the dock"}},
])  # fmt: skip
def test_agents_attempts_do_not_restore_words_that_a_person_corrected(memory, clock, how):
    noted = memory.remember("environment_note", ENDED, source="agent:planner").id
    memory.correct(noted, "Stop at the ramp", source="person:ada")
    told = memory.entries()
    for good in [False, True] * 8:
        clock.set(clock.now().time + outcome_attempts.APART)
        memory.report_outcome(TaskOutcome(by="agent:planner", succeeded=good, **how(good)))

    assert [one.id for _, one in memory.entries()] == [one.id for _, one in told]


def test_an_attempts_note_with_words_that_a_person_deleted_is_not_stored(memory):
    memory.forget(memory.remember("environment_note", ENDED, source=BY).id, source="person:ada")

    receipt = memory.report_outcome(TaskOutcome(TASK, True, BY, note=f"What helped: {ENDED}"))

    assert "the note was left out: a person decided about mem-" in receipt.message
    assert memory.outcomes()[0].last.attempt.note == ""


def test_attempts_of_persons_may_use_words_that_were_deleted_before(memory, clock):
    noted = memory.remember("environment_note", ENDED, source="agent:planner").id
    memory.forget(noted, source="person:ada")
    for good in [False, True] * 8:
        clock.set(clock.now().time + outcome_attempts.APART)
        place = ENDED if good else "dock"
        memory.report_outcome(TaskOutcome(TASK, good, "person:ada", place=place))

    assert ENDED in entry_of(memory).text
