"""Each service answers, and says in a sentence why not."""

from __future__ import annotations

import math
import time

import pytest
from builtin_interfaces.msg import Time
from robot_memory.msg import RecallHit
from robot_memory.srv import GetContext, ListEntries, Mute, Recall, Remember, Repaired, Resolve, Why

pytestmark = pytest.mark.ros

NOTE = {"type": "environment_note", "source": "person:ada"}


@pytest.fixture
def call(shared_node, robot):
    """Call a service of a node that all tests here share; they use words of their own."""

    def call(kind, name, **fields):
        return robot.call(kind, f"/robot_memory/{name}", **fields)

    return call


@pytest.fixture
def remember(call):
    def remember(text, **fields):
        answer = call(Remember, "remember", **{**NOTE, "text": text, **fields})
        assert answer.success, answer.message
        return answer.id

    return remember


def test_what_is_remembered_is_told_listed_and_explained(call, remember):
    entry_id = remember("Kitchen doorway has a 3 cm lip", tags=["kitchen"], confidence=0.9)

    context = call(GetContext, "get_context", tags=["kitchen"])
    listed = call(ListEntries, "list_entries", tags=["kitchen"])
    why = call(Why, "why", id=entry_id)

    assert context.context == "🔴 [90%] Kitchen doorway has a 3 cm lip"
    assert [entry.id for entry in context.entries] == [entry_id]
    assert 0 < context.tokens <= 800
    assert [entry.id for entry in listed.entries] == [entry_id]
    assert why.entry.text == "Kitchen doorway has a 3 cm lip"
    assert why.entry.observation_count == 1
    assert abs(why.entry.first_seen.sec - time.time()) < 60
    assert [(row.kind, row.summary) for row in why.evidence] == [
        ("note", "Kitchen doorway has a 3 cm lip")
    ]


def test_the_same_note_again_reinforces(call, remember):
    first = remember("The ramp is slippery in rain")
    again = call(Remember, "remember", **NOTE, text="The ramp is slippery in rain")

    assert (again.success, again.created, again.id) == (True, False, first)
    assert again.message == f"{first} reinforced"


def test_what_is_resolved_is_kept_and_not_told(call, remember):
    entry_id = remember("Cable lies across aisle four", tags=["aisle"])

    answer = call(Resolve, "resolve", id=entry_id, note="taken away")

    assert answer.success
    assert answer.message == "resolved: Cable lies across aisle four"
    assert call(GetContext, "get_context", tags=["aisle"]).context == ""
    assert call(ListEntries, "list_entries", tags=["aisle"]).entries == []
    kept = call(ListEntries, "list_entries", tags=["aisle"], include_resolved=True).entries
    assert [(entry.id, entry.type) for entry in kept] == [(entry_id, "resolved")]


def test_what_is_muted_is_not_told_until_then(call, remember):
    entry_id = remember("Loading dock is noisy", tags=["dock"])
    tomorrow = Time(sec=int(time.time()) + 86400)

    assert call(Mute, "mute", id=entry_id, until=tomorrow, why="fair").success
    assert call(GetContext, "get_context", tags=["dock"]).context == ""
    assert len(call(ListEntries, "list_entries", tags=["dock"]).entries) == 1
    assert call(Mute, "mute", id=entry_id, until=Time(sec=1)).success
    assert "Loading dock" in call(GetContext, "get_context", tags=["dock"]).context


def test_a_repaired_part_resolves_what_is_about_it(call, remember):
    entry_id = remember("Gripper slips on glass", type="hardware_observation", tags=["gripper"])

    answer = call(Repaired, "repaired", component="gripper", note="new pads")

    assert (answer.success, list(answer.ids)) == (True, [entry_id])
    again = call(Repaired, "repaired", component="gripper")
    assert (again.success, list(again.ids)) == (True, [])
    assert again.message == "no open entry is about it; the repair is noted all the same"


def test_a_context_has_room_for_what_it_is_given_room_for(call, remember):
    for number in range(12):
        words = "several more words that take up room in the context block"
        remember(f"Shelf {number} is bent and {words}", tags=["shelf"])

    context = call(GetContext, "get_context", tags=["shelf"], token_budget=100)

    assert 0 < context.tokens <= 100
    assert len(context.context.splitlines()) == len(context.entries) < 12
    assert (
        context.message
        == f"{12 - len(context.entries)} weaker entries did not fit the token budget"
    )


def test_since_last_tells_what_is_new(call, remember):
    call(GetContext, "get_context", since_last=True)
    remember("Lift two needs a second call")

    assert "Lift two" in call(GetContext, "get_context", since_last=True).context.splitlines()[0]


@pytest.mark.parametrize(
    ("kind", "name", "fields", "words"),
    [
        (Resolve, "resolve", {"id": "mem-00000000"}, "no entry has the id 'mem-00000000'"),
        (Mute, "mute", {"id": ""}, "no entry has the id ''"),
        (Why, "why", {"id": "mem-0\n"}, "no entry has the id"),
        (Remember, "remember", {**NOTE, "text": "  "}, "text"),
        (Remember, "remember", {**NOTE, "text": "x" * 501}, "500"),
        (Remember, "remember", {"type": "rumour", "text": "It is said"}, "rumour"),
        (Remember, "remember", {**NOTE, "text": "Too sure", "confidence": 1.7}, "1.7"),
        (Remember, "remember", {**NOTE, "text": "Unsure", "confidence": math.nan}, "nan"),
        (Remember, "remember", {**NOTE, "text": "Whose", "source": "robot"}, "source"),
        (Repaired, "repaired", {"component": " "}, "component is empty"),
        (GetContext, "get_context", {"min_confidence": math.nan}, "min_confidence"),
        (GetContext, "get_context", {"min_confidence": -0.1}, "min_confidence"),
        (ListEntries, "list_entries", {"min_confidence": 2.0}, "min_confidence"),
        (ListEntries, "list_entries", {"types": ["rumour"]}, "there is no type rumour"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(call, kind, name, fields, words):
    answer = call(kind, name, **fields)

    assert not answer.success
    assert words in answer.message


# -- recall --------------------------------------------------------------------------------------


def test_what_was_remembered_is_recalled_with_where_it_is_from_and_why(call, remember):
    entry_id = remember("The lift door closes on slow robots", tags=["lift"])
    answer = call(Recall, "recall", query="What does the lift do to slow robots?")

    assert answer.success, answer.message
    first = answer.hits[0]
    assert (first.source, first.id) == (RecallHit.ENTRY, entry_id)
    assert first.text == "The lift door closes on slow robots"
    assert first.where and first.why
    assert abs(first.stamp.sec - time.time()) < 60


def test_recall_keeps_to_the_sources_and_the_limit_that_are_asked_for(call, remember):
    for number in range(3):
        remember(f"The charging dock of hall {number} is worn")
    answer = call(Recall, "recall", query="worn charging dock", limit=2, sources=["entry"])

    assert len(answer.hits) == 2
    assert {hit.source for hit in answer.hits} == {"entry"}


def test_nothing_found_is_an_answer_and_a_question_that_is_none_an_error(call):
    nothing = call(Recall, "recall", query="zeppelin")
    empty = call(Recall, "recall", query="  ")
    unknown = call(Recall, "recall", query="zeppelin", sources=["rumour"])

    assert (nothing.success, nothing.message) == (True, "nothing was found")
    assert (empty.success, "query" in empty.message) == (False, True)
    assert (unknown.success, "rumour" in unknown.message) == (False, True)
