"""An operation is declared once: all faces take the same fields."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path

import pytest

from robot_memory.applications.operations import OPERATIONS, Operation
from robot_memory.applications.operations.entry_operations import Known, Mute, Remember, Undo
from robot_memory.applications.operations.operation import FieldType, fields_of
from robot_memory.faces.cli.verbs import VERBS, load_verb
from robot_memory.foundation.errors import InvalidInput
from robot_memory.memory import RobotMemory

SERVICES = Path(__file__).parents[3] / "srv"
ROS_TYPES = {
    FieldType.STRING: "string", FieldType.NUMBER: "float64", FieldType.BOOLEAN: "bool",
    FieldType.TIME: "builtin_interfaces/Time", FieldType.STRINGS: "string[]",
    FieldType.NAMES: "string[]",
}  # fmt: skip
SERVED = [one for one in OPERATIONS if one.IS_SERVICE]
SAID = {"type": "environment_note", "text": "The lift is slow"}


def srv_fields(operation: type[Operation]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the fields of the request and of the answer of a service, with their types."""
    text = (SERVICES / f"{operation.__name__}.srv").read_text(encoding="utf-8")
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    end = lines.index(["---"])
    asked, answered = ({line[1]: line[0] for line in part if line}
                       for part in (lines[:end], lines[end + 1 :]))  # fmt: skip
    return asked, answered


@pytest.mark.parametrize("operation", SERVED, ids=lambda one: one.NAME)
def test_a_service_takes_what_its_operation_takes_and_who_calls(operation):
    taken = {one.name: ROS_TYPES[one.type] for one in fields_of(operation, is_person=False)}

    assert srv_fields(operation)[0] == {**taken, "source": "string"}


@pytest.mark.parametrize("operation", SERVED, ids=lambda one: one.NAME)
def test_a_service_answers_with_fields_of_the_operations_answer(operation):
    answered = srv_fields(operation)[1]
    answer = operation.run.__annotations__["return"]

    assert list(answered)[:2] == ["success", "message"]
    module = __import__(operation.__module__, fromlist=[answer])
    declared = {one.name for one in dataclasses.fields(getattr(module, answer))}
    assert answered.keys() - {"success"} <= declared


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.NAME)
def test_an_operation_is_a_verb_that_takes_all_its_fields(operation):
    parser = argparse.ArgumentParser()
    load_verb(operation.NAME).add_arguments(parser)

    taken = {action.dest for action in parser._actions} - {"help"}
    assert operation.NAME in VERBS
    assert taken == {one.name for one in fields_of(operation)} | {"source"}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.NAME)
def test_an_operation_is_an_endpoint_that_takes_all_its_fields(operation):
    pytest.importorskip("starlette", reason="needs the extra `web`")
    from robot_memory.faces.web.endpoints import ENDPOINTS

    path = f"/api/memory{operation.PATH}"
    (endpoint,) = (one for one in ENDPOINTS if (one.method, one.path) == ("POST", path))

    assert [one.name for one in endpoint.parameters] == [one.name for one in fields_of(operation)]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.NAME)
def test_a_text_without_choices_has_a_limit(operation):
    texts = (one for one in fields_of(operation) if one.type is FieldType.STRING)

    assert all(one.most or one.takes.choices for one in texts)


def test_who_is_no_person_is_not_offered_what_only_a_person_may_give():
    everybody = {one.name for one in fields_of(Remember, is_person=False)}

    assert {one.name for one in fields_of(Remember)} - everybody == {"keep", "until"}


def test_what_no_memory_would_store_is_refused_before_a_home_is_made():
    from robot_memory.foundation.settings import Settings

    with pytest.raises(InvalidInput, match="text: is empty"):
        Remember(**{**SAID, "text": " "}).check(Settings(), "person")


def test_an_answer_says_the_id_once_to_who_sees_only_a_line(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        noted = Remember(**SAID).run(memory, "person")
        again = Remember(**SAID).run(memory, "person")
        muted = Mute(noted.id).run(memory, "person")

    assert (noted.message, noted.line) == ("remembered", f"{noted.id} remembered")
    assert again.line == f"{noted.id} reinforced"
    assert muted.line == f"{noted.id} muted until it is unmuted: The lift is slow"
    assert muted.as_record()["id"] == noted.id


def test_a_declaration_is_taken_back_by_the_same_operation(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        lift = Remember(**SAID).run(memory, "person").id
        known = Known(lift, reason="a new one is ordered").run(memory, "person")
        back = Known(lift, withdraw=True).run(memory, "person")

    assert known.message == "known until it gets worse: The lift is slow"
    assert back.message == "alarms again: The lift is slow"


def test_a_note_that_is_taken_back_is_no_entry_any_more(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        lift = Remember(**SAID).run(memory, "person").id
        undone = Undo(lift).run(memory, "person").as_record()

    assert undone.keys() == {"id", "message", "undone"}
    assert "it is in the archive" in undone["undone"]
