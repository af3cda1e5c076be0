"""An operation or a question is declared once, and all faces use the same fields."""

from __future__ import annotations

import argparse
import dataclasses
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from robot_memory.applications.operations import OPERATIONS, QUESTIONS, Operation
from robot_memory.applications.operations.consolidate_operation import Consolidate
from robot_memory.applications.operations.context_question import ContextBlocks, GetContext
from robot_memory.applications.operations.entries_questions import ListEntries
from robot_memory.applications.operations.entry_operations import (
    Forget,
    Known,
    Mute,
    Remember,
    Resolve,
    Undo,
)
from robot_memory.applications.operations.knowledge_questions import ListChunks, Recall
from robot_memory.applications.operations.levels_questions import ReadLevelFile
from robot_memory.applications.operations.operation import (
    Declared,
    FieldType,
    Question,
    Since,
    fields_of,
)
from robot_memory.applications.operations.outcome_operations import Outcomes, ReportOutcome
from robot_memory.applications.operations.proposal_operations import (
    ProposeSkill,
    RejectProposal,
)
from robot_memory.applications.operations.status_questions import GetHealth, GetReliability
from robot_memory.entries.context_block import ContextBlock
from robot_memory.faces.cli.operation_verb import QuestionVerb
from robot_memory.faces.cli.verbs import VERBS, load_verb
from robot_memory.foundation.errors import InvalidInput, NotThere
from robot_memory.long_term.chunks import ChunkType
from robot_memory.long_term.night_shift import STEPS
from robot_memory.memory import RobotMemory

SERVICES = Path(__file__).parents[3] / "srv"
ROS_TYPES = {
    FieldType.STRING: "string", FieldType.INTEGER: "uint32", FieldType.NUMBER: "float64",
    FieldType.BOOLEAN: "bool", FieldType.TIME: "builtin_interfaces/Time",
    FieldType.STRINGS: "string[]", FieldType.NAMES: "string[]",
}  # fmt: skip
DECLARED = (*OPERATIONS, *QUESTIONS)
VERBS_DECLARED = [one for one in DECLARED if one.NAME]
SERVED = [one for one in OPERATIONS if one.IS_SERVICE]
ASKED = [one for one in QUESTIONS if one.IS_SERVICE]
EARLIEST = datetime.min.replace(tzinfo=timezone.utc)
SAID = {"type": "environment_note", "text": "The lift is slow"}


def srv_fields(operation: type[Declared]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the request fields and the response fields of a service, with their types."""
    text = (SERVICES / f"{operation.__name__}.srv").read_text(encoding="utf-8")
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    end = lines.index(["---"])
    asked, answered = ({line[1]: line[0] for line in part if line}
                       for part in (lines[:end], lines[end + 1 :]))  # fmt: skip
    return asked, answered


@pytest.mark.parametrize("operation", SERVED, ids=lambda one: one.NAME)
def test_a_service_request_has_the_fields_of_its_operation_and_the_source(operation):
    taken = {one.name: ROS_TYPES[one.type] for one in fields_of(operation, is_person=False)}

    who = {"source": "string"} if operation.HAS_AUTHOR else {}
    assert srv_fields(operation)[0] == {**taken, **who}


@pytest.mark.parametrize("operation", SERVED, ids=lambda one: one.NAME)
def test_a_service_response_has_only_fields_of_the_operations_answer(operation):
    answered = srv_fields(operation)[1]
    answer = operation.run.__annotations__["return"]

    assert list(answered)[:2] == ["success", "message"]
    module = __import__(operation.__module__, fromlist=[answer])
    declared = {one.name for one in dataclasses.fields(getattr(module, answer))}
    assert answered.keys() - {"success"} <= declared


@pytest.mark.parametrize("question", ASKED, ids=lambda one: one.NAME)
def test_a_service_request_has_the_fields_of_its_question(question):
    asked, answered = srv_fields(question)
    declared = fields_of(question, is_person=False, is_node=True)

    assert asked == {one.name: ROS_TYPES[one.type] for one in declared}
    assert list(answered)[:2] == ["success", "message"]


@pytest.mark.parametrize("declared", VERBS_DECLARED, ids=lambda one: one.__name__)
def test_every_declaration_is_a_verb_with_all_its_fields(declared):
    parser = argparse.ArgumentParser()
    load_verb(declared.NAME).add_arguments(parser)

    taken = {action.dest for action in parser._actions} - {"help"}
    who = {"source"} if getattr(declared, "HAS_AUTHOR", False) else set()
    assert declared.NAME.split()[0] in VERBS
    assert taken == {one.name for one in fields_of(declared)} | who


@pytest.mark.parametrize(
    "declared", [one for one in DECLARED if one.PATH], ids=lambda one: one.__name__
)
def test_every_declaration_is_an_endpoint_with_all_its_fields(declared):
    pytest.importorskip("starlette", reason="needs the extra `web`")
    from robot_memory.faces.web.endpoints import ENDPOINTS

    method = "POST" if issubclass(declared, Operation) else "GET"
    path = f"/api/memory{declared.PATH}"
    (endpoint,) = (one for one in ENDPOINTS if (one.method, one.path) == (method, path))

    assert [one.field for one in endpoint.parameters] == list(fields_of(declared))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.__name__)
def test_an_mcp_tool_has_all_fields_of_its_question(question):
    pytest.importorskip("mcp", reason="needs the extra `mcp`")
    from robot_memory.faces.mcp.tools import signature_of

    declared = fields_of(question, is_person=False)
    assert list(signature_of(declared).parameters) == [one.name for one in declared]


def test_the_question_about_chunks_accepts_every_chunk_type():
    (types,) = (one.takes.choices for one in fields_of(ListChunks) if one.name == "type")

    assert types == tuple(kind.value for kind in ChunkType)


def test_consolidate_accepts_every_step_of_the_night_shift():
    (steps,) = (one.takes.choices for one in fields_of(Consolidate) if one.name == "steps")

    assert steps == STEPS


def test_a_missing_file_of_a_level_is_reported_in_the_same_words_everywhere(memory):
    with pytest.raises(NotThere, match=r"no file 'knowledge/dock.md' in the semantic level"):
        ReadLevelFile("semantic", "knowledge/dock.md").ask(memory)


@pytest.mark.parametrize(
    "change", [Resolve, Forget, Mute, lambda one: Known(one, reason="it is ordered")]
)
@pytest.mark.parametrize("by", ["agent:planner", "person:ada"])
def test_the_answer_to_a_request_says_that_it_waits(memory, change, by):
    noted = Remember(**SAID).run(memory, "person:ada")
    done = change(noted.id).run(memory, by)

    assert done.as_record()["waits"] == (by == "agent:planner")


def test_an_answer_without_a_remark_has_only_its_fields_as_json(memory):
    record = GetHealth().ask(memory).as_record()

    assert list(record) == [
        "rrn", "problem", "defects", "seq", "time", "is_watched", "watched", "calm",
    ]  # fmt: skip


def test_an_agent_cannot_propose_a_rejected_skill_again(memory):
    made = ProposeSkill("dock", "# Dock").run(memory, "agent:planner").proposal
    done = RejectProposal(made.id, note="too short").run(memory, "person:ada")
    with pytest.raises(InvalidInput, match=f"{made.id} proposed that before and .* rejected"):
        ProposeSkill("dock", "# Dock").run(memory, "agent:planner")

    assert done.line == f"{made.id} rejected: procedural/skills/dock/SKILL.md"
    assert done.as_record()["note"] == "too short"


def test_the_end_of_a_period_is_exclusive(memory, clock):
    Remember(**SAID).run(memory, "person")
    now = clock.now().time
    before, until = now - timedelta(hours=1), now + timedelta(hours=1)

    assert Recall("lift", since=before, until=until).ask(memory).is_found
    assert not Recall("lift", until=before).ask(memory).is_found
    assert not Recall("lift", until=now).ask(memory).is_found
    assert not Recall("lift", until=EARLIEST).ask(memory).is_found


def test_a_time_without_a_zone_is_refused(memory):
    with pytest.raises(InvalidInput, match="since: 2026-01-01T00:00:00 has no time zone"):
        Recall("lift", since=datetime(2026, 1, 1)).ask(memory)


def test_outcomes_of_a_period_without_attempts_say_so(memory, clock):
    ReportOutcome("dock", succeeded=True).run(memory, "person")
    before = Outcomes(until=clock.now().time - timedelta(hours=1)).ask(memory)

    assert (before.items, before.remark) == ((), "No attempt is known of that time.")


@pytest.mark.parametrize("question", [Recall, GetReliability, Outcomes], ids=lambda one: one.NAME)
def test_a_period_that_is_empty_or_lies_ahead_is_refused(home, clock, question):
    required = {"query": "lift"} if question is Recall else {}
    with RobotMemory.open(home, clock=clock) as memory:
        Remember(**SAID).run(memory, "person")
        now = clock.now().time

        with pytest.raises(InvalidInput, match=rf"{question.REFUSAL}:\n  until: .* is not after"):
            question(**required, since=now, until=now).ask(memory)
        with pytest.raises(InvalidInput, match=r"since: .* is after .*nothing is recorded yet"):
            question(**required, since=now + timedelta(days=1)).ask(memory)


@pytest.mark.parametrize("declared", DECLARED, ids=lambda one: one.__name__)
def test_a_text_without_choices_has_a_limit(declared):
    texts = (one for one in fields_of(declared) if one.type is FieldType.STRING)

    assert all(one.most or one.takes.choices for one in texts)


def test_only_the_node_has_fields_for_the_caller():
    on_all_faces = {one.name for one in fields_of(GetContext)}

    of_node = {one.name for one in fields_of(GetContext, is_node=True)} - on_all_faces
    assert of_node == {"since_last", "caller"}


def test_the_context_has_the_block_of_peers_below_the_own_one(memory):
    lift = Remember(**SAID).run(memory, "person").id
    question = GetContext(include_peers=True)
    own = question.blocks(memory).own
    peers = ContextBlock("Noted by others:\n- The dock is wet", 9, (), 2)

    answer = question.answer(ContextBlocks(own, peers, {}, head=""))

    assert answer.text == f"{own.text}\n\n{peers.text}"
    assert (answer.tokens, answer.entries, answer.peers_left_out) == (own.tokens + 9, (lift,), 2)
    assert answer.remark == "2 notes of peers did not fit the token budget"


def test_an_empty_context_has_a_remark_with_the_reason(memory):
    Remember(**SAID).run(memory, "person")

    nothing = GetContext(tags=("dock", "bay")).ask(memory)
    no_room = GetContext(token_budget=1).ask(memory)

    assert nothing.text == ""
    assert nothing.remark == "no entry that agents get has the tag 'dock' or 'bay'"
    assert no_room.text == ""
    assert no_room.remark == "1 entry did not fit the token budget"


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"min_confidence": 1.5}, r"min_confidence: 1.5 is above 1"),
        ({"token_budget": -5}, r"token_budget: -5 is below 0"),
    ],
)
def test_an_invalid_threshold_or_budget_of_the_context_is_refused(memory, given, refused):
    with pytest.raises(InvalidInput, match=refused):
        GetContext(**given).ask(memory)


def test_fields_only_for_persons_are_not_offered_to_agents():
    everybody = {one.name for one in fields_of(Remember, is_person=False)}

    assert {one.name for one in fields_of(Remember)} - everybody == {"keep", "until"}


def test_an_invalid_note_is_refused_before_a_home_is_created():
    from robot_memory.foundation.settings import Settings

    with pytest.raises(InvalidInput, match="text: is empty"):
        Remember(**{**SAID, "text": " "}).check(Settings(), "person")


def test_the_line_of_an_answer_contains_the_id_once(memory):
    noted = Remember(**SAID).run(memory, "person")
    again = Remember(**SAID).run(memory, "person")
    muted = Mute(noted.id).run(memory, "person")

    assert (noted.message, noted.line) == ("remembered", f"{noted.id} remembered")
    assert again.line == f"{noted.id} reinforced"
    assert muted.line == f"{noted.id} muted until it is unmuted: The lift is slow"
    assert muted.as_record()["id"] == noted.id


def test_a_known_issue_is_withdrawn_by_the_same_operation(memory):
    lift = Remember(**SAID).run(memory, "person").id
    known = Known(lift, reason="a new one is ordered").run(memory, "person")
    back = Known(lift, withdraw=True).run(memory, "person")

    assert known.message == "known until it gets worse: The lift is slow"
    assert back.message == "alarms again: The lift is slow"


def test_the_answer_to_an_undone_note_has_no_entry_fields(memory):
    lift = Remember(**SAID).run(memory, "person").id
    undone = Undo(lift).run(memory, "person").as_record()

    assert undone.keys() == {"id", "message", "undone", "waits"}
    assert "it is in the archive" in undone["undone"]


@dataclasses.dataclass(frozen=True)
class AskedSince(Question):
    """Tell the beginning of a time without an end."""

    since: Since = None

    NAME = "asked since"
    EXAMPLES = ()

    def ask(self, memory):
        raise NotImplementedError


def test_a_question_may_have_only_the_beginning_of_a_period():
    pytest.importorskip("mcp", reason="needs the extra `mcp`")
    from robot_memory.faces.mcp.tools import values_of

    noon = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
    parser = argparse.ArgumentParser()
    verb = QuestionVerb(AskedSince)
    verb.add_arguments(parser)
    typed = verb._values(parser.parse_args(["--since", "2 h ago"]), noon)

    assert typed == {"since": noon - timedelta(hours=2)}
    assert values_of(AskedSince, {"since": "2 h ago"}, noon) == typed


def test_resolved_entries_are_listed_if_asked_for_and_an_empty_list_has_a_remark(memory):
    noted = memory.remember("environment_note", "The lift is slow")
    assert ListEntries(types=("resolved",)).ask(memory).remark == "no entry fits"

    memory.resolve(noted.id, "repaired")
    found = ListEntries(types=("resolved",)).ask(memory)

    assert [entry.id for _, entry in found.items] == [noted.id]
    assert ListEntries().ask(memory).remark == ""


@pytest.mark.parametrize("again", ["The lift is slow", "The lift is very slow at noon, slow"])
def test_the_answer_to_a_note_names_its_entry_once(memory, again):
    noted = Remember(**SAID).run(memory, "agent:planner")
    answer = Remember(SAID["type"], again).run(memory, "agent:planner")

    assert answer.line.count(answer.id[:12]) == 1
    assert (answer.id == noted.id) == (again == SAID["text"])
    assert answer.line.endswith("is the same note: not counted") == (again == SAID["text"])


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_text_for_no_answer_names_no_command(
    question,
):
    assert not any(one.NAME in question.NOTHING for one in OPERATIONS if "-" in one.NAME)
