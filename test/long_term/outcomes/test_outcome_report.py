"""The report on a task has a bounded size, whatever its parameters are."""

from __future__ import annotations

from dataclasses import replace

from outcome_attempts import past

from robot_memory.ledger import Source
from robot_memory.long_term.outcomes import past_attempt
from robot_memory.long_term.outcomes.outcome_analysis import NEWEST
from robot_memory.long_term.outcomes.outcome_report import (
    MOST_DIFFERENCES,
    outcome_lines,
    record_of,
    task_json,
)
from robot_memory.long_term.outcomes.past_attempt import newest_of
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome


def with_features(attempts, features):
    """Return the attempts with the features of ``features(number)``."""
    return [replace(one, features=features(number)) for number, one in enumerate(attempts)]


def test_a_parameter_with_a_new_value_each_time_gives_no_difference():
    tries = with_features(
        past([("", True)] * 30), lambda number: {"speed": str(number), "load": str(-number)}
    )

    assert record_of(tries).differences == ()


def test_the_20_surest_differences_are_shown_and_the_others_counted():
    tries = with_features(
        past([("", True)] * 12),
        lambda number: {f"flag {name}": str(number % 2) for name in range(32)},
    )

    record = record_of(tries)

    assert len(record.differences) == MOST_DIFFERENCES == 20
    assert task_json(record)["differences_left_out"] == 12
    assert list(outcome_lines([record]))[-1] == "  and 27 more: see --json for the first 20"


def with_sources(attempts, sources):
    """Return the attempts with the sources of ``sources(number)``."""
    return [replace(one, source=sources(number)) for number, one in enumerate(attempts)]


def test_agents_attempts_do_not_displace_persons_attempts_from_the_comparison():
    tries = past([("left", True)] * 8 + [("front", False)] * 8 + [("front", False)] * NEWEST)
    persons = with_sources(tries, lambda number: Source.PERSON if number < 16 else Source.AGENT)

    assert record_of(tries).differences == ()
    (one,) = record_of(persons).differences
    assert one.outside.tried + one.inside.tried == NEWEST
    assert one.outside.failed + one.inside.failed == 8


def test_attempts_of_persons_and_detectors_are_selected_before_those_of_agents():
    kinds = (Source.PERSON, Source.DETECTOR, Source.AGENT, Source.AGENT, Source.CLAIMED)
    tries = with_sources(past([("", True)] * 5), lambda number: kinds[number])

    rows = {most: [one.row for one in newest_of(tries, most)] for most in (1, 2, 3, 9)}
    assert rows == {1: [2], 2: [1, 2], 3: [1, 2, 5], 9: [1, 2, 3, 4, 5]}


def test_tasks_that_agents_report_are_listed_after_all_others(memory):
    memory.report_outcome(TaskOutcome("dock", False, "person:ada"))
    for number in range(3):
        memory.report_outcome(TaskOutcome(f"task {number}", True, "agent:planner"))

    tasks = [one.task for one in memory.outcomes()]
    assert tasks == ["dock", "task 2", "task 1", "task 0"]


def test_agents_attempts_do_not_displace_persons_attempts_from_the_counts(memory, monkeypatch):
    monkeypatch.setattr(past_attempt, "MOST", 3)
    memory.report_outcome(TaskOutcome("dock", False, "person:ada"))
    for _ in range(4):
        memory.report_outcome(TaskOutcome("dock", True, "agent:planner"))

    counted = {one.told_by: (one.tally.failed, one.tally.tried) for one in memory.outcomes()}
    assert counted == {Source.PERSON: (1, 1), Source.AGENT: (0, 3)}
