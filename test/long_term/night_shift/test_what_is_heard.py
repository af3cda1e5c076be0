"""Key facts, decisions, preferences and action items are extracted; a wrong line is worse than
none (003 §3).
"""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.long_term.night_shift.digest_files import DigestSection
from robot_memory.long_term.night_shift.line_extraction import denials_of, items_of
from robot_memory.long_term.night_shift.session_turns import SessionTurn

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)

FACTS = {
    "The deployment project started on May 15, 2026.": (
        "deployment project", "started_on", "2026-05-15",
    ),
    "By the way, the new elevator opens on 2026-12-24": ("new elevator", "opens_on", "2026-12-24"),
    "The left wheel was replaced on 15 May 2026.": ("left wheel", "replaced_on", "2026-05-15"),
    "My name is Ada Lovelace.": ("user", "name", "Ada Lovelace"),
    "I live in Graz.": ("user", "lives_in", "Graz"),
    "I work at the north depot.": ("user", "works_at", "the north depot"),
    "I'm here. My sister is Caroline.": ("user", "sister", "Caroline"),
    "My birthday is March 3, 1990": ("user", "birthday", "1990-03-03"),
    "The robot's serial number is RX-2041.": ("robot", "serial number", "RX-2041"),
    "Caroline's dog is Rex.": ("Caroline", "dog", "Rex"),
    "The charger is in bay 2.": ("charger", "is_in", "bay 2"),
    "The fire extinguisher is next to the main door.": (
        "fire extinguisher", "is_next_to", "the main door",
    ),
    "The kitchen doorway is 80 cm wide.": ("kitchen doorway", "is", "80 cm wide"),
    "The robot weighs 42 kg.": ("robot", "weighs", "42 kg"),
    "The warehouse closes at 22:00 h.": ("warehouse", "closes_at", "22:00 h"),
    "Ada is the operator.": ("Ada", "is", "the operator"),
    "Bay 2 is behind the elevator.": ("Bay 2", "is_behind", "the elevator"),
    "Melanie is a nurse": ("Melanie", "is", "a nurse"),
}  # fmt: skip
LEADS = (
    "No, sorry,", "Sorry,", "Correction:", "I was wrong,", "I was wrong about that:",
    "Oh no, wait, I'm sorry, actually", "No sorry", "My mistake -", "That's wrong, I meant:",
    "Let me correct myself:", "Scratch that.", "Yes, but, correction, so",
)  # fmt: skip
#: A person's correction, and the statement before it.
CORRECTIONS = {
    "The charger is not in the potting shed any more, it is in the seed store.": (
        ("charger", "is_in", "the seed store"), ("charger", "is_in", "the potting shed"),
    ),
    "Sorry, the charger isn't in bay 2 anymore, it's in bay 5.": (
        ("charger", "is_in", "bay 5"), ("charger", "is_in", "bay 2"),
    ),
    "The charger is no longer in bay 2, it is now in bay 5.": (
        ("charger", "is_in", "bay 5"), ("charger", "is_in", "bay 2"),
    ),
    "The mast is not 180 cm high but 210 cm high.": (
        ("mast", "is", "210 cm high"), ("mast", "is", "180 cm high"),
    ),
    "The robot does not weigh 40 kg, it weighs 42 kg.": (
        ("robot", "weighs", "42 kg"), ("robot", "weighs", "40 kg"),
    ),
    "The medicine box was moved from room 12 to room 14.": (
        ("medicine box", "is_in", "room 14"), ("medicine box", "is_in", "room 12"),
    ),
    "I do not live in Graz any more, I live in Wien.": (
        ("user", "lives_in", "Wien"), ("user", "lives_in", "Graz"),
    ),
}  # fmt: skip
DENIALS = {
    "The charger is not in bay 2.": ("charger", "is_in", "bay 2"),
    "No, the charger isn't in bay 2 any more.": ("charger", "is_in", "bay 2"),
    "The robot doesn't weigh 40 kg": ("robot", "weighs", "40 kg"),
    "I no longer live in Graz.": ("user", "lives_in", "Graz"),
    "I don't like tea.": ("user", "likes", "tea"),
}
DECISIONS = (
    "Let's use the north dock from now on.",
    "We decided to replace the left wheel.",
    "I've decided not to go to the fair.",
    "We agreed on Tuesday for the maintenance.",
    "The team has approved the new route.",
    "Decision: no patrols after midnight",
    "We will use the freight elevator.",
    "Ada rejected the proposal.",
    "It's settled, the demo is on Friday.",
)
PREFERENCES = (
    "I prefer short answers.",
    "I don't like loud music.",
    "I always want you to knock first.",
    "I'd rather have the report in the morning.",
    "Always ask before you enter the lab.",
    "Never drive faster than 0.5 m/s near people.",
    "My favorite colour is blue.",
    "From now on, speak more quietly.",
)
ACTIONS = (
    "TODO: clean the lidar.",
    "Remember to charge the spare battery.",
    "Remind me to call the vendor.",
    "We need to order new brushes.",
    "Please check the left wheel by Friday.",
    "The filter needs to be replaced.",
    "Follow up with Ada about the permit.",
    "I'll send the report by tomorrow.",
    "Make sure the gate is locked at night.",
)
#: Sentences of which none may be remembered as a statement.
NOTHING = (
    "Is the charger in bay 2?",
    "The charger might be in bay 2.",
    "If the charger is in bay 2, go there.",
    "The charger is not in bay 2.",
    "I live in Graz no longer.",
    "I think the charger is in bay 2.",
    "Ada said the charger is in bay 2.",
    'He wrote "the charger is in bay 2".',
    "It is in bay 2.",
    "This is a charger.",
    "The problem is a loose cable.",
    "Dinner is ready.",
    "The door is open.",
    "The robot is on the way.",
    "The robot is in trouble.",
    "What I live in is a house?",
    "Do you like tea?",
    "I like that.",
    "I'd like a coffee.",
    "Maybe I prefer tea.",
    "Let's see.",
    "Let's say it is five meters.",
    "We haven't decided to replace it.",
    "You don't need to clean the lidar.",
    "We don't have to order brushes.",
    "I have to say that was fast.",
    "Never mind.",
    "Always a pleasure.",
    "Go to the dock.",
    "ok",
    "",
    "> The charger is in bay 2.",
    "{\"charger\": \"is in bay 2\"}",
    "[1718000000.12] the charger is in bay 2",
    "It used to be that the charger is in bay 2",
    "The charger was supposed to open on May 15, 2026",
    "We will see about that.",
    "The battery is charging.",
    "The thing is a mess.",
    "Imagine the robot weighs 42 kg.",
    "You have to see this one.",
    "It has to be seared in butter.",
    "Let's catch up tomorrow.",
    "My parrot is actually skilled at this.",
    "Control is a really weird game.",
    "Machu Picchu is on my bucket list too.",
    "The best part is the storage space.",
    "Happiness is in small things.",
    "The meeting was moved from Monday to Tuesday.",
    "The robot is not in the hall, it is on the way.",
    "It is not in bay 2, it is in bay 5.",
    "The problem is not the battery, it is the cable.",
    "The charger is in the bay that we saw yesterday, and it is new",
)  # fmt: skip


def heard(text: str, speaker: str = "user"):
    return items_of(SessionTurn(NOON, speaker, text))


def denied(text: str, speaker: str = "user"):
    found = denials_of(SessionTurn(NOON, speaker, text))
    return [(one.subject, one.predicate, one.object) for one in found]


@pytest.mark.parametrize("lead", LEADS)
def test_the_opening_words_of_a_correction_are_not_part_of_the_fact(lead):
    (item,) = heard(f"{lead} the camera mast is 210 cm high.")
    assert (item.triple.subject, item.triple.object) == ("camera mast", "210 cm high")


@pytest.mark.parametrize("text", CORRECTIONS)
def test_a_correction_states_the_new_fact_and_denies_the_old_one(text):
    (item,) = heard(text)
    triple = item.triple
    stated = (triple.subject, triple.predicate, triple.object)
    assert (stated, *denied(text)) == CORRECTIONS[text]


def test_a_correction_can_state_the_true_value_before_the_false_one():
    (item,) = heard("The charger is in bay 5, not in bay 2.")
    assert item.triple.object == "bay 5"


@pytest.mark.parametrize("text", DENIALS)
def test_a_denial_names_the_fact_that_it_denies_and_states_none(text):
    assert denied(text) == [DENIALS[text]]
    assert [item.triple for item in heard(text) if item.triple] == []


@pytest.mark.parametrize(
    "text", ["If the charger is not in bay 2, call me.", "Is it not in bay 2?"]
)
def test_a_question_or_a_hypothesis_denies_nothing(text):
    assert denied(text) == []


def test_a_statement_of_the_robot_denies_nothing():
    assert denied("The charger is not in bay 2.", "assistant") == []


@pytest.mark.parametrize("text", FACTS)
def test_a_fact_is_extracted_as_subject_predicate_and_object(text):
    (item,) = heard(text)
    triple = item.triple
    assert item.part is DigestSection.FACTS
    assert (triple.subject, triple.predicate, triple.object) == FACTS[text]


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (part, text)
        for part, texts in (
            (DigestSection.DECISIONS, DECISIONS), (DigestSection.PREFERENCES, PREFERENCES),
            (DigestSection.ACTIONS, ACTIONS),
        )
        for text in texts
    ],
)  # fmt: skip
def test_a_decision_preference_or_action_is_assigned_to_its_section(part, text):
    assert [item.part for item in heard(text)] == [part]


@pytest.mark.parametrize("text", NOTHING)
def test_questions_hypotheses_negations_quotes_and_small_talk_make_no_line(text):
    assert heard(text) == []


def test_each_sentence_of_a_turn_is_extracted_separately():
    items = heard("Thanks! I live in Graz. Let's use the north dock. Is it far?")
    assert [item.part for item in items] == [DigestSection.FACTS, DigestSection.DECISIONS]


def test_a_line_names_who_said_it():
    (item,) = heard("So, I prefer tea.", "Melanie")
    assert item.text == "Melanie: I prefer tea"
    assert (item.triple.subject, item.triple.predicate) == ("Melanie", "prefers")


@pytest.mark.parametrize("speaker", ["assistant", "system", "Robot", "tool"])
def test_statements_of_the_robot_are_ignored(speaker):
    assert heard("The charger is in bay 2. I prefer tea.", speaker) == []


@given(st.text(max_size=300))
def test_any_text_gives_only_single_lines_of_limited_length(text):
    for item in heard(text):
        assert item.text.isprintable() or "\n" not in item.text
        assert len(item.text) <= 320


@given(st.sampled_from([*FACTS, *DECISIONS, *PREFERENCES, *ACTIONS]))
def test_a_sentence_turned_into_a_question_states_nothing(text):
    assert heard(text.rstrip(".") + "?") == [] or ". " in text


def test_a_very_long_sentence_is_ignored_quickly():
    assert heard("the " + "a " * 200_000) == []
    assert heard("the charger is in " * 20_000) == []


@pytest.mark.parametrize("whose", ["my", "our", "his", "her", "the"])
def test_a_sentence_with_a_second_subject_states_no_fact(whose):
    assert heard(f"I live in Graz and {whose} sister works at the depot.") == []
