"""Words match by their stems, whatever their case, accents, endings or irregular forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.words.index_terms import plain_form, term_of, terms_of
from robot_memory.foundation.words.porter import stem
from robot_memory.long_term.recall.parsed_question import associated

# From the word lists that Porter published with his algorithm.
PORTER = {
    "caresses": "caress", "ponies": "poni", "cats": "cat", "feed": "feed", "agreed": "agre",
    "plastered": "plaster", "motoring": "motor", "sing": "sing", "conflated": "conflat",
    "troubled": "troubl", "sized": "size", "hopping": "hop", "falling": "fall", "hissing": "hiss",
    "filing": "file", "happy": "happi", "sky": "sky", "relational": "relat",
    "conditional": "condit", "digitizer": "digit", "operator": "oper", "feudalism": "feudal",
    "hopefulness": "hope", "formality": "formal", "triplicate": "triplic", "electrical": "electr",
    "revival": "reviv", "allowance": "allow", "adjustment": "adjust", "adoption": "adopt",
    "effective": "effect", "probate": "probat", "rate": "rate", "cease": "ceas",
    "controlling": "control", "rolling": "roll",
}  # fmt: skip


@pytest.mark.parametrize("word", PORTER)
def test_the_stemmer_follows_the_porter_algorithm(word):
    assert stem(word) == PORTER[word]


@pytest.mark.parametrize(
    "forms",
    ["docks docked docking dock", "went goes gone going go", "bought buys buying",
     "Ada Ada's ADA’s", "café CAFE Cafés", "children child kids", "battery batteries", "mice mouse",
     "running ran run", "doors door", "Stopped stopping", "motors MOTOR", "moves moving",
     "brake braking"],
)  # fmt: skip
def test_forms_of_a_word_are_one_term(forms):
    assert len({term_of(word) for word in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("motor 3", "motor 4"), ("left", "right"), ("pass", "pas")]
)
def test_words_that_mean_different_things_are_different_terms(one, other):
    assert terms_of(one) != terms_of(other)


@given(st.text())
def test_any_text_can_be_split_into_terms(text):
    assert all(terms_of(text))


def test_stop_words_and_contractions_give_no_terms():
    assert terms_of("What's it that they've been, isn't it? I'll and I'm") == []


def test_text_without_spaces_is_split_into_pairs_of_characters():
    assert terms_of("夹爪掉了") == ["夹爪", "爪掉", "掉了"]


@given(st.text(max_size=100))
def test_terms_hold_letters_and_digits_only(text):
    assert all(term.replace("'", "x").isalnum() or not term.isascii() for term in terms_of(text))
    assert not any(char in term for term in terms_of(text) for char in "\"'() *:^-+\x00")


@given(st.text(max_size=50))
def test_the_plain_form_of_a_plain_form_is_the_same(text):
    assert plain_form(plain_form(text)) == plain_form(text)


def test_a_category_is_associated_with_its_members_and_a_word_with_its_synonyms():
    assert {"dog", "cat"} <= set(associated(term_of("pets")))
    assert term_of("purchase") in associated(term_of("bought"))
    assert associated("zzz") == ()
