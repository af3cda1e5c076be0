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


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"b": [{"z": 1, "a": 2}], "a": {"y": None, "x": True}},
         '{"a":{"x":true,"y":null},"b":[{"a":2,"z":1}]}'),
        ({"text": "Überfahrt 門 🚪"}, '{"text":"Überfahrt 門 🚪"}'),
        ({"t": 'a"b\\c\n\x01/\x7f'}, '{"t":"a\\"b\\\\c\\n\\u0001/\x7f"}'),
        ([1.0, -0.0, -3.0, 0.1, 1e15], "[1,0,-3,0.1,1000000000000000]"),
        ([2.0**53, -(2**53), True], "[9007199254740992,-9007199254740992,true]"),
    ],
    ids=["names are sorted", "letters are raw", "only what must be escaped is",
         "a whole float is an integer", "the largest numbers"],
)  # fmt: skip
def test_data_has_one_canonical_json_form(data, text):
    assert canonical_json({"data": data}) == f'{{"data":{text}}}'.encode()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        *(({"entries": [{}, {"place": {"x": value}}]},
           r"entries\[1\]\.place\.x: .* is not a finite number")
          for value in (math.nan, math.inf, -math.inf)),
        *(({"count": value}, r"count: .* readers begin to round")
          for value in (2**53 + 1, -(2**53) - 1, 10**400)),
        ({"text": "\ud83d"}, "not valid Unicode"),
        *(({"inner": {name: "a"}}, "which is not a string") for name in (1, None)),
        *(({"a": value}, "nothing that JSON can hold") for value in (b"bytes", {1, 2}, object())),
    ],
)  # fmt: skip
def test_data_without_a_portable_json_form_is_refused_with_its_path(data, problem):
    with pytest.raises(InvalidInput, match=problem):
        canonical_json(data)


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_canonical_json_round_trips_and_is_stable(data):
    written = canonical_json(data)

    assert json.loads(written) == data
    assert canonical_json(json.loads(written)) == written


@given(st.dictionaries(TEXTS, NUMBERS, max_size=5))
def test_canonical_json_does_not_depend_on_the_order_of_keys(data):
    assert canonical_json(data) == canonical_json(dict(reversed(data.items())))
