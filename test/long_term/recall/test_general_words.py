"""Words of general English: a question may use words that occur in no text of the memory."""

from __future__ import annotations

from itertools import combinations

import pytest

from robot_memory.foundation.words.index_terms import term_of, terms_of
from robot_memory.long_term.recall.general_words import GeneralWords, general_words
from robot_memory.long_term.recall.question_topics import topics_of

PAIRS = {("hive", "bee"): 0.6, ("bee", "honey"): 0.4, ("guest", "visitor"): 1.0}


@pytest.mark.parametrize(
    ("asked", "said"),
    [("guests", "visitors"), ("elevator", "lift"), ("parcels", "package"), ("bulb", "lamp"),
     ("breezy", "windy"), ("glitch", "defect"), ("trolley", "streetcar")],
)  # fmt: skip
def test_words_with_similar_meanings_are_near_each_other(asked, said):
    assert term_of(said) in general_words().near(term_of(asked))
    assert term_of(asked) in general_words().near(term_of(said))


@pytest.mark.parametrize(
    "words",
    ["left right", "front rear", "forward backward", "open closed", "opening closing", "hot cold",
     "start stop", "on off", "full empty", "wet dry", "fast slow", "loud quiet", "push pull",
     "monday tuesday sunday", "may june", "first second third", "two three", "red green blue",
     "north south", "morning evening", "spring autumn", "up down", "increase decrease",
     "lock unlock", "rise fall", "inside outside", "success failure", "connect disconnect"],
)  # fmt: skip
def test_words_of_opposite_or_different_meaning_are_never_near_each_other(words):
    for first, second in combinations(map(term_of, words.split()), 2):
        assert second not in general_words().near(first)


def test_a_table_is_read_back_as_it_was_written():
    table = GeneralWords.from_bytes(GeneralWords.of_pairs(PAIRS).to_bytes())

    assert table.near("bee") == pytest.approx({"hive": 0.6, "honey": 0.4}, abs=0.002)
    assert table.near("visitor") == {"guest": 1.0}


@pytest.mark.parametrize(
    ("change", "said"),
    [(lambda data: b"other" + data, "begins with"), (lambda data: data[:-1], "bytes instead of"),
     (lambda data: b"", "begins with")],
)  # fmt: skip
def test_an_invalid_or_truncated_word_table_is_refused(change, said):
    with pytest.raises(ValueError, match=said):
        GeneralWords.from_bytes(change(GeneralWords.of_pairs(PAIRS).to_bytes()))


def test_a_word_that_occurs_in_many_passages_is_not_expanded():
    (topic,) = topics_of(terms_of("guests"))

    assert topic.with_general(lambda term: 0).general["visitor"] > 0.3
    assert topic.with_general(lambda term: 10).general["visitor"] > 0.3
    assert topic.with_general(lambda term: 11).general == {}


def test_a_speakers_name_is_not_expanded_to_related_words(robot):
    robot.talk(("Bill", "The tyre is flat."), name="a")
    robot.lesson("Card payments in cash for the debt of the creditor")

    assert not any("creditor" in hit.text for hit in robot.find("where was Bill?"))
    assert any("creditor" in hit.text for hit in robot.find("where was the banknote?"))
