"""A reported attempt is checked, and stored without secrets."""

from __future__ import annotations

import pytest
from outcome_attempts import BY

from robot_memory import RobotMemory
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.settings import Settings
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome, read_parameters


def stored(memory):
    (task,) = memory.ledger.tasks()
    return memory.ledger.attempts(task)[-1]


def test_an_outcome_is_a_row_with_the_given_fields(memory):
    given = TaskOutcome("dock at bay 2", False, BY, "bay 2", {"approach": "left"}, "slipped")

    memory.report_outcome(given)

    row = stored(memory)
    assert row.component == "dock at bay 2"
    assert row.detail == {
        "succeeded": False,
        "place": "bay 2",
        "parameters": {"approach": "left"},
        "note": "slipped",
        "by": "planner",
    }


def test_a_report_by_neither_a_person_nor_an_agent_is_refused(memory):
    with pytest.raises(InvalidInput, match="neither 'person' nor 'agent'"):
        memory.report_outcome(TaskOutcome("dock", True, "detector:dock"))

    assert memory.ledger.tasks() == []


def test_a_report_is_refused_while_outcomes_are_disabled(home, clock):
    with RobotMemory.open(home, clock=clock, settings=Settings(outcomes_enabled=False)) as memory:
        with pytest.raises(InvalidInput, match=r"outcomes\.enabled: is false"):
            memory.report_outcome(TaskOutcome("dock", True, BY))

        assert memory.ledger.tasks() == []


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"task": " "}, "task"),
        ({"task": "x" * 201}, "task"),
        ({"place": "x" * 201}, "place"),
        ({"note": "x" * 1001}, "note"),
        ({"note": "\ud800"}, "note"),
        ({"parameters": {str(n): "1" for n in range(33)}}, "parameters"),
        ({"parameters": {"speed": "x" * 200}}, "parameters[0]"),
        ({"parameters": {" ": "1"}}, "parameters"),
        ({"parameters": {"speed": "1", " speed": "2"}}, "parameters"),
        ({"parameters": {"pi\u00f1a": "1", "pin\u0303a": "2"}}, "parameters"),
        (
            {"parameters": {"password=hunter2hunter2": "1", "password=letmein2letmein": "2"}},
            "parameters",
        ),
    ],
)
def test_an_invalid_field_of_an_outcome_is_refused_with_its_name(given, path):
    with pytest.raises(InvalidInput) as refused:
        TaskOutcome(**{"task": "dock", "succeeded": True, "by": BY, **given})

    assert [defect.path for defect in refused.value.defects] == [path]


def test_a_parameter_that_is_given_twice_is_refused():
    with pytest.raises(InvalidInput, match="--with: 'a' is given twice"):
        read_parameters(["a=1", " a = 2", "b=1"], "--with")


def test_a_note_after_a_field_that_names_a_secret_is_removed(memory):
    memory.report_outcome(TaskOutcome("dock 2", True, BY, "wifi password", note="fl4ming0s9"))

    assert "fl4ming0s9" not in str(stored(memory))
