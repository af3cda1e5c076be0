"""Words of the trade, and of questions in several languages."""

from __future__ import annotations

from collections import Counter

import pytest

from robot_memory import yaml_reading
from robot_memory.config_files import config_file
from robot_memory.recall.index_terms import terms_of
from robot_memory.recall.question_words import (
    asks_count,
    asks_for_faults,
    language_of,
    without_function_words,
)
from robot_memory.recall.robot_words import senses


def _synonyms(question: str, *, is_foreign: bool = False) -> set[str]:
    terms = terms_of(without_function_words(question))
    return {term for sense in senses(terms, is_foreign=is_foreign) for term in sense.synonyms}


def test_each_group_has_a_name_of_its_own():
    data = yaml_reading.load(config_file("robot_words.yaml").read_text(encoding="utf-8"))
    names = Counter(line.split()[0] for lines in data["same"].values() for line in lines)

    assert [name for name, count in names.items() if count > 1] == []
    assert {name for family in data["related"] for name in family} <= set(names)


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
def test_a_symptom_finds_the_words_of_its_cause(question, stored):
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
def test_a_word_of_another_language_finds_the_english_one(question, english):
    assert set(terms_of(english)) <= _synonyms(question, is_foreign=True)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Wann war der Akku zuletzt schwach?", "Akku zuletzt schwach"),
        ("¿Cuándo falló el lector de códigos?", "falló lector códigos"),
        ("Où est-ce que le sol est glissant ?", "sol glissant"),
        ("ブレーキはなぜ解除されませんか", "ブレーキ 解除"),
    ],
)
def test_what_only_holds_a_question_together_is_left_out(question, words):
    assert without_function_words(question) == words


@pytest.mark.parametrize("question", ["E-17", "battery low", "Is the die in the den?", "la-la"])
def test_an_english_question_or_a_code_is_of_no_other_language(question):
    assert language_of(question) == ""


def test_a_word_with_two_meanings_counts_as_the_one_that_fits_the_question():
    of_disk, of_motor = (
        dict(senses(terms_of(question))[0].synonyms)
        for question in ("drive partition", "drive gearbox")
    )

    assert of_disk["storag"] > of_motor["storag"]


@pytest.mark.parametrize("question", ["How often did it fail?", "Wie oft fiel er aus?"])
def test_how_often_asks_for_a_count(question):
    assert asks_count(question)


def test_what_broke_asks_for_faults_and_what_happened_does_not():
    assert asks_for_faults("What broke yesterday?")
    assert not asks_for_faults("What happened yesterday?")
