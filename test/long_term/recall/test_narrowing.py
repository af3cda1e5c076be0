"""A question can be narrowed: to sources, speakers, components and times."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from remembered import NOON

from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.recall.query import Query


@pytest.fixture
def talk(robot):
    robot.talk(
        ("Ada", "The gripper squeaks"), ("Bob", "My gripper squeaks as well"),
        ("Ada Lovelace", "Oil the gripper"),
    )  # fmt: skip
    return robot


def test_a_search_by_speaker_finds_only_their_turns(talk):
    assert {hit.speaker for hit in talk.find("gripper", speaker="bob")} == {"Bob"}
    assert {hit.turn for hit in talk.find("gripper", speaker="ADA")} == {0, 2}
    assert {hit.turn for hit in talk.find("gripper", speaker="Ada Lovelace")} == {2}
    assert talk.find("gripper", speaker="Chen") == []
    assert talk.find("gripper", speaker="?!") == []


@pytest.mark.parametrize("name", ["agent ada", "agent:person:ada", "Assistant (Ada)"])
def test_a_search_by_a_persons_name_does_not_find_a_machine_of_that_name(robot, name):
    robot.talk(("Ada", "The gripper squeaks"), (name, "The gripper is fine"))

    assert {hit.speaker for hit in robot.find("gripper", speaker="ada")} == {"Ada"}
    assert {hit.speaker for hit in robot.find("gripper", speaker=name)} == {name}


def test_a_speaker_who_is_named_in_the_question_comes_first(talk):
    first = talk.find("What did Bob say about the gripper?")[0]

    assert first.speaker == "Bob"
    assert "spoken by Bob" in first.why


def test_a_search_by_component_finds_only_that_component(robot):
    robot.seen("It stalls", component="left arm")
    robot.seen("It stalls", component="right arm")

    (hit,) = robot.find("stalls", component="left arm")

    assert "about left arm" in hit.why


def test_a_search_by_time_finds_only_that_period(robot):
    for day in range(3):
        robot.seen(f"It stalls on floor {day}", kind=Kind.EVENT)
        robot.wait(days=1)

    texts = robot.texts("stalls", since=NOON + timedelta(hours=1), until=NOON + timedelta(days=1))

    assert texts == ["It stalls on floor 1"]


@pytest.mark.parametrize("asked", ["what happened?", "fault"])
def test_what_happened_in_a_period_finds_all_observations_of_it(robot, asked):
    for day in range(3):
        robot.seen(f"It stalls on floor {day}")
        robot.wait(days=1)

    hits = robot.find(asked, since=NOON + timedelta(hours=1), until=NOON + timedelta(days=1))

    assert {hit.text for hit in hits} == {"It stalls on floor 1"}
    assert all(hit.is_answer for hit in hits)


def test_a_search_by_source_finds_only_those_sources(robot):
    robot.fact("gripper", "has_part", "finger")
    robot.talk(("Ada", "The gripper squeaks"))

    assert robot.sources("gripper") == ["fact", "chunk"]
    assert robot.sources("gripper", sources=["chunk", "event"]) == ["chunk"]
    assert robot.sources("gripper", sources="fact") == ["fact"]


def test_a_question_about_only_a_time_finds_everything_of_that_time(robot):
    robot.talk(("Ada", "The gripper stalled"), name="old", start=NOON - timedelta(days=9))
    robot.talk(("Ada", "The lift is slow"), name="new", start=NOON - timedelta(days=1))

    (hit,) = robot.find("What happened yesterday?")

    assert hit.conversation_id == "new"
    assert hit.why == ("on 2026-11-30 (yesterday)",)


def test_a_turn_is_found_by_the_words_of_the_question_before_it(robot):
    robot.talk(
        ("Ada", "What colour is the new charging station?"), ("Bob", "I never saw that one."),
        ("Ada", "Good morning everybody."), ("Bob", "Good morning."),
    )  # fmt: skip

    hits = robot.find("colour of the charging station")

    assert hits[0].text == "I never saw that one."
    assert hits[0].why == ("is next to a turn that matches",)


def test_passwords_in_files_of_people_and_other_tools_are_not_shown_or_indexed(robot):
    robot.page("semantic/knowledge/gripper.md", "- gripper password=swordfish99\n")
    robot.page("knowledge-graph/facts.jsonl", json.dumps({
        "subject": "gripper", "predicate": "has_login", "object": "password=hunter2hunter2",
        "created": NOON.isoformat(),
    }) + "\n")  # fmt: skip
    robot.chunks.create_chunk("The gripper has the token: abcdef123456")
    robot.seen("gripper login failed, password=opensesame77", kind=Kind.EVENT)
    robot.lesson("The gripper asks for password=correcthorse11 at each start")

    texts = " ".join(robot.texts("gripper"))

    assert texts.count("[removed: ") == 5
    kept = b"".join(path.read_bytes() for path in robot.home.glob("index.db*"))
    for secret in ("swordfish99", "hunter2", "abcdef123456", "opensesame77", "correcthorse11"):
        assert secret not in texts
        assert secret.encode() not in kept


def test_chunks_that_were_recalled_are_counted_at_the_next_tick(robot):
    (chunk_id,) = robot.talk(("Ada", "The gripper squeaks"), ("Bob", "Oil the gripper")).created

    robot.find("gripper")
    robot.recall.recall(Query("gripper"))
    robot.recall.recall(Query("gripper"))
    assert robot.chunks.read_chunk(chunk_id).metadata.access_count == 0
    robot.recall.tick()
    robot.recall.tick()

    assert robot.chunks.read_chunk(chunk_id).metadata.access_count == 2


@pytest.mark.parametrize(
    ("source", "speaker", "is_hers"),
    [
        (Source.PERSON, "ada", True),
        (Source.CLAIMED, "ada (said to be a person, over ROS)", False),
        (Source.AGENT, "agent ada", False),
    ],
)
def test_a_claimed_persons_note_is_marked_and_not_found_by_that_name(
    robot, source, speaker, is_hers
):
    row = Observation(
        Kind.NOTE, robot.clock.now(), "The charger is in bay 9", source, detail={"by": "ada"}
    )
    robot.ledger.append([row])
    (found,) = robot.find("charger")
    assert found.speaker == speaker
    assert bool(robot.find("charger", speaker="ada")) is is_hers


@pytest.mark.parametrize("padding", [".", "\u2800", "\u3164", " of the night shift"])
def test_the_claim_mark_is_kept_behind_a_very_long_name(robot, padding):
    robot.talk((claimed_name("Ada" + padding * 70), "The charger is in bay 9"))

    (found,) = robot.find("charger")
    assert found.speaker.startswith("Ada") and found.speaker.endswith(f" ({CLAIM})")
    assert not robot.find("charger", speaker="ada")


def test_a_claimed_persons_turn_is_not_found_by_that_name(robot):
    robot.talk((claimed_name("Ada"), "The charger is in bay 9"), ("Ada", "The charger is in bay 2"))
    assert [hit.turn for hit in robot.find("charger", speaker="ada")] == [1]


def test_a_word_that_is_also_a_speakers_role_does_not_restrict_the_speaker(robot):
    robot.talk(
        ("system", "The cooling was checked and nothing failed in it"),
        ("Ada", "The cooling system failed at the left drive"),
    )
    assert robot.texts("what failed in the cooling system?")[0].startswith("The cooling system")
