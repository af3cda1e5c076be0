"""Canonical JSON: one text for the same data, whoever writes it."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.canonical import canonical_json

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def test_names_are_sorted_at_every_depth_and_nothing_is_spaced():
    data = {"b": [{"z": 1, "a": 2}], "a": {"y": None, "x": True}}

    assert canonical_json(data) == b'{"a":{"x":true,"y":null},"b":[{"a":2,"z":1}]}'


def test_letters_of_any_script_are_raw_utf_8():
    assert canonical_json({"text": "Überfahrt 門 🚪"}) == '{"text":"Überfahrt 門 🚪"}'.encode()


def test_only_what_json_must_escape_is_escaped():
    assert canonical_json({"t": 'a"b\\c\n\x01/\x7f'}) == b'{"t":"a\\"b\\\\c\\n\\u0001/\x7f"}'


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, b"1"),
        (-0.0, b"0"),
        (0.0, b"0"),
        (-3.0, b"-3"),
        (0.1, b"0.1"),
        (1e15, b"1000000000000000"),
        (2.0**53, b"9007199254740992"),
        (2**53, b"9007199254740992"),
        (-(2**53), b"-9007199254740992"),
        (True, b"true"),
    ],
)
def test_a_whole_float_is_written_as_the_integer_that_it_is(value, text):
    assert canonical_json({"n": value}) == b'{"n":' + text + b"}"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_finite_number_is_refused_with_its_path(value):
    with pytest.raises(InvalidInput, match=r"entries\[1\]\.place\.x: .* is not a finite number"):
        canonical_json({"entries": [{}, {"place": {"x": value}}]})


@pytest.mark.parametrize("value", [2**53 + 1, -(2**53) - 1, 10**400])
def test_an_integer_that_other_readers_would_round_is_refused(value):
    with pytest.raises(InvalidInput, match=r"count: .* readers begin to round"):
        canonical_json({"count": value})


def test_half_of_a_surrogate_pair_is_refused():
    with pytest.raises(InvalidInput, match="not valid Unicode"):
        canonical_json({"text": "\ud83d"})


@pytest.mark.parametrize("value", [{1: "a"}, {None: "a"}])
def test_a_name_that_is_no_text_is_refused(value):
    with pytest.raises(InvalidInput, match="which is not a text"):
        canonical_json({"inner": value})


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, object()])
def test_what_json_cannot_hold_is_refused(value):
    with pytest.raises(InvalidInput, match="nothing that JSON can hold"):
        canonical_json({"a": value})


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_any_data_reads_back_as_it_was_and_is_written_the_same_again(data):
    written = canonical_json(data)

    assert json.loads(written) == data
    assert canonical_json(json.loads(written)) == written


@given(st.dictionaries(TEXTS, NUMBERS, max_size=5))
def test_the_order_in_which_names_came_leaves_no_trace(data):
    assert canonical_json(data) == canonical_json(dict(reversed(data.items())))
