"""How a task went is an event that only the memory notes."""

from __future__ import annotations

import json

import pytest

from robot_memory.errors import InvalidInput
from robot_memory.levels import TaskOutcome

BY = "agent:planner"


def noted(levels):
    return json.loads(levels.tree.events.read_text(encoding="utf-8").splitlines()[-1])


def test_an_outcome_is_a_line_of_the_record_with_the_given_fields(levels):
    outcome = TaskOutcome("dock at bay 2", False, BY, "bay 2", {"approach": "left"}, "slipped")

    levels.report_outcome(outcome)

    line = noted(levels)
    assert {name: line[name] for name in line if name not in ("chain", "timestamp")} == {
        "type": "task_outcome",
        "task": "dock at bay 2",
        "outcome": "failed",
        "place": "bay 2",
        "parameters": {"approach": "left"},
        "note": "slipped",
        "by": BY,
    }


def test_fields_that_were_not_given_are_left_out(levels):
    levels.report_outcome(TaskOutcome("dock", True, BY))

    assert set(noted(levels)) == {"timestamp", "type", "task", "outcome", "by", "chain"}


def test_a_password_in_a_note_is_taken_out(levels):
    levels.report_outcome(TaskOutcome("open the door", True, BY, note="password: hunter2hunter2"))

    assert "hunter2" not in noted(levels)["note"]


def test_no_other_tool_writes_an_outcome(levels):
    with pytest.raises(InvalidInput, match="task_outcome"):
        levels.write_memory({"type": "task_outcome", "task": "dock"}, "episodic", "")


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
    ],
)
def test_what_cannot_be_stored_is_named(given, path):
    with pytest.raises(InvalidInput) as refused:
        TaskOutcome(**{"task": "dock", "succeeded": True, "by": BY, **given})

    assert [defect.path for defect in refused.value.defects] == [path]
