"""An entry gives one hit, and everything derived from it retires with it."""

from __future__ import annotations

import pytest

SAID = "Left wheel encoder reports no pulses"


def test_an_entry_with_its_fact_knowledge_line_and_evidence_is_one_hit(robot):
    entry_id = robot.lesson(SAID)
    robot.seen(SAID, entry_id=entry_id, component="left wheel")
    robot.page("semantic/knowledge/wheels.md", f"# Wheels\n\n## Faults\n- {SAID}\n")
    robot.page("daily/2026-12-01.md", f"# Day\n- {SAID} <!-- {entry_id} -->\n")

    (hit,) = robot.find("wheel encoder pulses")

    assert (hit.source, hit.id) == ("entry", entry_id)
    assert hit.why[-1] == (
        "also a fact, an observation, in daily/2026-12-01.md, in semantic/knowledge/wheels.md"
    )


@pytest.mark.parametrize("source", ["fact", "knowledge", "observation"])
def test_an_entry_is_found_when_only_one_of_its_sources_is_searched(robot, source):
    entry_id = robot.lesson(SAID)
    robot.seen(SAID, entry_id=entry_id)
    robot.page("semantic/knowledge/wheels.md", f"# Wheels\n- {SAID}\n")

    (hit,) = robot.find("wheel encoder", sources=[source])

    assert hit.source == source


def test_resolving_an_entry_removes_its_fact_knowledge_and_evidence_from_recall(robot):
    entry_id = robot.lesson(SAID)
    robot.seen(SAID, entry_id=entry_id)
    robot.page("semantic/knowledge/wheels.md", f"# Wheels\n- {SAID}\n")
    robot.page("semantic/knowledge/more.md", f"# More\n- Encoder is dead <!-- {entry_id} -->\n")
    robot.find("encoder")

    robot.resolve(entry_id)

    (hit,) = robot.find("wheel encoder")
    assert (hit.source, hit.id) == ("entry", entry_id)
    assert "over" in hit.why
    assert robot.find("encoder", sources=["fact", "knowledge"]) == []


def test_an_entry_with_higher_confidence_ranks_first(robot):
    weak = robot.lesson("Left wheel slips on the ramp", value=0.3)
    sure = robot.lesson("Right wheel slips on the ramp", value=0.9)

    assert [hit.id for hit in robot.find("wheel slips ramp")][:2] == [sure, weak]


def test_a_generated_line_of_memory_md_is_shown_as_its_fact(robot):
    fact_id = robot.fact("forklift", "parked_at", "bay 12")
    robot.facts.reconcile(now=robot.now)
    page = robot.home / "MEMORY.md"
    page.write_text(page.read_text() + "\n- Ada keeps the forklift key\n")

    hits = {hit.source: hit.id for hit in robot.find("forklift")}

    assert hits == {"fact": fact_id, "knowledge": "MEMORY.md"}


def test_a_line_of_memory_md_that_a_person_reworded_is_shown_in_their_wording(robot):
    fact_id = robot.fact("Ada", "lives_in", "Graz")
    robot.page("MEMORY.md", f"# Memory\n\n- Ada lives in Vienna now <!-- {fact_id} -->\n")

    assert robot.texts("Vienna") == ["Ada lives in Vienna now"]


@pytest.mark.parametrize("permanent", [False, True])
def test_turns_of_a_deleted_chunk_are_not_found_in_the_transcript(robot, permanent):
    imported = robot.talk(("Ada", "The code of the gate is on the wall."))
    assert robot.texts("code of the gate") != []

    for chunk_id in imported.created:
        robot.chunks.delete_chunk(chunk_id, permanent=permanent)

    assert robot.find("code of the gate") == []


def test_a_corrected_chunk_is_shown_with_its_correction(robot):
    (chunk_id,) = robot.talk(("Ada", "The dock is in bay 2.")).created
    robot.chunks.update_chunk(chunk_id, content="Ada: The dock is in bay 22.")

    assert robot.texts("dock bay") == ["Ada: The dock is in bay 22."]
