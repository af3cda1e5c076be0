"""The key of a row: what the evidence is about (rules.md §1.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.ledger import Key

WORD = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.builds(Key, WORD, WORD, WORD, WORD)


@given(KEYS)
def test_a_key_reads_back_from_the_file_and_from_the_ledger(key):
    assert Key.from_list(key.as_list()) == key
    assert Key.from_text(key.to_text()) == key


@given(KEYS, KEYS)
def test_different_keys_have_different_texts(one, other):
    assert (one == other) == (one.to_text() == other.to_text())


@pytest.mark.parametrize("items", [None, "a,b,c", [], ["a", "b"], ["a", "b", 3], [1, 2, 3, 4, 5]])
def test_an_invalid_list_is_not_read_as_a_key(items):
    assert Key.from_list(items) is None
