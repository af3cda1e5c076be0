"""A fact taken from a conversation is shown as the turn that states it."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from remembered import NOON

from robot_memory.long_term.chunks import import_conversation


def test_a_fact_and_a_digest_line_are_one_hit_with_the_turn_that_states_them(robot):
    robot.talk(("Ada", "Hello"), ("Bob", "I live in Graz and like it there."))
    robot.fact("Bob", "lives_in", "Graz")
    robot.page("daily/2026-12-01.md", "# 2026-12-01\n\n## Facts Learned\n- Bob: I live in Graz\n")

    first, *others = robot.find("Where does Bob live?")

    assert (first.source, first.turn, first.speaker) == ("chunk", 1, "Bob")
    assert first.why[-1] == "also a fact, in daily/2026-12-01.md"
    assert others == []


@pytest.mark.parametrize(
    "words",
    [
        "The charger is not in the potting shed any more, it is in the seed store.",
        "Is the charger in the potting shed?",
        "If the charger is in the potting shed, tell me.",
        "The charger ist nicht in the potting shed.",
    ],
)
def test_a_turn_that_does_not_assert_a_fact_is_not_merged_with_it(robot, words):
    robot.talk(("Ada", words))
    robot.fact("charger", "is_in", "the potting shed")

    hits = robot.find("charger potting shed")

    assert {hit.source for hit in hits} == {"chunk", "fact"}
    assert not any("also" in reason for hit in hits for reason in hit.why)


def test_a_correction_is_merged_with_the_fact_that_it_states(robot):
    robot.talk(("Ada", "No, sorry, the charger is in the seed store."))
    robot.fact("charger", "is_in", "the seed store")

    (hit,) = robot.find("charger seed store")
    assert "also a fact" in hit.why


def test_words_from_two_sentences_are_not_taken_as_stating_a_fact(robot):
    robot.talk(("Ada", "The charger is new. The drill is in the potting shed."))
    robot.fact("charger", "is_in", "the potting shed")

    assert {hit.source for hit in robot.find("charger potting shed")} == {"chunk", "fact"}


def test_a_turn_that_denies_an_entry_stays_a_hit_beside_it(robot):
    robot.lesson("The charger is in the potting shed")
    robot.talk(("Ada", "The charger is not in the potting shed."))

    assert {hit.source for hit in robot.find("charger potting shed")} == {"chunk", "entry"}


def test_a_digest_chunk_is_merged_with_its_source(robot):
    robot.talk(("Ada", "The ramp in the yard is slippery."))
    robot.chunks.create_chunks("Ada: The ramp in the yard is slippery.", tags=["digest"],
                               source="derived")  # fmt: skip

    assert [hit.turn for hit in robot.find("slippery ramp")] == [0]


def changed_before(seconds: float, *folders: Path) -> None:
    """Set the folders' modification times to some seconds ago."""
    then = time.time() - seconds
    for folder in folders:
        os.utime(folder, (then, then))


def test_a_digest_line_is_found_in_its_chunk_after_the_page_was_removed(robot):
    page = robot.home / "daily" / "2026-11-30.md"
    page.parent.mkdir()
    page.write_text("# 2026-11-30\n\n## Facts Learned\n- The ramp in the yard is slippery.\n")
    robot.chunks.create_chunks("The ramp in the yard is slippery.", tags=["digest"],
                               source="derived", conversation_id="digest-2026-11-30",
                               created=NOON - timedelta(days=1))  # fmt: skip
    changed_before(100, robot.home / "daily", robot.home / "chunks" / "2026-11")
    assert [hit.source for hit in robot.find("slippery ramp")] == ["knowledge"]

    page.unlink()
    changed_before(90, robot.home / "daily")
    assert [hit.source for hit in robot.find("slippery ramp")] == ["chunk"]


def test_a_question_about_a_speaker_and_a_day_finds_what_they_said_then(robot):
    robot.talk(("Ada", "The gripper stalled"), ("Bob", "I saw it"), start=NOON - timedelta(days=1))
    robot.talk(("Ada", "The lift is slow"), name="today")

    first, *_ = robot.find("What did Ada say yesterday?")

    assert (first.text, first.speaker) == ("The gripper stalled", "Ada")


def test_conversations_with_the_same_id_are_kept_apart(robot):
    for number, words in enumerate(("The zebra crate is in bay 1.", "The gorilla crate is here.")):
        path = robot.transcript(("Ada", "Hello."), ("Ada", words), name=f"talk{number}",
                                start=NOON - timedelta(hours=number))  # fmt: skip
        path.write_text(path.read_text().replace(f'"talk{number}"', '"default"'))

    before = [(hit.text, hit.conversation_id) for hit in robot.find("crate") if "crate" in hit.text]
    for number in (0, 1, 0):
        import_conversation(robot.chunks, robot.home / f"episodic/conversations/talk{number}.json")

    assert sorted(before) == [
        ("The gorilla crate is here.", "default"), ("The zebra crate is in bay 1.", "default"),
    ]  # fmt: skip
    after = [(hit.text, hit.conversation_id) for hit in robot.find("crate") if "crate" in hit.text]
    assert sorted(after) == sorted(before)
    assert robot.find("zebra")[0].context == "Ada: Hello."
    assert robot.chunks.list_archived() == []
