"""What was taken from a conversation is told as the turn that says it."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path

from remembered import NOON

from robot_memory.long_term.chunks import import_conversation


def test_a_fact_and_a_line_of_a_digest_are_one_hit_with_the_turn_that_says_it(robot):
    robot.talk(("Ada", "Hello"), ("Bob", "I live in Graz and like it there."))
    robot.fact("Bob", "lives_in", "Graz")
    robot.page("daily/2026-12-01.md", "# 2026-12-01\n\n## Facts Learned\n- Bob: I live in Graz\n")

    first, *others = robot.find("Where does Bob live?")

    assert (first.source, first.turn, first.speaker) == ("chunk", 1, "Bob")
    assert first.why[-1] == "also a fact, in daily/2026-12-01.md"
    assert others == []


def test_a_digest_is_no_hit_beside_what_it_was_made_of(robot):
    robot.talk(("Ada", "The ramp in the yard is slippery."))
    robot.chunks.create_chunks("Ada: The ramp in the yard is slippery.", tags=["digest"],
                               source="derived")  # fmt: skip

    assert [hit.turn for hit in robot.find("slippery ramp")] == [0]


def changed_before(seconds: float, *folders: Path) -> None:
    """Date folders, as if nothing had been changed in them for a while."""
    then = time.time() - seconds
    for folder in folders:
        os.utime(folder, (then, then))


def test_what_people_wrote_in_a_digest_is_found_in_its_chunk_once_the_page_has_left(robot):
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


def test_what_somebody_said_at_a_time_is_all_that_was_said_then(robot):
    robot.talk(("Ada", "The gripper stalled"), ("Bob", "I saw it"), start=NOON - timedelta(days=1))
    robot.talk(("Ada", "The lift is slow"), name="today")

    first, *_ = robot.find("What did Ada say yesterday?")

    assert (first.text, first.speaker) == ("The gripper stalled", "Ada")


def test_talks_to_which_a_tool_gave_one_id_are_kept_apart(robot):
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
