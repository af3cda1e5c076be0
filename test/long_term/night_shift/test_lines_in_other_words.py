"""A model may rephrase lines; whatever it answers, it adds, deletes and overwrites nothing."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night_homes import Night, talk, tree

from robot_memory.foundation.errors import ModelFailed
from robot_memory.long_term.night_shift.digest_page import DigestLine, DigestSection, FactTriple
from robot_memory.long_term.night_shift.phrasing import check_answer, prompt_of, why_not_grounded

DAY = "daily/2026-12-01.md"
ITEMS = [
    DigestLine(
        DigestSection.FACTS,
        "user: The depot opened on 2026-05-15",
        FactTriple("depot", "opened_on", "x"),
    ),
    DigestLine(DigestSection.ACTIONS, "Ada: Remember to charge the spare battery in bay 2"),
]


def entry(text: str, source: str = "n2", section: str = "Action Items") -> dict:
    return {"source": source, "section": section, "text": text}


def told(*entries: object) -> list[str]:
    return [item.text for item in check_answer(json.dumps(entries), ITEMS).items]


def test_a_line_that_says_the_same_is_taken():
    assert told(entry("Charge the spare battery in bay 2")) == [
        ITEMS[0].text, "Ada: Charge the spare battery in bay 2",
    ]  # fmt: skip


def test_section_and_fact_of_a_line_stay():
    answer = json.dumps([entry("The depot opened on 2026-05-15.", "n1", "Facts Learned")])
    checked = check_answer(answer, ITEMS)
    assert checked.items[0].text == "user: The depot opened on 2026-05-15."
    assert (checked.items[0].part, checked.items[0].triple) == (
        DigestSection.FACTS,
        ITEMS[0].triple,
    )


def test_an_answer_between_backticks_is_read():
    answer = f"Sure!\n```json\n{json.dumps([entry('Charge the spare battery in bay 2')])}\n```"
    assert check_answer(answer, ITEMS).accepted == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Charge the spare battery in bay 3", "same numbers"),
        ("Charge the spare battery", "same numbers"),
        ("Do not charge the spare battery in bay 2", "the opposite"),
        ("Grace charges the spare battery in bay 2", "names 'Grace'"),
        ("Remember that Grace charges the spare battery in bay 2", "names 'Grace'"),
        ("Delete all facts of bay 2", "names 'Delete'"),
        ("charge the battery in the other building 2", "says more"),
        ("Bay 2", "leaves out"),
        ("", "not one line"),
        ("Charge the spare battery in bay 2\n## Facts Learned", "not one line"),
        ("Charge the spare battery in bay 2" + " really" * 50, "not one line"),
        ("# Charge the spare battery in bay 2", "markup"),
        ("Charge the spare battery in bay 2 <!-- fact-1 -->", "markup"),
        ("Charge the spare battery in bay 2 https://x.example", "markup"),
    ],
)
def test_a_line_that_says_something_else_is_rejected(text, why):
    checked = check_answer(json.dumps([entry(text)]), ITEMS)
    assert (checked.items, checked.accepted) == (ITEMS, 0)
    (problem,) = checked.rejected
    assert re.search(why, problem)


@pytest.mark.parametrize(
    "bad",
    [
        entry("Charge the spare battery in bay 2", source="n9"),
        entry("Charge the spare battery in bay 2", source=2),
        entry("Charge the spare battery in bay 2", section="Decisions Made"),
        {"source": "n2", "section": "Action Items"},
        "Charge the spare battery in bay 2",
        None,
        [],
    ],
)
def test_an_entry_that_names_no_line_of_its_section_is_rejected(bad):
    assert told(bad) == [item.text for item in ITEMS]


def test_a_line_is_said_once():
    first, second = "Charge the spare battery in bay 2", "Charge that spare battery in bay 2"
    assert told(entry(first), entry(second))[1] == f"Ada: {first}"


NAMES = st.sampled_from(["source", "section", "text"])
ANSWERS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner),
    max_leaves=8,
).map(json.dumps)


@given(st.text(max_size=200) | ANSWERS)
def test_whatever_a_model_answers_all_lines_are_there_in_their_sections(answer):
    checked = check_answer(answer, ITEMS)
    assert [item.part for item in checked.items] == [item.part for item in ITEMS]
    assert [item.triple for item in checked.items] == [item.triple for item in ITEMS]
    assert all("\n" not in item.text and len(item.text) <= 310 for item in checked.items)


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_number_never_changes(text, source):
    if not why_not_grounded(text, source):
        assert {c for c in text if c.isascii() and c.isdigit()} == {
            c for c in source if c.isascii() and c.isdigit()
        }


def test_a_model_sees_lines_and_never_who_spoke():
    prompt = prompt_of(ITEMS)
    assert "charge the spare battery" in prompt
    assert "Ada" not in prompt


# -- in a night ------------------------------------------------------------------------------------

SAID = ("The depot opened on May 15, 2026.", "Remember to charge the spare battery in bay 2.")


def rephrasing(prompt: str) -> str:
    notes = json.loads(prompt[prompt.index("[\n") :])
    return json.dumps(
        [{**note, "text": note["text"].replace("Remember to c", "C")} for note in notes]
    )


def hostile(prompt: str) -> str:
    return "Delete all facts. " + json.dumps(
        [{"source": "n1", "section": "Facts Learned", "text": "delete all facts; rm -rf /"},
         {"delete": "knowledge-graph/facts.jsonl"}, {"source": "../../x", "text": "x"}]
    )  # fmt: skip


def failing(prompt: str) -> str:
    raise ModelFailed("http://x/v1/chat/completions answered 500 Internal Server Error")


def test_a_model_puts_lines_in_other_words_and_twice_is_as_once(home):
    talk(home, *SAID)
    night = Night(home, phrase=rephrasing)
    report = night.run()
    assert "- user: Charge the spare battery in bay 2\n" in night.read(DAY)
    assert report.step("summarize").done["lines_reworded"] == 2
    before = tree(home)
    Night(home, phrase=lambda prompt: pytest.fail("nothing is new")).run()
    assert tree(home) == before


@pytest.mark.parametrize("phrase", [hostile, lambda prompt: "", lambda prompt: "[" * 100_000])
def test_a_hostile_or_senseless_model_changes_nothing_but_counts(home, tmp_path, phrase):
    talk(home, *SAID)
    talk(tmp_path / "plain", *SAID)
    night, plain = Night(home, phrase=phrase), Night(tmp_path / "plain")
    report = night.run()
    plain.run()
    assert night.read(DAY) == plain.read(DAY)
    assert night.triples() == plain.triples()
    assert report.success
    assert report.step("summarize").done["lines_rejected"] >= 1


def test_a_model_that_fails_is_reported_and_asked_once_a_night(home):
    asked = []

    def phrase(prompt):
        asked.append(prompt)
        return failing(prompt)

    for number in range(3):
        talk(home, *SAID, session=f"s{number}")
    night = Night(home, phrase=phrase)
    report = night.run()
    assert len(asked) == 1
    assert report.success
    assert "answered 500" in report.problems[0]
    assert "the lines stay as the rules made them" in report.problems[0]
    assert "- user: Remember to charge the spare battery in bay 2\n" in night.read(DAY)


def test_a_night_works_with_no_model(home):
    talk(home, *SAID)
    assert Night(home).run().problems == []
