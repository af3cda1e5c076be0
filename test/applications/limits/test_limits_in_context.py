"""An agent is told first which signed limits its robot obeys."""

from __future__ import annotations

from typing import Any

from robot_memory.applications.operations import GetContext


def test_the_context_begins_with_the_limits_that_the_robot_obeys(scenario: Any):
    scenario.approve(None)
    (limit,) = scenario.publish()

    answer = GetContext().ask(scenario.memory)

    first, second, *_ = answer.context.splitlines()
    assert first == f"Limits in force, signed by an operator: {limit}"
    assert limit.startswith("keep out within 1.0 m of ")
    assert second.startswith("Noted by this robot")
    assert answer.tokens > scenario.memory.context().tokens


def test_limits_are_part_of_the_token_budget(scenario: Any):
    scenario.approve(0.2)
    scenario.publish()

    answer = GetContext(token_budget=60).ask(scenario.memory)

    assert "at most 0.2 m/s within 1.0 m" in answer.context
    assert answer.tokens <= 60


def test_an_ended_limit_is_not_in_the_context(scenario: Any):
    scenario.approve(0.2)
    scenario.publish()
    scenario.withdraw()
    scenario.publish()

    assert "Limits in force" not in GetContext().ask(scenario.memory).context


def test_a_damaged_file_of_limits_is_named_in_the_context(scenario: Any):
    scenario.approve(0.2)
    scenario.publish()
    scenario.in_force("places").write_text("{")

    first, *_ = GetContext().ask(scenario.memory).context.splitlines()

    assert first.startswith("Limits in force, signed by an operator, cannot be read: ")
    assert "in_force" in first
