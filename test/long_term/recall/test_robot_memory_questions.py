"""Questions that need more than words: about the archive, authors, counts and times."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from robot_memory.entries.entry_archive import EntryArchive
from robot_memory.entries.entry_event import DELETED, PRUNED, EntryRemoval
from robot_memory.ledger import Key, Kind

SAYING = "The forklift charger disturbs radio beacon 7"


def _archive(robot, entry_id, because):
    """Move an entry from the memory to the archive."""
    _, entry = robot.entries.pop(entry_id)
    robot.wait(days=40)
    archive = EntryArchive(robot.home / "robot-memory.archive.md", robot.ledger.id)
    archive.add_all([EntryRemoval(entry, because, 1)], now=robot.now, rrn="rrn:test")


def test_a_pruned_entry_is_found_in_the_archive_and_marked_as_archived(robot):
    entry_id = robot.lesson(SAYING)
    _archive(robot, entry_id, PRUNED)

    first, *_ = robot.find("which beacon is disturbed?")

    assert (first.id, first.source, first.where) == (entry_id, "entry", "robot-memory.archive.md")
    assert any(why.startswith("from the archive") for why in first.why)


def test_an_entry_deleted_by_a_person_is_not_found_in_the_archive(robot):
    _archive(robot, robot.lesson(SAYING), DELETED)

    assert robot.find("which beacon is disturbed?") == []


def test_an_archived_note_of_an_agent_hides_no_statement_of_a_person(robot):
    _archive(robot, robot.lesson(SAYING, extra={"source": "agent"}), PRUNED)
    robot.page("semantic/knowledge/yard.md", f"# Yard\n\n- {SAYING}\n")
    robot.talk(("Ada", f"{SAYING}."))

    assert {"chunk", "entry"} <= {hit.source for hit in robot.find("which beacon is disturbed?")}


def test_an_entry_that_returned_from_the_archive_is_shown_in_its_present_form(robot):
    entry_id = robot.lesson(SAYING)
    value, entry = robot.entries[entry_id]
    _archive(robot, entry_id, PRUNED)
    robot.entries[entry_id] = (value, replace(entry, text="Radio beacon 7 is shielded now"))

    (hit,) = robot.find("which beacon is disturbed by the forklift charger?", sources=["entry"])

    assert (hit.where, hit.text) == ("robot-memory.md", "Radio beacon 7 is shielded now")


def test_rows_and_the_archived_entry_that_they_made_are_one_hit(robot):
    entry_id = robot.lesson(SAYING)
    robot.seen(SAYING, entry_id=entry_id)
    _archive(robot, entry_id, PRUNED)

    (hit,) = robot.find("which beacon is disturbed?")

    assert hit.id == entry_id


def test_a_note_is_found_by_its_author_and_shown_with_the_name(robot):
    robot.seen("The valve sticks", Kind.NOTE, detail={"by": "Bram"})
    robot.seen("The valve is new", Kind.NOTE, detail={"by": "Anna"})

    first, *_ = robot.find("what did Anna say about the valve?")

    assert (first.text, first.speaker) == ("The valve is new", "Anna")


def test_a_how_often_question_is_answered_with_the_observation_count(robot):
    entry_id = robot.lesson("Left wheel slips")
    value, entry = robot.entries[entry_id]
    robot.entries[entry_id] = (value, replace(entry, observation_count=6))

    first, *_ = robot.find("how often does the wheel slip?")

    assert "seen 6 times" in first.why


def test_a_fault_is_found_at_an_earlier_time_even_if_it_was_seen_again_later(robot):
    slips = robot.lesson("Left wheel slips")
    robot.seen("Left wheel slips", entry_id=slips)
    robot.wait(days=20)
    assert robot.lesson("Left wheel slips") == slips  # reinforced: its time is a later one
    robot.seen("Left wheel slips", entry_id=slips)
    jams = robot.lesson("Left wheel: left wheel jams")
    robot.wait(days=1)

    first, second = robot.find("what was with the left wheel 21 days ago?", sources=["entry"])

    assert (first.id, second.id) == (slips, jams)
    day = (robot.now - timedelta(days=21)).date().isoformat()
    assert f"on {day} (21 days ago)" in first.why


def test_a_when_question_ranks_the_ledger_before_digests(robot):
    robot.page(f"daily/{robot.now.date().isoformat()}.md", "# Day\n\n- the gripper lost suction\n")
    robot.page("semantic/knowledge/gripper.md", "# Gripper\n\n- the gripper lost suction\n")
    robot.wait(days=2)
    robot.seen("gripper lost suction at rack 14")

    first, *_ = robot.find("when did the gripper last lose suction?")

    assert (first.source, first.time) == ("observation", robot.now)


def test_a_what_broke_question_ranks_faults_before_notes(robot):
    robot.seen("The floor was waxed", Kind.NOTE)
    robot.seen("Gripper reports an error", key=Key("diagnostics", "gripper", "error"))
    robot.wait(days=1)

    broke = robot.texts("what broke yesterday?", sources=["observation"])

    assert broke == ["Gripper reports an error", "The floor was waxed"]


def test_a_what_broke_question_ranks_an_unusual_fault_before_daily_ones(robot):
    for bay in range(8):
        robot.seen(f"Bay {bay}: retry of request succeeded", component=f"bay_{bay}")
        robot.wait(hours=12)
    robot.seen("Winding of the left motor is hot", component="motor_left")
    robot.seen("Bay 9: retry of request succeeded", component="bay_9")

    first, *_ = robot.find("what broke today?")

    assert first.text == "Winding of the left motor is hot"


def test_a_who_question_ranks_statements_of_persons_before_the_robots(robot):
    robot.talk(("robot", "The caster is squeaking."), ("Lou", "It rained."), name="a")
    robot.talk(("Lou", "The caster is squeaking."), ("robot", "It rained."), name="b")

    first, *_ = robot.find("who spoke of the caster?")

    assert first.speaker == "Lou"


def test_a_period_relative_to_an_event_is_understood(robot):
    robot.seen("Wheel slips in the yard")
    robot.wait(days=20)
    robot.seen("Wheel slips in the hall")
    robot.wait(days=2)
    robot.seen("Navigation stack upgraded to 4.3", Kind.NOTE)
    robot.wait(days=9)
    robot.seen("Wheel slips on the ramp")

    first, *_ = robot.find("where did the wheel slip in the week before the stack was upgraded?")

    assert first.text == "Wheel slips in the hall"


@pytest.mark.parametrize("question", ["joint 3", "what about joint 3?", "Joint_3"])
def test_a_number_is_matched_together_with_the_word_before_it(robot, question):
    robot.lesson("joint 7 is above its limit of 3 Nm")
    wanted = robot.lesson("joint 3 is above its limit of 7 Nm")

    assert robot.find(question)[0].id == wanted


def test_a_question_in_german_finds_an_english_note_of_its_time(robot):
    robot.seen("Battery voltage low under load")
    robot.wait(days=1)

    first, *_ = robot.find("Was war gestern mit dem Akku?")

    assert first.text == "Battery voltage low under load"
    assert any("yesterday" in why for why in first.why)


def test_a_note_in_another_language_answers_an_english_question(robot):
    robot.lesson("Das Kamerakabel ist durchgescheuert und wird bald ersetzt.")
    robot.lesson("The map is four weeks old.")

    first, *_ = robot.find("wire of the camera", sources=["entry"])

    assert first.text.startswith("Das Kamerakabel")


def test_an_idiom_in_a_question_finds_its_meaning(robot):
    robot.lesson("The mission was aborted at the ramp.")
    robot.lesson("The guest has the parcel at the desk.")

    first, *_ = robot.find("where did it give up?", sources=["entry"])

    assert first.text.startswith("The mission was aborted")


def test_a_persons_note_of_a_period_is_found_among_many_reports(robot):
    robot.seen("Jellyfish at the intake", Kind.NOTE, detail={"by": "Pierre"})
    for number in range(160):
        robot.seen(f"Pump: report {number} of the week", component=f"pump_{number}")
    robot.wait(days=1)

    first, *_ = robot.find("what did Pierre report yesterday?", sources=["observation"])

    assert first.text == "Jellyfish at the intake"


def test_a_fact_that_resembles_a_time_expression_is_not_found_for_that_time(robot):
    robot.fact("the week of the report", "happened", "last")
    robot.recall.rebuild_embeddings()
    robot.wait(days=8)
    robot.seen("Jellyfish at the intake", Kind.NOTE)
    robot.wait(days=7)

    assert robot.texts("what happened last week?") == ["Jellyfish at the intake"]


def test_a_what_was_repaired_question_ranks_resolved_entries_first(robot):
    drips = robot.lesson("Nozzle 5 keeps dripping after shut-off")
    robot.resolve(drips)
    robot.lesson("Nozzle 7 keeps dripping after shut-off")

    still, *_ = robot.find("which nozzle drips?", sources=["entry"])
    repaired, *_ = robot.find("which dripping nozzle was repaired?", sources=["entry"])

    assert (still.text, repaired.id) == ("Nozzle 7 keeps dripping after shut-off", drips)


def test_a_what_was_repaired_question_with_a_day_finds_entries_resolved_then(robot):
    robot.lesson("Nozzle 7 clogs with chalk")
    robot.resolve(robot.lesson("Nozzle 5 keeps dripping"))
    robot.wait(days=1)

    first, *_ = robot.find("what was repaired yesterday?", sources=["entry"])

    assert first.text == "Nozzle 5 keeps dripping"


def test_the_more_unusual_of_two_equal_matches_ranks_first(robot):
    for part in range(8):
        robot.lesson(f"Sonar {part}: checksum error in a frame", tags=("frames",))
    usual = robot.lesson("Echo sonar: checksum error in a frame", tags=("echo",))
    unusual = robot.lesson("Echo sonar: mute since the dive", tags=("echo",))

    first, second, *_ = robot.find("echo sonar", sources=["entry"])

    assert (first.id, second.id) == (unusual, usual)


def test_a_who_repaired_question_with_a_day_finds_only_the_repair(robot):
    robot.talk(("Lou", "The repair is done."), name="a")
    robot.talk(("Lou", "Ada's canteen has unusual chairs."), name="b")

    texts = [hit.text for hit in robot.find("who repaired it today?")]

    assert texts == ["The repair is done."]


def test_a_reworded_entry_is_not_attributed_to_its_earlier_author(robot):
    entry_id = robot.lesson("The valve in hall 3 is safe")
    robot.seen("The valve in hall 3 leaks", Kind.NOTE, entry_id=entry_id, detail={"by": "Anna"})

    (before,) = robot.find("valve in hall 3")
    assert (before.text, before.speaker) == ("The valve in hall 3 is safe", "")

    robot.seen(
        "The valve in hall 3 is safe", Kind.CORRECT, entry_id=entry_id, detail={"by": "planner"}
    )
    (now,) = robot.find("valve in hall 3")
    assert now.speaker == "planner"
