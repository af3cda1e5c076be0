"""Texts split into pieces of 100–800 tokens (001 §Storage Constraints, "enforced by
ChunkingEngine").
"""

from __future__ import annotations

import pytest
from chunk_builders import LONG
from hypothesis import example, given
from hypothesis import strategies as st

from robot_memory.entries.tokens import estimate_tokens
from robot_memory.long_term.chunks.chunking_engine import split_sentences, split_text

WORDS = st.sampled_from(
    ["motor", "Motor 3", "e.g.", "71.2 °C", "x" * 900, "ß", "文。", "a\u0301" * 40, "https://a.b/c",
     "“", ".", "!", "?\n", "\n\n", "\n", " ", "\t" * 90, "\u3000", "\u2028", "Dr.", "it", "The"]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from([*"abc", " ", ". ", ".\n\n", "。"]), max_size=400).map("".join),
    st.tuples(st.lists(WORDS, max_size=60), st.sampled_from(["", " "]), st.integers(1, 30)).map(
        lambda parts: parts[1].join(parts[0]) * parts[2]
    ),
)


def squeezed(text):
    return "".join(text.split())


@given(TEXTS)
@example("x" * 10_000)
@example("wo " * 3000)
@example(" \n" * 3000 + "end")
@example("。" * 105 + "\n\n" + LONG)
def test_each_piece_of_a_split_text_has_100_to_800_tokens_if_there_are_several(text):
    tokens = [estimate_tokens(piece) for piece in split_text(text)]

    assert all(count <= 800 for count in tokens)
    assert len(tokens) <= 1 or all(count >= 100 for count in tokens)


@given(TEXTS)
def test_splitting_a_text_loses_and_repeats_nothing(text):
    assert squeezed("".join(split_text(text))) == squeezed(text)


@given(TEXTS, st.integers(min_value=50, max_value=560))
def test_joined_sentences_equal_the_original_text(text, longest):
    pieces = split_sentences(text, longest)

    assert "".join(pieces) == text
    assert all(estimate_tokens(piece) <= longest for piece in pieces)


@given(TEXTS, TEXTS)
def test_appending_to_a_text_changes_only_its_last_piece(text, more):
    settled, after = split_text(text)[:-1], split_text(f"{text}\n\n{more}")

    assert after[: len(settled)] == settled


@pytest.mark.parametrize(
    "text",
    ["Ask Dr. Miller first. Then go.", "Use tools, e.g. Pliers, first. Then go.",
     "It has 3.5 V. now and then first. Then go."],
)  # fmt: skip
def test_a_full_stop_within_a_sentence_does_not_end_it(text):
    first, last = split_sentences(text, 560)

    assert (first[-7:], last) == ("first. ", "Then go.")


@pytest.mark.parametrize(
    ("text", "count"),
    [("Stop! now", 2), ("Why? Because.", 2), ("She said “go.” He went.", 2), ("no. not yet", 1),
     ("電池が切れた。充電する。", 2), ("one\ntwo", 2)],
)  # fmt: skip
def test_sentences_are_split_by_the_rules_of_their_script(text, count):
    assert len(split_sentences(text, 560)) == count


@pytest.mark.timeout(20)
@pytest.mark.parametrize("unit", [" ", "a ", '."', "\n", "x", ". ", "e.g. ", "a\u0301"])
def test_splitting_stays_fast_for_repetitive_texts(unit):
    split_text(unit * 50_000)
