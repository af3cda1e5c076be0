"""What is told of a task has a bounded size, whatever its parameters are."""

from __future__ import annotations

from dataclasses import replace

from outcome_attempts import alternating, past

from robot_memory.outcomes.outcome_lines import outcome_lines, task_json
from robot_memory.outcomes.outcome_report import MOST_DIFFERENCES, record_of


def with_features(attempts, features):
    """Return attempts with other features, by the number of the attempt."""
    return [replace(one, features=features(number)) for number, one in enumerate(attempts)]


def test_a_parameter_that_is_another_number_each_time_makes_no_difference():
    tries = with_features(
        past([("", True)] * 30), lambda number: {"speed": str(number), "load": str(-number)}
    )

    assert record_of(tries).differences == ()


def test_a_value_of_many_that_was_tried_often_enough_is_compared():
    tries = past(alternating(("front", 8, 8), ("left", 8, 0), ("right", 8, 8), ("top", 1, 1)))

    named = [one.condition.value for one in record_of(tries).differences]
    assert sorted(named) == ["front", "left", "right"]


def test_of_many_differences_the_surest_are_told_and_the_others_counted():
    tries = with_features(
        past([("", True)] * 12),
        lambda number: {f"flag {name}": str(number % 2) for name in range(32)},
    )

    record = record_of(tries)

    assert len(record.differences) == MOST_DIFFERENCES == 20
    assert task_json(record)["differences_left_out"] == 12
    assert list(outcome_lines([record]))[-1] == "  and 27 more: see --json for the first 20"
