"""All that a Python program needs can be imported from `robot_memory`, and a page lists it."""

from __future__ import annotations

import ast
import inspect
import math
import re

import numpy as np
import pytest
from reference.python_api import METHODS, python_api_page

import robot_memory
from robot_memory import (
    HomeRefused,
    InvalidInput,
    MemoryEntry,
    Query,
    RobotMemory,
    TaskOutcome,
)

PAGE = python_api_page()
NOTE = ("environment_note", "Kitchen doorway has a 3 cm lip")
TRIED = ("dock at bay 2", True, "agent:planner")
UNREAD = TaskOutcome(*TRIED, "", {"n": math.nan})
OF_A_CLOSED_ONE = {"open", "close", "defects", "problem", "rrn", "settings"}


def words_of(annotation):
    """Return the names in a string annotation."""
    return {node.id for node in ast.walk(ast.parse(annotation)) if isinstance(node, ast.Name)}


@pytest.mark.parametrize("name", METHODS)
def test_the_types_of_method_arguments_and_results_are_exported(name):
    member = inspect.getattr_static(RobotMemory, name)
    signature = inspect.signature(member.fget if isinstance(member, property) else member.__func__
                                  if isinstance(member, classmethod) else member)  # fmt: skip
    given = [one.annotation for one in signature.parameters.values() if one.annotation]
    told = [text for text in (*given, signature.return_annotation) if isinstance(text, str)]
    standard = {"bool", "int", "float", "str", "list", "tuple", "datetime", "Path", "Callable",
                "Collection"}  # fmt: skip

    assert set().union(*map(words_of, told)) - standard <= {*robot_memory.__all__}


@pytest.mark.parametrize("name", robot_memory.__all__)
def test_each_name_that_is_exported_is_there_and_documented(name):
    assert inspect.getdoc(getattr(robot_memory, name))
    assert re.search(rf"^(?:### `|from robot_memory import |[ │├└─]*){name}\b", PAGE, re.MULTILINE)


def test_an_unknown_name_raises_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Memory'"):
        _ = robot_memory.Memory


def test_recall_accepts_a_plain_string(memory):
    memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")

    (hit,) = memory.recall("kitchen doorway")
    assert hit == memory.recall(Query("kitchen doorway"))[0]
    assert isinstance(memory.entries()[0][1], MemoryEntry)


CALLS = {
    "tags: 'kitchen' is not a list of strings": lambda m: m.remember(*NOTE, tags="kitchen"),
    r"tags: \[1\] is not a list of strings": lambda m: m.remember(*NOTE, tags=[1]),
    "confidence: '0.5' is not a finite number": lambda m: m.remember(*NOTE, confidence="0.5"),
    "keep: 'yes' is not True or False": lambda m: m.remember(*NOTE, keep="yes"),
    "text: None is not a string": lambda m: m.remember(NOTE[0], None),
    "token_budget: -1 is below 0": lambda m: m.context(-1),
    "token_budget: 1.5 is not a whole number": lambda m: m.context(token_budget=1.5),
    "token_budget: True is not a whole number": lambda m: m.context(token_budget=True),
    "min_confidence: nan is not a finite number": lambda m: m.context(min_confidence=math.nan),
    "types: 'bogus' is not one of hardware_obs": lambda m: m.entries(types=["bogus"]),
    "limit: -1 is below 1": lambda m: m.why("mem-00000000", limit=-1),
    "entry_id: None is not a string": lambda m: m.why(None),
    "query: 5 is not Query or a string": lambda m: m.recall(5),
    "limit: '3' is not a whole number": lambda m: m.recall(Query("kitchen", limit="3")),
    "sources: 'fact' is not a list of strings": lambda m: m.recall(Query("lip", sources="fact")),
    "until: '2030-01-01' is not a time or None": lambda m: m.mute("mem-0", until="2030-01-01"),
    "outcome: 'docked' is not TaskOutcome": lambda m: m.report_outcome("docked"),
    r"parameters: \{'n': nan\} is not names": lambda m: m.report_outcome(UNREAD),
    "steps: 'index' is not a list of strings": lambda m: m.consolidate("index"),
}  # fmt: skip


@pytest.mark.parametrize("problem", CALLS)
def test_an_argument_of_wrong_type_or_range_is_refused_by_name(memory, problem):
    with pytest.raises(InvalidInput, match=problem):
        CALLS[problem](memory)
    assert memory.entries() == []


def test_a_numeric_task_parameter_is_stored_as_text(memory):
    memory.report_outcome(TaskOutcome(*TRIED, parameters={"n": 3}))

    (row,) = memory.ledger.attempts(TRIED[0])
    assert row.detail["parameters"] == {"n": "3"}


@pytest.mark.parametrize(
    "number", [np.int64, np.int16, np.uint8, np.float16, np.float32, np.float64]
)
def test_numpy_numbers_and_booleans_are_accepted(memory, number):
    memory.remember(*NOTE, confidence=number(1), keep=np.bool_(True))
    memory.report_outcome(TaskOutcome(TRIED[0], np.bool_(False), TRIED[2], "", {"n": number(3)}))

    ((_, entry),) = memory.entries(min_confidence=np.float32(0.6))
    (row,) = memory.ledger.attempts(TRIED[0])
    assert entry.confidence == 1.0 and "kept_until" in entry.extra
    assert row.detail["succeeded"] is False
    assert float(row.detail["parameters"]["n"]) == 3


def test_numpy_integers_are_accepted_as_budgets_and_limits(memory):
    memory.remember(*NOTE)
    ((_, entry),) = memory.entries()

    assert memory.context(np.int64(500)).text == memory.context(500).text
    assert memory.why(entry.id, limit=np.int32(3)) == memory.why(entry.id, limit=3)
    assert memory.recall(Query("lip", limit=np.int64(3))) == memory.recall(Query("lip", limit=3))


@pytest.mark.parametrize(
    "number", [np.float32(1.5), np.bool_(True), np.float64(2.0), np.complex64(2)]
)
def test_a_numpy_value_that_is_no_integer_is_refused_as_a_budget(home, clock, number):
    refused = pytest.raises(InvalidInput, match=r"token_budget: .* is not a whole number")
    with RobotMemory.open(home, clock=clock) as memory, refused:
        memory.context(number)


@pytest.mark.parametrize("number", [np.float32, np.float64])
def test_a_numpy_float_is_compared_and_stored_by_its_decimal_value(memory, number):
    memory.remember(*NOTE, confidence=0.6)
    memory.report_outcome(TaskOutcome(*TRIED, parameters={"speed": number(0.6)}))

    (row,) = memory.ledger.attempts(TRIED[0])
    assert len(memory.entries(min_confidence=number(0.6))) == 1
    assert row.detail["parameters"] == {"speed": "0.6"}


@pytest.mark.parametrize("name", [name for name in METHODS if name not in OF_A_CLOSED_ONE])
def test_a_method_of_a_closed_memory_raises_and_logs_nothing(home, clock, caplog, name):
    values = {"token_budget": 0, "limit": 20, "steps": (), "force": False, "query": "lip"}
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember(*NOTE)
    method = getattr(memory, name)
    given = {one.name: values.get(one.name, "mem-72720dcf")
             for one in inspect.signature(method).parameters.values()
             if one.default is inspect.Parameter.empty}  # fmt: skip

    with pytest.raises(HomeRefused, match="is closed"):
        method(**given)
    memory.close()
    assert caplog.text == ""
