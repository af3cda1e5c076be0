"""Technical terms, and question words in several languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.words.index_terms import terms_of
from robot_memory.long_term.recall.question_words import (
    asks_count,
    asks_for_faults,
    asks_for_resolved,
    language_of,
    without_function_words,
)
from robot_memory.long_term.recall.robot_words import FILE, english_terms, sayings, senses


def _synonyms(question: str, *, is_foreign: bool = False) -> set[str]:
    terms = terms_of(without_function_words(question))
    found = [*senses(terms, is_foreign=is_foreign), *sayings(question)]
    return {term for sense in found for term in sense.synonyms}


def test_the_stored_word_table_equals_the_generated_one(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "tools"))
    from reference.word_table import word_table_file

    assert config_file(FILE).read_text(encoding="utf-8") == word_table_file()


@pytest.mark.parametrize(
    ("question", "stored"),
    [
        ("it does not charge", "The dock contact is dirty"),
        ("it pulls to one side", "the left wheel slips"),
        ("who hit the red button", "emergency stop pressed"),
        ("no space on the hard drive", "partition full"),
        ("phantom collisions", "bumper switch closed without obstacle"),
    ],
)
def test_a_symptom_is_expanded_to_the_words_of_its_cause(question, stored):
    assert _synonyms(question) & set(terms_of(stored))


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Wann war der Akku zuletzt schwach?", "battery"),
        ("Wie hoch ist die Akkuspannung bei dem Roboter?", "voltage"),
        ("¿Por qué no carga la batería?", "charge"),
        ("Pourquoi la roue patine-t-elle ?", "wheel"),
        ("Combien de fois l'arrêt d'urgence a-t-il été déclenché ?", "emergency"),
        ("なぜブレーキが解除されませんか", "brake"),
    ],
)
def test_a_word_of_another_language_is_expanded_to_its_english_term(question, english):
    assert set(terms_of(english)) <= _synonyms(question, is_foreign=True)


@pytest.mark.parametrize("question", ["E-17", "battery low", "Is the die in the den?", "la-la"])
def test_an_english_question_or_an_error_code_has_no_foreign_language(question):
    assert language_of(question) == ""


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("why did it give up?", "abort"),
        ("the arm doesn't move", "stuck"),
        ("the arm never moves", "stuck"),
        ("it refuses to start", "boot"),
        ("it no longer charges", "contact"),
    ],
)
def test_a_phrase_is_expanded_by_its_common_meaning(question, word):
    assert set(terms_of(word)) <= {term for sense in sayings(question) for term in sense.synonyms}


@pytest.mark.parametrize(
    ("note", "english"),
    [
        ("Das Kabel ist locker.", "cable loose"),
        ("La rueda patina con el suelo mojado.", "wheel slip"),
    ],
)
def test_a_note_in_another_language_is_indexed_with_its_english_terms(note, english):
    assert set(terms_of(english)) <= set(english_terms(note))


@pytest.mark.parametrize("question", ["How often did it fail?", "Wie oft fiel er aus?"])
def test_how_often_asks_for_a_count(question):
    assert asks_count(question)


@pytest.mark.parametrize(
    "question", ["Has the jet been repaired?", "which pump was fixed in May?", "ist das behoben?"]
)
def test_questions_about_repairs_ask_for_resolved_entries(question):
    assert asks_for_resolved(question)


@pytest.mark.parametrize("question", ["who repaired the jet?", "the jet leaks"])
def test_a_question_about_a_person_or_a_fault_does_not_ask_for_resolved_entries(question):
    assert not asks_for_resolved(question)


def test_what_broke_asks_for_faults_and_what_happened_does_not():
    assert asks_for_faults("What broke yesterday?")
    assert not asks_for_faults("What happened yesterday?")
