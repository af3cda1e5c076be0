"""The order of the passages that share words with a question."""

from __future__ import annotations

import pytest
from remembered import Remembered

from robot_memory.long_term.recall.entry_feed import FAULT
from robot_memory.long_term.recall.parsed_question import ParsedQuestion
from robot_memory.long_term.recall.passage import IndexedPassage
from robot_memory.long_term.recall.question_topics import Topic
from robot_memory.long_term.recall.scoring import score


@pytest.mark.parametrize("asked", [{"asks_when": True}, {"asks_count": True}])
def test_when_and_how_often_questions_rank_faults_before_notes(asked):
    belt = (Topic({"belt": 4.0}, {}),)
    entry = _page(1, "belt")._replace(source="entry")
    noted, seen = entry, entry._replace(note=FAULT)

    (of_note, _), (of_fault, _) = score(ParsedQuestion({}, topics=belt, **asked), [noted, seen])
    (plain_note, _), (plain_fault, _) = score(ParsedQuestion({}, topics=belt), [noted, seen])

    assert of_note < of_fault
    assert plain_note == plain_fault


@pytest.mark.parametrize("count", [12, 100])
def test_many_notes_of_agents_do_not_displace_what_persons_reported(robot: Remembered, count: int):
    robot.lesson("The gas valve is below the cabinet in hall two")
    robot.talk(("Ada", "The gas valve sticks in winter."))
    notes = (f"The gas valve, gas valve, is in room {number}" for number in range(count))
    robot.lessons(notes, 0.59, extra={"source": "agent"})

    found = [hit.text for hit in robot.find("where is the gas valve", limit=10)]

    assert "The gas valve is below the cabinet in hall two" in found
    assert "The gas valve sticks in winter." in found
    assert len(found) == 10


def test_a_passage_about_all_topics_ranks_before_one_with_synonyms_of_a_single_topic():
    question = ParsedQuestion(
        {"valve": 4.0, "leak": 4.0},
        topics=(Topic({"valve": 4.0}, {"tap": 2.4, "cock": 2.4}), Topic({"leak": 4.0}, {})),
    )

    (two, _), (both, _) = score(question, [_page(1, "valve tap cock"), _page(2, "tap leak")])

    assert both > two


def _page(number: int, terms: str) -> IndexedPassage:
    """Return a passage of a page with these terms."""
    return IndexedPassage(number, "knowledge", "a.md", "a.md", terms, None, "", -1, "", "", 1.0, "",
                          "", 1, 0.0, terms, "")  # fmt: skip
